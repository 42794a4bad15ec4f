// SPDX-License-Identifier: MIT
// Transposition of a 512×512 bit matrix: included where vec, PARTS and UNROLL are defined. It gives
// transpose(from, strips, to): to[l] lane i = from[i] lane l, where i < strips, a multiple of 64;
// other lanes are zero. The two do not overlap.
//
// In two halves. Within each strip of 64 strips all eight 64×64 squares, one a word column, are
// transposed side by side by the classic exchange of halves, quarters, … single bits (Warren,
// Hacker's Delight, 7-3); then the squares, which are plain words now, go to their places, which is
// the same exchange once more, of words between vectors.
INLINE void exchange(vec *a, vec *b, int shift, uint64_t mask) {
    vec moved = ((*a >> shift) ^ *b) & mask;
    *b ^= moved;
    *a ^= moved << shift;
}

// Three of the six levels for eight strips `gap` apart, all in registers.
INLINE void exchange_eight(const vec *from, vec *to, int gap, int shift) {
    static const uint64_t masks[7] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                      0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
    vec x[8];
    UNROLL for (int i = 0; i < 8; i++) x[i] = from[(size_t)(i * gap) * PARTS];
    UNROLL for (int level = 2; level >= 0; level--) UNROLL for (int i = 0; i < 8;
                                                                i++) if (!(i >> level & 1))
        exchange(&x[i], &x[i + (1 << level)], shift << level, masks[level + (shift == 8 ? 3 : 0)]);
    UNROLL for (int i = 0; i < 8; i++) to[(size_t)(i * gap) * PARTS] = x[i];
}

// Exchanges words between two vectors: of each pair of groups of `gap` words the left ones go to
// *a, the right ones to *b.
INLINE void exchange_words(vec *a, vec *b, const int gap) {
    const vec x = *a, y = *b;
#if VECTOR_BYTES == 64
    if (gap == 4) {
        *a = __builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11);
        *b = __builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15);
    } else if (gap == 2) {
        *a = __builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13);
        *b = __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15);
    } else {
        *a = __builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14);
        *b = __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15);
    }
#elif VECTOR_BYTES == 32
    if (gap == 2) {
        *a = __builtin_shufflevector(x, y, 0, 1, 4, 5);
        *b = __builtin_shufflevector(x, y, 2, 3, 6, 7);
    } else {
        *a = __builtin_shufflevector(x, y, 0, 4, 2, 6);
        *b = __builtin_shufflevector(x, y, 1, 5, 3, 7);
    }
#else
    *a = __builtin_shufflevector(x, y, 0, 2);
    *b = __builtin_shufflevector(x, y, 1, 3);
#endif
}

// Transposes the words of eight strips `gap` apart: a square of 8×8 words, in PARTS×PARTS squares
// of vectors.
INLINE void exchange_strips(vec *strips, const size_t gap) {
    vec x[SH_STRIP_WORDS][PARTS];
    UNROLL for (int i = 0; i < SH_STRIP_WORDS; i++) UNROLL for (int part = 0; part < PARTS; part++)
        x[i][part] = strips[(size_t)i * gap * PARTS + (size_t)part];
    UNROLL for (int level = 1; level < VECTOR_WORDS; level *= 2)
        UNROLL for (int pair = 0; pair < SH_STRIP_WORDS / 2; pair++) {
        const int i = pair + (pair & -level);
        UNROLL for (int part = 0; part < PARTS; part++)
            exchange_words(&x[i][part], &x[i + level][part], level);
    }
    UNROLL for (int i = 0; i < SH_STRIP_WORDS; i++) UNROLL for (int part = 0; part < PARTS; part++)
        strips[(size_t)i * gap * PARTS + (size_t)part] =
            x[part * VECTOR_WORDS + i % VECTOR_WORDS][i / VECTOR_WORDS];
}

static void transpose(const sh_strip *from, size_t strips, sh_strip *to) {
    memset(to + strips, 0, (SH_LANES - strips) * sizeof *to);
    for (size_t strip = 0; strip < strips; strip += 64) {
        for (int part = 0; part < PARTS; part++) {
            const vec *in = (const vec *)(from + strip) + part;
            vec *out = (vec *)(to + strip) + part;
            for (int i = 0; i < 8 * PARTS; i += PARTS) exchange_eight(in + i, out + i, 8, 8);
            for (int i = 0; i < 64 * PARTS; i += 8 * PARTS) exchange_eight(out + i, out + i, 1, 1);
        }
    }
    for (int i = 0; i < 64; i++) exchange_strips((vec *)(to + i), 64);
}

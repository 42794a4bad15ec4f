// SPDX-License-Identifier: MIT
// Transposition of a 512×512 bit matrix: included where vec, PARTS and UNROLL are defined. It gives
// transpose(from, to): to[l] lane i = from[i] lane l. The two do not overlap.
//
// In two halves. Within each strip of 64 lines all eight 64×64 squares, one a word column, are
// transposed side by side by the classic exchange of halves, quarters, … single bits (Warren,
// Hacker's Delight, 7-3); then the squares, which are plain words now, go to their places.
INLINE void exchange(vec *a, vec *b, int shift, uint64_t mask) {
    vec moved = ((*a >> shift) ^ *b) & mask;
    *b ^= moved;
    *a ^= moved << shift;
}

// Three of the six levels for eight lines `gap` apart, all in registers.
INLINE void exchange_eight(vec *lines, int gap, int shift) {
    static const uint64_t masks[7] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                      0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
    vec x[8];
    UNROLL for (int i = 0; i < 8; i++) x[i] = lines[(size_t)(i * gap) * PARTS];
    UNROLL for (int level = 2; level >= 0; level--) UNROLL for (int i = 0; i < 8;
                                                                i++) if (!(i >> level & 1))
        exchange(&x[i], &x[i + (1 << level)], shift << level, masks[level + (shift == 8 ? 3 : 0)]);
    UNROLL for (int i = 0; i < 8; i++) lines[(size_t)(i * gap) * PARTS] = x[i];
}

static void transpose(const sh_line *from, sh_line *to) {
    for (int strip = 0; strip < SH_LINE_WORDS; strip++) {
        sh_line lines[64];
        memcpy(lines, from + strip * 64, sizeof lines);
        for (int part = 0; part < PARTS; part++) {
            vec *first = (vec *)lines + part;
            for (int i = 0; i < 8; i++) exchange_eight(first + (size_t)i * PARTS, 8, 8);
            for (int i = 0; i < 8; i++) exchange_eight(first + (size_t)(8 * i) * PARTS, 1, 1);
        }
        for (int column = 0; column < SH_LINE_WORDS; column++)
            for (int i = 0; i < 64; i++) to[column * 64 + i].w[strip] = lines[i].w[column];
    }
}

// SPDX-License-Identifier: MIT
// Jumps of many men at once, on boards of W bits; see expand_kernel_template.h. Everything is said
// of a board's axes in both directions. With AVX-512 and 128 bits the four axes are four parts
// of a register. By the parities of its cell a man never comes beside it, so it may stay on the
// board while it jumps.
// made for W = 128, 256
#define SELF SH_CAT(expand, W)

#if W == 128 && defined(__AVX512VBMI2__)

// The board: shifts along the axes, and the cells over which jumps may lead.
typedef struct FN(lines) {
    __m512i once, twice, middle;
} FN(lines);

// The cells behind men, by axis: where a jump over them ends.
typedef struct FN(behind) {
    __m512i up, down;
} FN(behind);

static __m128i FN(word)(b128 x) {
    return _mm_set_epi64x((long long)(uint64_t)(x >> 64), (long long)(uint64_t)x);
}

static b128 FN(bits)(__m128i x) {
    return (b128)(uint64_t)_mm_extract_epi64(x, 1) << 64 | (uint64_t)_mm_cvtsi128_si64(x);
}

static __m512i FN(up)(__m512i x, __m512i by) {
    return _mm512_shldv_epi64(x, _mm512_bslli_epi128(x, 8), by);
}

static __m512i FN(down)(__m512i x, __m512i by) {
    return _mm512_shrdv_epi64(x, _mm512_bsrli_epi128(x, 8), by);
}

static void FN(lines_make)(FN(lines) * lines, const sh_board *board) {
    uint64_t once[8] = {0}, twice[8] = {0}, middle[8] = {0};
    for (int axis = 0; axis < board->directions / 2; axis++)
        for (int half = 0; half < 2; half++) {
            once[2 * axis + half] = (uint64_t)board->dir[2 * axis].shift;
            twice[2 * axis + half] = 2 * (uint64_t)board->dir[2 * axis].shift;
            middle[2 * axis + half] = board->middle[axis].w[half];
        }
    lines->once = _mm512_loadu_si512(once);
    lines->twice = _mm512_loadu_si512(twice);
    lines->middle = _mm512_loadu_si512(middle);
}

static FN(behind) FN(behind_men)(const FN(lines) * lines, BITS occupied) {
    __m512i over = _mm512_and_si512(_mm512_broadcast_i32x4(FN(word)(occupied)), lines->middle);
    return (FN(behind)){FN(up)(over, lines->once), FN(down)(over, lines->once)};
}

// Where single jumps from some cells end, whoever stands there.
static inline __m128i FN(ends)(const FN(lines) * lines, const FN(behind) * behind, __m128i from) {
    __m512i x = _mm512_broadcast_i32x4(from);
    __m512i ends = _mm512_or_si512(_mm512_and_si512(FN(up)(x, lines->twice), behind->up),
                                   _mm512_and_si512(FN(down)(x, lines->twice), behind->down));
    __m256i two = _mm256_or_si256(_mm512_castsi512_si256(ends), _mm512_extracti64x4_epi64(ends, 1));
    return _mm_or_si128(_mm256_castsi256_si128(two), _mm256_extracti128_si256(two, 1));
}

static inline BITS FN(jump)(const FN(lines) * lines, const FN(behind) * behind, BITS from) {
    return FN(bits)(FN(ends)(lines, behind, FN(word)(from)));
}

// Everywhere jumps lead from some cells, through those with room; *reached are also the men beside.
static inline BITS FN(jumps)(const FN(lines) * lines, const FN(behind) * behind, BITS room,
                             BITS from, BITS *reached) {
    __m128i found = FN(word)(from), newest = found, all = _mm_setzero_si128();
    __m128i free = FN(word)(room);
    while (!_mm_testz_si128(newest, newest)) {
        __m128i next = FN(ends)(lines, behind, newest);
        all = _mm_or_si128(all, next);
        newest = _mm_andnot_si128(found, _mm_and_si128(next, free));
        found = _mm_or_si128(found, newest);
    }
    *reached = FN(bits)(all);
    return FN(bits)(found);
}

#else

typedef struct FN(lines) {
    int axes, once[SH_MAX_DIRS / 2];
    BITS middle[SH_MAX_DIRS / 2];
} FN(lines);

typedef struct FN(behind) {
    BITS up[SH_MAX_DIRS / 2], down[SH_MAX_DIRS / 2];
} FN(behind);

static void FN(lines_make)(FN(lines) * lines, const sh_board *board) {
    lines->axes = board->directions / 2;
    for (int axis = 0; axis < lines->axes; axis++) {
        lines->once[axis] = board->dir[2 * axis].shift;
        lines->middle[axis] = B(from)(&board->middle[axis]);
    }
}

static FN(behind) FN(behind_men)(const FN(lines) * lines, BITS occupied) {
    FN(behind) behind;
    for (int axis = 0; axis < lines->axes; axis++) {
        BITS over = occupied & lines->middle[axis];
        behind.up[axis] = B(shl)(over, lines->once[axis]);
        behind.down[axis] = B(shr)(over, lines->once[axis]);
    }
    return behind;
}

static inline BITS FN(jump)(const FN(lines) * lines, const FN(behind) * behind, BITS from) {
    BITS ends = B(zero)();
    for (int axis = 0; axis < lines->axes; axis++)
        ends |= (B(shl)(from, 2 * lines->once[axis]) & behind->up[axis]) |
                (B(shr)(from, 2 * lines->once[axis]) & behind->down[axis]);
    return ends;
}

static inline BITS FN(jumps)(const FN(lines) * lines, const FN(behind) * behind, BITS room,
                             BITS from, BITS *reached) {
    BITS found = from, newest = from;
    *reached = B(zero)();
    while (B(any)(newest)) {
        BITS next = FN(jump)(lines, behind, newest);
        *reached |= next;
        newest = next & room & ~found;
        found |= newest;
    }
    return found;
}

#endif

#undef SELF

// SPDX-License-Identifier: MIT
// What moves in vectors of so many LANES need: moves_lanes_template.h.
#define VECTOR SH_CAT(lanes, LANES)
#define SELF VECTOR

// Hides a vector from the optimiser, by the registers that hold it.
static inline VECTOR FN(opaque)(VECTOR vector) {
#if defined(__AVX512F__) || (defined(__AVX2__) && LANES <= 4) || LANES == 2
    __asm__ volatile("" : SH_MOVES_VECTOR_REGISTER(vector));
#else
    lanes2 parts[LANES / 2];
    memcpy(parts, &vector, sizeof parts);
    for (int i = 0; i < LANES / 2; i++) parts[i] = lanes2_opaque(parts[i]);
    memcpy(&vector, parts, sizeof parts);
#endif
    return vector;
}

// a ^ b ^ c: one instruction with AVX-512.
static inline VECTOR FN(xor3)(VECTOR a, VECTOR b, VECTOR c) {
#if defined(__AVX512F__) && LANES == 8
    return (VECTOR)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0x96);
#elif defined(__AVX512F__) && LANES == 4
    return (VECTOR)_mm256_ternarylogic_epi64((__m256i)a, (__m256i)b, (__m256i)c, 0x96);
#else
    return a ^ (b ^ c);
#endif
}

// In every lane a piece goes from one cell to another and comes back.
static inline VECTOR FN(there_and_back)(VECTOR army, VECTOR from, VECTOR to, int *turn) {
    for (int i = 0; i < 2; i++) {
        army = FN(opaque)(FN(xor3)(army, from, to));
        *turn ^= 1;
        SH_MOVES_OPAQUE(*turn);
    }
    return army;
}

#undef VECTOR
#undef SELF

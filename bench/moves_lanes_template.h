// SPDX-License-Identifier: MIT
// Moves of several pieces together: in every lane the piece is lifted once, put down on its next
// target and taken up again, until all lanes are done. Each of these is one XOR, and lanes without
// a further target do nothing.
#define VECTOR SH_CAT(lanes, LANES)
#define FN(f) SH_CAT(VECTOR, SH_CAT(_, f))

// Hides a vector from the optimiser, by the registers that hold it.
static inline VECTOR FN(opaque)(VECTOR vector) {
#if defined(__AVX512F__) || (defined(__AVX2__) && LANES == 4)
    __asm__ volatile("" : "+v"(vector));
#else
    typedef uint64_t part __attribute__((vector_size(16)));
    part parts[LANES / 2];
    memcpy(parts, &vector, sizeof parts);
    for (int i = 0; i < LANES / 2; i++) __asm__ volatile("" : SH_MOVES_VECTOR_REGISTER(parts[i]));
    memcpy(&vector, parts, sizeof parts);
#endif
    return vector;
}

// Puts down or takes up a piece on the target that is in `targets` but not in `left`.
static inline VECTOR FN(toggle)(VECTOR army, VECTOR targets, VECTOR left) {
#if defined(__AVX512F__) && LANES == 8
    return (VECTOR)_mm512_ternarylogic_epi64((__m512i)army, (__m512i)targets, (__m512i)left, 0x96);
#else
    return army ^ (targets ^ left);
#endif
}

static uint64_t FN(successors)(sh_moves_sample *sample) {
    // As for the floods (lanes.h), so many moves are made before the first look whether all are
    // done.
    enum { SURE_MOVES = LANES > 4 ? 10 : 8 };
    VECTOR sum = {0};
    sh_moves_state state = sample->state[0];
    for (int i = 0; i < SH_MOVES_CALLS; i++) {
        int turn = state.turn;
        b64 occupied = state.army[0] | state.army[1], rest = state.army[turn];
        while (rest) {
            SH_CAT(VECTOR, x64) pieces = SH_CAT(VECTOR, x64_take_pieces)(&rest);
            VECTOR targets =
                SH_CAT(VECTOR, x64_reach)(&sample->game, turn, pieces, occupied, 3).word[0];
            VECTOR army = state.army[turn] ^ pieces.word[0];
            sum += targets;
            do {
                for (int move = 0; move < SURE_MOVES; move++) {
                    VECTOR left = targets & (targets - 1);
                    for (int there_and_back = 0; there_and_back < 2; there_and_back++) {
                        army = FN(opaque)(FN(toggle)(army, targets, left));
                        turn ^= 1;
                        SH_MOVES_OPAQUE(turn);
                    }
                    targets = left;
                }
            } while (__builtin_expect(FN(any)(targets), 0));
        }
        sh_moves_walk(&state, sample->walk[i]);
    }
    uint64_t total = 0;
    for (int lane = 0; lane < LANES; lane++) total += sum[lane];
    return total;
}

#undef VECTOR
#undef FN

// SPDX-License-Identifier: MIT
// The body of perft.c, included once for each width W.
#define BITS SH_BITS(W)
#define B(f) SH_BITS_FN(W, f)
#define LEGAL(f) SH_CAT(SH_CAT(sh_legal, W), SH_CAT(_, f))
#define STATE SH_CAT(sh_state, W)
#define FN(f) SH_CAT(f, W)

static uint64_t FN(count)(const sh_generator *generator, const sh_game *game, STATE *state,
                          int depth, bool legal) {
    BITS targets[SH_TARGETS_ROOM];
    if (legal)
        LEGAL(targets)(generator, game, state, targets);
    else
        LEGAL(plain_targets)(generator, game, state, targets);
    uint64_t sequences = 0;
    if (depth == 1) {
        for (int i = 0; i < game->pieces; i++) sequences += (uint64_t)B(count)(targets[i]);
        return sequences;
    }
    BITS army = state->army[state->turn];
    for (int i = 0; i < game->pieces; i++, army = B(rest)(army)) {
        BITS from = B(of)(B(first)(army));
        for (BITS rest = targets[i]; B(any)(rest); rest = B(rest)(rest)) {
            BITS move = from | B(of)(B(first)(rest));
            LEGAL(apply)(game, state, move);
            sequences += FN(count)(generator, game, state, depth - 1, legal);
            LEGAL(undo)(game, state, move);
        }
    }
    return sequences;
}

static uint64_t FN(perft)(const sh_generator *generator, const sh_game *game,
                          const sh_position *position, int depth, bool legal) {
    STATE state = LEGAL(load)(game, position);
    return FN(count)(generator, game, &state, depth, legal);
}

#undef BITS
#undef B
#undef LEGAL
#undef STATE
#undef FN

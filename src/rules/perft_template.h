// SPDX-License-Identifier: MIT
// The body of perft.c, included once for each width W.
#define STATE SH_CAT(sh_state, W)
// made for W = 64, 128, 256
#define SELF SH_CAT(perft, W)

static uint64_t FN(count)(const sh_generator *generator, const sh_game *game, STATE *state,
                          int depth, bool legal) {
    BITS targets[SH_TARGETS_ROOM];
    if (legal)
        WITH_W(sh_legal, targets)(generator, game, state, targets);
    else
        WITH_W(sh_legal, plain_targets)(generator, game, state, targets);
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
            WITH_W(sh_legal, apply)(game, state, move);
            sequences += FN(count)(generator, game, state, depth - 1, legal);
            WITH_W(sh_legal, undo)(game, state, move);
        }
    }
    return sequences;
}

static uint64_t FN(all)(const sh_generator *generator, const sh_game *game,
                        const sh_position *position, int depth, bool legal) {
    STATE state = WITH_W(sh_legal, load)(game, position);
    return FN(count)(generator, game, &state, depth, legal);
}

#undef STATE
#undef SELF

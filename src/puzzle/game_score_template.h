// SPDX-License-Identifier: MIT
// What a beam judges by, and the bounds, from one look at the ladder: see game_kernel.h.
// made for W = 64, 128, 256
#define SELF SH_CAT(game, W)

// Men of the loser in the goal that cannot leave it with one move.
static int FN(stuck)(const FN(field) * f, const FN(board) * b) {
    BITS inside = b->army[SH_GAME_LOSER] & f->goal, occupied = b->army[0] | b->army[1];
    BITS away = f->stand[SH_GAME_LOSER] & ~f->goal & ~occupied;
    FN(edges) e = FN(edges_over)(f, occupied);
    BITS exits = FN(chains)(f, &e, away, f->pass[SH_GAME_LOSER] & ~occupied);
    return B(count)(inside & ~(FN(jump)(f, &e, exits) | FN(steps)(f, away)));
}

static bool FN(measure)(const void *field, const uint64_t *words, sh_game_left left,
                        sh_game_features *features) {
    const FN(field) *f = field;
    FN(board) board = FN(load)(words);
    BITS out = board.army[SH_GAME_WINNER] & ~f->goal;
    int outside = B(count)(out), spare = left.winner - outside;
    *features = (sh_game_features){
        .slack = left.loser - B(count)(board.army[SH_GAME_LOSER] & f->goal), .spare = spare};
    if (outside == 0) return true;
    if (!FN(types_match)(f, &board, spare)) return false;
    if (outside == f->men && !FN(in_reach)(f, &board, spare)) return false;
    if (spare == 0 && !FN(all_open)(f, &board)) return false;
    features->stuck = FN(stuck)(f, &board);
    bool first = outside == f->men;
    FN(ladder) ladder = FN(ladder_foot)(f, &board, spare, first);
    features->ready = B(count)(out & ladder.start);
    for (int cost = 1;; cost++) {
        int cheaper = B(count)(out & ladder.start);
        if (cheaper == outside) return true;
        if (cost > 2 * spare + cheaper + 1 && !(first && cheaper)) return false;
        features->dear += outside - cheaper;
        features->worst = cost;
        FN(ladder_rise)(f, &ladder, spare);
    }
}

#undef SELF

// SPDX-License-Identifier: MIT
// What a beam judges by, and the bounds, from one look at the ladder: see game_kernel.h.

// Men of the loser in the goal that cannot leave it with one move.
static int T(stuck)(const T(field) * f, const T(board) * b) {
    BITS inside = b->army[SH_GAME_LOSER] & f->goal, occupied = b->army[0] | b->army[1];
    BITS away = f->stand[SH_GAME_LOSER] & ~f->goal & ~occupied;
    T(edges) e = T(edges_over)(f, occupied);
    BITS exits = T(chains)(f, &e, away, f->pass[SH_GAME_LOSER] & ~occupied);
    return B(count)(inside & ~(T(jump)(f, &e, exits) | T(steps)(f, away)));
}

static bool T(measure)(const void *field, const uint64_t *words, sh_game_left left,
                       sh_game_features *features) {
    const T(field) *f = field;
    T(board) board = T(load)(words);
    BITS out = board.army[SH_GAME_WINNER] & ~f->goal;
    int outside = B(count)(out), spare = left.winner - outside;
    *features = (sh_game_features){
        .slack = left.loser - B(count)(board.army[SH_GAME_LOSER] & f->goal), .spare = spare};
    if (outside == 0) return true;
    if (!T(types_match)(f, &board, spare)) return false;
    if (outside == f->men && !T(in_reach)(f, &board, spare)) return false;
    if (spare == 0 && !T(all_open)(f, &board)) return false;
    features->stuck = T(stuck)(f, &board);
    bool first = outside == f->men;
    T(ladder) ladder = T(ladder_foot)(f, &board, spare, first);
    features->ready = B(count)(out & ladder.start);
    for (int cost = 1;; cost++) {
        int cheaper = B(count)(out & ladder.start);
        if (cheaper == outside) return true;
        if (cost > 2 * spare + cheaper + 1 && !(first && cheaper)) return false;
        features->dear += outside - cheaper;
        features->worst = cost;
        T(ladder_rise)(f, &ladder, spare);
    }
}

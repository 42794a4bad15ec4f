// SPDX-License-Identifier: MIT
// What a beam prefers: see game_kernel.h.
//
// The sum of what each man outside still costs by the ladder of bound 2, and the moves that the
// loser can spare: without the latter a beam fills with boards whose goal is cleared too late.

static int T(score)(const void *field, const uint64_t *words, sh_game_left left) {
    const T(field) *f = field;
    T(board) board = T(load)(words);
    BITS out = board.army[SH_GAME_WINNER] & ~f->goal;
    int outside = B(count)(out), spare = left.winner - outside, dear = 0;
    int slack = left.loser - B(count)(board.army[SH_GAME_LOSER] & f->goal);
    T(ladder) ladder = T(ladder_foot)(f, &board, spare, outside == f->men);
    for (int cost = 0; cost < 12; cost++) {
        int missing = outside - B(count)(out & ladder.start);
        if (missing == 0) break;
        dear += missing;
        T(ladder_rise)(f, &ladder, spare);
    }
    return 40 * slack - 10 * dear;
}

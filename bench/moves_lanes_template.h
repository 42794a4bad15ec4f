// SPDX-License-Identifier: MIT
// Successors in lanes: several moves at once, each on its own copy of the army.
//
// Steps are six words a piece, one a direction, which `beside` has for every cell; what remains of
// them on empty cells are the moves. Hops are flooded in one lane a piece (rules/lanes.h); then in
// every lane the piece is lifted once, put down on its next target and taken up again. All toggles
// are XORs, and lanes without a further target do nothing.
//
// As in the floods, so many moves are made before the first look whether there are more, and that
// look is the one for the flood, too: it guesses right nearly always.
#define VECTOR SH_CAT(lanes, LANES)
#define ROW SH_CAT(lanes, ROW_LANES)
#define SELF VECTOR
#define BOARD_FN(f) SH_CAT(VECTOR, SH_CAT(x64_, f))
#define ROW_FN(f) SH_CAT(ROW, SH_CAT(_, f))

// Every step of a piece, there and back; returns the sum of the targets.
static inline ROW FN(make_steps)(const b64 *beside, b64 army, b64 room, int *turn) {
    ROW from = beside[SH_MOVES_SELF] - (ROW){0}, sum = {0};
    for (int d = 0; d < 6; d += ROW_LANES) {
        ROW to;
        memcpy(&to, beside + d, sizeof to);
        to &= room - (ROW){0};
        ROW_FN(there_and_back)(army - (ROW){0}, from, to, turn);
        sum += to;
    }
    return sum;
}

// In every lane, the next of the targets.
static inline VECTOR FN(make_move)(VECTOR army, VECTOR *targets, int *turn) {
    VECTOR left = *targets & (*targets - 1);
    army = FN(there_and_back)(army, *targets, left, turn);
    *targets = left;
    return army;
}

// Every move that is a chain of hops, there and back; returns the sum of the targets.
static inline VECTOR FN(make_hops)(const sh_board *board, const terrain64 *terrain, b64 army,
                                   int count, b64 occupied, b64 room, const b64 *from, int *turn) {
    enum { AXES = 3, SURE_MOVES = LANES > 4 ? 7 : 4 };
    BOARD_FN(axis) axis[AXES];
    BOARD_FN(lay_axes)(terrain, occupied, room, AXES, axis);
    VECTOR pieces = FN(of)(from);
    SH_CAT(VECTOR, x64) reach = {{pieces}};
    reach = BOARD_FN(first_hops)(board, army, count, occupied, room, axis, AXES, reach);
    for (int round = 0; round < BOARD_FN(SURE_ROUNDS); round++)
        reach = BOARD_FN(hop)(axis, AXES, reach);
    SH_CAT(VECTOR, x64) further = BOARD_FN(hop)(axis, AXES, reach);
    VECTOR known = reach.word[0] & ~pieces, targets = known, lifted = army ^ pieces;
    for (int move = 0; move < SURE_MOVES; move++) lifted = FN(make_move)(lifted, &targets, turn);
    VECTOR unfinished = (further.word[0] ^ reach.word[0]) | targets;
    if (__builtin_expect(FN(any)(unfinished), 0)) {
        VECTOR all = BOARD_FN(flood)(axis, AXES, further).word[0] & ~pieces;
        targets |= all & ~known;
        while (FN(any)(targets)) lifted = FN(make_move)(lifted, &targets, turn);
        known = all;
    }
    return known;
}

// All moves in every state of the walk, or in the start over and over. On a rhombus pieces may
// stand wherever they may pass.
static inline __attribute__((always_inline)) uint64_t
FN(successors)(const sh_moves_sample *sample, const int pieces, const bool walks) {
    const sh_board *board = &sample->game.board;
    terrain64 terrain = terrain64_of(board);
    b64 cells = board->mask.w[0];
    ROW steps = {0};
    VECTOR hops = {0};
    sh_moves_state state = walks ? sample->state[0] : sample->start;
    int turn = state.turn;
    b64 mine = state.army[turn], theirs = state.army[1 - turn];
    for (int i = 0; i < SH_MOVES_CALLS; i++) {
        SH_MOVES_OPAQUE(mine);
        b64 occupied = mine | theirs, room = cells & ~occupied, from[LANES] = {0}, rest = mine;
        for (int piece = 0; piece < pieces; piece++, rest = b64_rest(rest)) {
            const b64 *beside = sample->beside[b64_first(rest)];
            from[piece] = beside[SH_MOVES_SELF];
            steps += FN(make_steps)(beside, mine, room, &turn);
        }
        hops += FN(make_hops)(board, &terrain, mine, pieces, occupied, room, from, &turn);
        if (!walks) continue;
        b64 moved = mine ^ sample->walk[i];
        mine = theirs;
        theirs = moved;
        turn ^= 1;
    }
    uint64_t total = 0;
    for (int lane = 0; lane < ROW_LANES; lane++) total += steps[lane];
    for (int lane = 0; lane < LANES; lane++) total += hops[lane];
    return total;
}

#undef VECTOR
#undef ROW
#undef SELF
#undef BOARD_FN
#undef ROW_FN

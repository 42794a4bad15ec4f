// SPDX-License-Identifier: MIT
// The bounds of game_kernel.h on a board after the winner's move.
// made for W = 64, 128, 256
#define SELF SH_CAT(game, W)

typedef struct FN(board) {
    BITS army[SH_GAME_ROLES];
} FN(board);

static inline FN(board) FN(load)(const uint64_t *words) {
    FN(board) board;
    memcpy(&board.army[0], words, W / 8);
    memcpy(&board.army[1], words + W / 64, W / 8);
    return board;
}

// Bound 1, while no man of the winner stands in the goal.
static bool FN(in_reach)(const FN(field) * f, const FN(board) * b, int spare) {
    BITS reach = b->army[SH_GAME_WINNER], far = b->army[SH_GAME_LOSER] | f->goal;
    for (int i = 0; i < 2 * spare + 3; i++) {
        reach |= FN(grow)(f, reach);
        if (B(any)(reach & far)) return true;
    }
    return false;
}

// Where men stand that get into the goal at a cost: `start` before a move of their own, `chain` on
// a landing of a chain that goes on. The cost rises with each call of FN(ladder_rise).
typedef struct FN(ladder) {
    FN(edges) free; // jumps that need no gap filled
    BITS land, start, chain;
} FN(ladder);

// Cost 0. Men in the goal stay there when no move is to spare. Before the first man enters, the
// goal's own cells must be filled like others to be jumped over.
static FN(ladder) FN(ladder_foot)(const FN(field) * f, const FN(board) * b, int spare, bool first) {
    BITS occupied = b->army[0] | b->army[1];
    BITS stay = spare == 0 ? b->army[SH_GAME_WINNER] & f->goal : B(zero)();
    FN(ladder)
    ladder = {.free = FN(edges_over)(f, first ? occupied : occupied | f->goal),
              .land = f->pass[SH_GAME_WINNER] & ~stay};
    BITS entrance = f->goal & ~stay;
    ladder.chain = FN(chains)(f, &ladder.free, entrance, ladder.land);
    ladder.start = ladder.chain | FN(steps)(f, entrance);
    return ladder;
}

static void FN(ladder_rise)(const FN(field) * f, FN(ladder) * ladder, int spare) {
    BITS chain = ladder->chain | (FN(jump)(f, &f->all, ladder->chain) & ladder->land);
    if (spare > 0) {
        chain |= ladder->start & ladder->land;
        ladder->start |= FN(steps)(f, ladder->start);
    }
    ladder->chain = FN(chains)(f, &ladder->free, chain, ladder->land);
    ladder->start |= ladder->chain;
}

// Bound 2.
static bool FN(ladder_stands)(const FN(field) * f, const FN(board) * b, int outside, int spare) {
    bool first = outside == f->men;
    BITS out = b->army[SH_GAME_WINNER] & ~f->goal;
    int most = first ? 1 : outside; // men to be looked at
    FN(ladder) ladder = FN(ladder_foot)(f, b, spare, first);
    for (int cost = 1;; cost++) {
        int cheaper = B(count)(out & ladder.start);
        if (cheaper >= most) return true;
        if (cost > 2 * spare + cheaper + 1) return false;
        FN(ladder_rise)(f, &ladder, spare);
    }
}

static inline int FN(least)(int a, int b) { return a < b ? a : b; }

// Bound 3: by types with too many men, and again by types with too few.
static bool FN(types_match)(const FN(field) * f, const FN(board) * b, int spare) {
    BITS out = b->army[SH_GAME_WINNER] & ~f->goal, room = f->goal & ~b->army[SH_GAME_WINNER];
    BITS near = FN(steps)(f, room) & out, beside = FN(steps)(f, out) & room;
    int excess = 0, leave = 0, arrive = 0;
    for (int t = 0; t < SH_PUZZLE_TYPES; t++) {
        int over = B(count)(out & f->type[t]) - B(count)(room & f->type[t]);
        if (over > 0) {
            excess += over;
            leave += FN(least)(over, B(count)(near & f->type[t]));
        } else if (over < 0) {
            int men = B(count)(FN(steps)(f, room & f->type[t]) & out);
            arrive += FN(least)(-over, FN(least)(men, B(count)(beside & f->type[t])));
        }
    }
    return excess <= spare + FN(least)(leave, arrive);
}

// Bound 5, when no move is to spare.
static bool FN(all_open)(const FN(field) * f, const FN(board) * b) {
    BITS stay = b->army[SH_GAME_WINNER] & f->goal, away = ~f->goal & f->pass[SH_GAME_WINNER];
    BITS ways = FN(chains)(f, &f->all, away, f->pass[SH_GAME_WINNER] & ~stay) | FN(steps)(f, away);
    return !B(any)(f->goal & ~stay & ~ways);
}

static bool FN(keep)(const void *field, const uint64_t *words, sh_game_left left) {
    const FN(field) *f = field;
    FN(board) board = FN(load)(words);
    int outside = B(count)(board.army[SH_GAME_WINNER] & ~f->goal), spare = left.winner - outside;
    unsigned bounds = f->bounds;
    if (outside == 0) return true;
    if ((bounds & SH_GAME_REACH) && outside == f->men && !FN(in_reach)(f, &board, spare))
        return false;
    if ((bounds & SH_GAME_TYPES) && !FN(types_match)(f, &board, spare)) return false;
    if ((bounds & SH_GAME_DEAD) && spare == 0 && !FN(all_open)(f, &board)) return false;
    return !(bounds & SH_GAME_LADDER) || FN(ladder_stands)(f, &board, outside, spare);
}

#undef SELF

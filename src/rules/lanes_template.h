// SPDX-License-Identifier: MIT
// The body of lanes.h, included once for each number of LANES and width W.
#define WORDS (W / 64)
#define VECTOR SH_CAT(lanes, LANES)
#define V(f) SH_CAT(VECTOR, SH_CAT(_, f)) // functions of vectors, as B(f) of bitboards
#define TERRAIN SH_CAT(terrain, W)
// lanes4x64, lanes8x256 and so on
#define SELF SH_CAT(SH_CAT(VECTOR, x), W)
#define BOARD SELF // the type

// Rounds of the flood after the first hops and before the first look whether it is over: the best
// for 7x7/3 and 7x7/6.
enum { FN(SURE_ROUNDS) = LANES > 4 ? 2 : 1 };

// One bitboard a lane.
typedef struct BOARD {
    VECTOR word[WORDS];
} BOARD;

// The same cells in every lane.
static inline BOARD FN(all)(BITS cells) {
    sh_set set = B(set)(cells);
    BOARD board;
    for (int i = 0; i < WORDS; i++) board.word[i] = set.w[i] - (VECTOR){0};
    return board;
}

static inline BOARD FN(hidden)(BITS cells) {
    BOARD board = FN(all)(cells);
    for (int i = 0; i < WORDS; i++) board.word[i] = V(hide)(board.word[i]);
    return board;
}

// Takes the lowest pieces out of an army, one a lane; lanes without a piece are empty.
static inline BOARD FN(take_pieces)(BITS *army) {
    BOARD board;
    sh_set rest = B(set)(*army);
    for (int lane = 0; lane < LANES; lane++) {
        uint64_t found = 0;
        for (int i = 0; i < WORDS; i++) {
            uint64_t piece = found ? 0 : rest.w[i] & -rest.w[i];
            board.word[i][lane] = piece;
            rest.w[i] ^= piece;
            found |= piece;
        }
    }
    *army = B(from)(&rest);
    return board;
}

static inline BOARD FN(shl)(BOARD a, int n) {
    VECTOR by = (uint64_t)n - (VECTOR){0}, back = 64 - by;
    for (int i = WORDS - 1; i > 0; i--)
        a.word[i] = V(shl)(a.word[i], by) | V(shr)(a.word[i - 1], back);
    a.word[0] = V(shl)(a.word[0], by);
    return a;
}

static inline BOARD FN(shr)(BOARD a, int n) {
    VECTOR by = (uint64_t)n - (VECTOR){0}, back = 64 - by;
    for (int i = 0; i + 1 < WORDS; i++)
        a.word[i] = V(shr)(a.word[i], by) | V(shl)(a.word[i + 1], back);
    a.word[WORDS - 1] = V(shr)(a.word[WORDS - 1], by);
    return a;
}

static inline BOARD FN(meet)(BOARD a, BOARD b) {
    for (int i = 0; i < WORDS; i++) a.word[i] &= b.word[i];
    return a;
}

// a | (b & c).
static inline BOARD FN(or_and)(BOARD a, BOARD b, BOARD c) {
    for (int i = 0; i < WORDS; i++) a.word[i] = V(or_and)(a.word[i], b.word[i], c.word[i]);
    return a;
}

static inline bool FN(differ)(BOARD a, BOARD b) {
    VECTOR difference = a.word[0] ^ b.word[0];
    for (int i = 1; i < WORDS; i++) difference |= a.word[i] ^ b.word[i];
    return V(any)(difference);
}

// What one axis contributes: two steps along it, and the cells on which hops can land, upwards
// (from lower cells) and downwards.
typedef struct FN(axis) {
    int shift;
    BOARD up, down;
} FN(axis);

// `room` is where a piece may land in mid-chain. `axes` is a constant, here and below: everything
// stays in registers.
static inline __attribute__((always_inline)) void
FN(lay_axes)(const TERRAIN *terrain, BITS occupied, BITS room, int axes, FN(axis) * axis) {
    BOARD stones = FN(hidden)(occupied);
    for (int a = 0; a < axes; a++) {
        int step = terrain->step[a];
        BOARD over = FN(meet)(stones, FN(all)(terrain->middle[a]));
        axis[a].shift = 2 * step;
        axis[a].up = FN(meet)(FN(shl)(over, step), FN(all)(room));
        axis[a].down = FN(meet)(FN(shr)(over, step), FN(all)(room));
    }
}

// Every cell that can be reached by one more hop, and some by more: an axis goes on from where the
// ones before it have led.
static inline BOARD FN(hop)(const FN(axis) * axis, int axes, BOARD reach) {
    for (int a = 0; a < axes; a++) {
        BOARD higher = FN(shl)(reach, axis[a].shift), lower = FN(shr)(reach, axis[a].shift);
        reach = FN(or_and)(reach, higher, axis[a].up);
        reach = FN(or_and)(reach, lower, axis[a].down);
    }
    return reach;
}

// Hops on until there is nothing new.
static inline BOARD FN(flood)(const FN(axis) * axis, int axes, BOARD reach) {
    BOARD before;
    do {
        before = reach;
        reach = FN(hop)(axis, axes, reach);
    } while (__builtin_expect(FN(differ)(reach, before), 0));
    return reach;
}

// The pieces, the `count` lowest of an army, and where their first hops lead.
static inline BOARD FN(first_hops)(const sh_board *board, BITS army, int count, BITS occupied,
                                   BITS room, const FN(axis) * axis, int axes, BOARD pieces) {
#if W == 64 && defined(__BMI2__)
    if (axes <= 3) {
        const sh_landings *landings = board->landings;
        uint64_t behind[LANES] = {0};
        for (int lane = 0; lane < count; lane++, army = b64_rest(army)) {
            uint64_t cell = _tzcnt_u64(army), code = _pext_u64(occupied, landings->around[cell]);
            behind[lane] = landings->behind[cell][code];
        }
        return FN(or_and)(pieces, (BOARD){{V(of)(behind)}}, FN(all)(room));
    }
#else
    (void)board, (void)army, (void)count, (void)occupied, (void)room;
#endif
    return FN(hop)(axis, axes, pieces);
}

// Where the pieces can step to, whatever stands there.
static inline BOARD FN(steps)(const sh_board *board, int axes, BOARD pieces) {
    BOARD steps = FN(all)(B(zero)());
    for (int a = 0; a < axes; a++) {
        int ahead = 2 * a, step = board->dir[ahead].shift;
        // A step ahead arrives on cells with a neighbour behind them.
        BOARD above = FN(all)(B(from)(&board->toward[ahead ^ 1]));
        BOARD below = FN(all)(B(from)(&board->toward[ahead]));
        steps = FN(or_and)(steps, FN(shl)(pieces, step), above);
        steps = FN(or_and)(steps, FN(shr)(pieces, step), below);
    }
    return steps;
}

// Where the lowest pieces of an army can go; they are taken out of it.
static inline __attribute__((always_inline)) BOARD FN(reach)(const sh_game *game, int player,
                                                             BITS *army, BITS occupied, int axes) {
    TERRAIN terrain = SH_CAT(TERRAIN, _of)(&game->board);
    BITS room = B(from)(&game->pass[player]) & ~occupied;
    FN(axis) axis[SH_MAX_DIRS / 2];
    FN(lay_axes)(&terrain, occupied, room, axes, axis);
    BITS rest = *army;
    BOARD pieces = FN(take_pieces)(army);
    BOARD reach = FN(first_hops)(&game->board, rest, LANES, occupied, room, axis, axes, pieces);
    for (int round = 0; round < FN(SURE_ROUNDS); round++) reach = FN(hop)(axis, axes, reach);
    reach = FN(flood)(axis, axes, reach);
    BOARD stand = FN(all)(B(from)(&game->stand[player]) & ~occupied);
    if (game->movement == SH_STEPS_AND_HOPS) {
        BOARD steps = FN(steps)(&game->board, axes, pieces);
        for (int i = 0; i < WORDS; i++) reach.word[i] |= steps.word[i];
    }
    return FN(meet)(reach, stand);
}

#undef WORDS
#undef VECTOR
#undef TERRAIN
#undef V
#undef BOARD
#undef SELF

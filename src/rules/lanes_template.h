// SPDX-License-Identifier: MIT
// The body of lanes.h, included once for each number of LANES and width W.
#define BITS SH_BITS(W)
#define B(f) SH_BITS_FN(W, f)
#define WORDS (W / 64)
#define VECTOR SH_CAT(lanes, LANES)
#define LANES_FN(f) SH_CAT(VECTOR, SH_CAT(_, f))
#define BOARD SH_CAT(SH_CAT(VECTOR, x), W)
#define FN(f) SH_CAT(BOARD, SH_CAT(_, f))

// Rounds of the flood before the first look whether it is over: the best for 7x7/3 and 7x7/6.
enum { FN(SURE_ROUNDS) = LANES > 4 ? 3 : 2 };

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
        a.word[i] = LANES_FN(shl)(a.word[i], by) | LANES_FN(shr)(a.word[i - 1], back);
    a.word[0] = LANES_FN(shl)(a.word[0], by);
    return a;
}

static inline BOARD FN(shr)(BOARD a, int n) {
    VECTOR by = (uint64_t)n - (VECTOR){0}, back = 64 - by;
    for (int i = 0; i + 1 < WORDS; i++)
        a.word[i] = LANES_FN(shr)(a.word[i], by) | LANES_FN(shl)(a.word[i + 1], back);
    a.word[WORDS - 1] = LANES_FN(shr)(a.word[WORDS - 1], by);
    return a;
}

// a | (b & c): one instruction with AVX-512.
static inline BOARD FN(or_and)(BOARD a, BOARD b, BOARD c) {
    for (int i = 0; i < WORDS; i++) a.word[i] |= b.word[i] & c.word[i];
    return a;
}

static inline bool FN(differ)(BOARD a, BOARD b) {
    VECTOR difference = a.word[0] ^ b.word[0];
    for (int i = 1; i < WORDS; i++) difference |= a.word[i] ^ b.word[i];
    return LANES_FN(any)(difference);
}

// What one axis contributes: two steps along it, and the cells on which hops can land, upwards
// (from lower cells) and downwards.
typedef struct FN(axis) {
    int shift;
    BOARD up, down;
} FN(axis);

static inline BOARD FN(hop)(const FN(axis) * axis, int axes, BOARD reach) {
    for (int a = 0; a < axes; a++) {
        BOARD higher = FN(shl)(reach, axis[a].shift), lower = FN(shr)(reach, axis[a].shift);
        reach = FN(or_and)(reach, higher, axis[a].up);
        reach = FN(or_and)(reach, lower, axis[a].down);
    }
    return reach;
}

// Where the pieces can go. `axes` is a constant: everything stays in registers.
static inline __attribute__((always_inline)) BOARD
FN(reach)(const sh_game *game, int player, BOARD pieces, BITS occupied, int axes) {
    const sh_board *board = &game->board;
    BITS room = B(from)(&game->pass[player]) & ~occupied;
    FN(axis) axis[SH_MAX_DIRS / 2];
    BOARD steps = FN(all)(B(zero)());
    for (int a = 0; a < axes; a++) {
        int ahead = 2 * a, step = board->dir[ahead].shift;
        BITS over = occupied & B(from)(&board->middle[a]);
        axis[a].shift = 2 * step;
        axis[a].up = FN(all)(B(shl)(over, step) & room);
        axis[a].down = FN(all)(B(shr)(over, step) & room);
        // A step ahead arrives on cells with a neighbour behind them.
        BOARD above = FN(all)(B(from)(&board->toward[ahead ^ 1]));
        BOARD below = FN(all)(B(from)(&board->toward[ahead]));
        steps = FN(or_and)(steps, FN(shl)(pieces, step), above);
        steps = FN(or_and)(steps, FN(shr)(pieces, step), below);
    }
    BOARD reach = pieces, before;
    for (int round = 0; round < FN(SURE_ROUNDS); round++) reach = FN(hop)(axis, axes, reach);
    do {
        before = reach;
        reach = FN(hop)(axis, axes, reach);
    } while (__builtin_expect(FN(differ)(reach, before), 0));
    BOARD stand = FN(all)(B(from)(&game->stand[player]) & ~occupied);
    for (int i = 0; i < WORDS; i++) reach.word[i] = (reach.word[i] | steps.word[i]) & stand.word[i];
    return reach;
}

#undef BITS
#undef B
#undef WORDS
#undef VECTOR
#undef LANES_FN
#undef BOARD
#undef FN

// SPDX-License-Identifier: MIT
// A case in bitboards of W cells, and floods on it: see game_kernel.h.
//
// Jumps are followed through masks of the cells from which one leads on: `up` and `down` of an
// axis come from the cells that are jumped over (at hand, or all of the board), so that each
// further landing costs one shift of two cells.
// made for W = 64, 128, 256
#define SELF SH_CAT(game, W)

typedef struct FN(edges) {
    BITS up[4], down[4];
} FN(edges);

typedef struct FN(field) {
    int axes, shift[4], men, images;
    unsigned bounds;
    bool steps;                     // are steps allowed?
    BITS middle[4], up[4], down[4]; // by axis; up and down: cells with a neighbour there
    BITS goal, other_goal, ring;    // the winner's, the loser's, cells one step from the winner's
    BITS stand[SH_GAME_ROLES], pass[SH_GAME_ROLES], type[SH_PUZZLE_TYPES];
    FN(edges) all; // jumps over any cell
    BITS around[W];
    uint8_t type_of[W], in_goal[W], in_ring[W];
    uint8_t image[SH_MAX_SYMMETRIES + 1][W];
    uint64_t code[SH_GAME_ROLES][W];
} FN(field);

static inline bool FN(has)(BITS x, int cell) { return B(any)(x & B(of)(cell)); }

// Cells one step from a set.
static inline BITS FN(grow)(const FN(field) * f, BITS set) {
    BITS out = B(zero)();
    for (int a = 0; a < f->axes; a++)
        out |= B(shl)(set & f->up[a], f->shift[a]) | B(shr)(set & f->down[a], f->shift[a]);
    return out;
}

// The same where steps are allowed, else nothing.
static inline BITS FN(steps)(const FN(field) * f, BITS set) {
    return f->steps ? FN(grow)(f, set) : B(zero)();
}

// The jumps over `over`.
static inline FN(edges) FN(edges_over)(const FN(field) * f, BITS over) {
    FN(edges) e;
    for (int a = 0; a < f->axes; a++) {
        BITS middle = over & f->middle[a];
        e.up[a] = B(shr)(middle, f->shift[a]);
        e.down[a] = B(shl)(middle, f->shift[a]);
    }
    return e;
}

static inline BITS FN(jump)(const FN(field) * f, const FN(edges) * e, BITS set) {
    BITS out = B(zero)();
    for (int a = 0; a < f->axes; a++)
        out |= B(shl)(set & e->up[a], 2 * f->shift[a]) | B(shr)(set & e->down[a], 2 * f->shift[a]);
    return out;
}

// All cells that chains of jumps reach from a set by landings in `land`, with the set itself.
static inline BITS FN(chains)(const FN(field) * f, const FN(edges) * e, BITS set, BITS land) {
    for (;;) {
        BITS next = set | (FN(jump)(f, e, set) & land);
        if (!B(any)(next ^ set)) return set;
        set = next;
    }
}

static void FN(prepare)(void *field, const sh_game_case *one, unsigned bounds) {
    FN(field) *f = field;
    const sh_board *board = &one->puzzle->game.board;
    memset(f, 0, sizeof *f);
    f->axes = board->directions / 2;
    f->men = one->men;
    f->images = one->images;
    f->bounds = bounds;
    f->steps = !sh_puzzle_jumps_only(one->puzzle);
    for (int a = 0; a < f->axes; a++) {
        f->shift[a] = board->dir[2 * a].shift;
        f->middle[a] = B(from)(&board->middle[a]);
        f->up[a] = B(from)(&board->toward[2 * a]);
        f->down[a] = B(from)(&board->toward[2 * a + 1]);
    }
    f->goal = B(from)(&one->goal[SH_GAME_WINNER]);
    f->other_goal = B(from)(&one->goal[SH_GAME_LOSER]);
    for (int role = 0; role < SH_GAME_ROLES; role++) {
        f->stand[role] = B(from)(&one->stand[role]);
        f->pass[role] = B(from)(&one->pass[role]);
        memcpy(f->code[role], one->code[role], sizeof f->code[role]);
    }
    for (int t = 0; t < SH_PUZZLE_TYPES; t++) f->type[t] = B(from)(&one->type[t]);
    for (int i = 0; i < one->images; i++) memcpy(f->image[i], one->image[i], sizeof f->image[i]);
    for (int cell = 0; cell < board->span; cell++) {
        f->type_of[cell] = (uint8_t)sh_puzzle_type(board, cell);
        if (f->steps) f->around[cell] = B(from)(&board->steps[cell]);
    }
    f->all = FN(edges_over)(f, B(from)(&board->mask));
    f->ring = FN(steps)(f, f->goal) & ~f->goal;
    for (int cell = 0; cell < board->span; cell++) {
        f->in_goal[cell] = FN(has)(f->goal, cell);
        f->in_ring[cell] = FN(has)(f->ring, cell);
    }
}

#undef SELF

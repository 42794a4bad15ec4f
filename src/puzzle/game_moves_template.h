// SPDX-License-Identifier: MIT
// One move of the loser and one of the winner: see game_kernel.h.
//
// All images of a board are moved together, so that the least sum of codes of a child is known
// before any board is put together. A man's own cell stays occupied while his jumps are followed:
// jumps keep both parities, so no chain comes next to its origin.
// made for W = 64, 128, 256
#define SELF SH_CAT(game, W)

typedef struct FN(position) {
    const FN(field) * field;
    sh_game_batch *batch;
    sh_game_left left; // before the next move
    BITS army[SH_MAX_SYMMETRIES + 1][SH_GAME_ROLES];
    uint64_t sum[SH_MAX_SYMMETRIES + 1];
} FN(position);

static BITS FN(image_of)(const FN(field) * f, int image, BITS set) {
    BITS out = B(zero)();
    for (; B(any)(set); set = B(rest)(set)) out |= B(of)(f->image[image][B(first)(set)]);
    return out;
}

static uint64_t FN(sum_of)(const FN(field) * f, int role, BITS set) {
    uint64_t sum = 0;
    for (; B(any)(set); set = B(rest)(set)) sum += f->code[role][B(first)(set)];
    return sum;
}

static inline uint64_t FN(moved_sum)(const FN(position) * p, int image, int role, int from,
                                     int to) {
    const uint8_t *map = p->field->image[image];
    const uint64_t *code = p->field->code[role];
    return p->sum[image] - code[map[from]] + code[map[to]];
}

static inline BITS FN(moved)(const FN(field) * f, int image, BITS army, int from, int to) {
    return army ^ B(of)(f->image[image][from]) ^ B(of)(f->image[image][to]);
}

static inline FN(board) FN(child)(const FN(position) * p, int image, int role, int from, int to) {
    FN(board) board = {{p->army[image][SH_GAME_WINNER], p->army[image][SH_GAME_LOSER]}};
    board.army[role] = FN(moved)(p->field, image, board.army[role], from, to);
    return board;
}

// Puts the least image of the board after a move of one side into the batch.
static inline void FN(emit)(const FN(position) * p, int role, int from, int to) {
    uint64_t least = FN(moved_sum)(p, 0, role, from, to);
    FN(board) best = FN(child)(p, 0, role, from, to);
    for (int i = 1; i < p->field->images; i++) {
        uint64_t sum = FN(moved_sum)(p, i, role, from, to);
        if (sum > least) continue;
        FN(board) other = FN(child)(p, i, role, from, to);
        if (sum == least && memcmp((const void *)&other, (const void *)&best, sizeof other) >= 0)
            continue;
        least = sum;
        best = other;
    }
    sh_game_batch *batch = p->batch;
    memcpy(batch->boards + batch->count * (W / 32), &best, sizeof best);
    batch->sums[batch->count++] = least;
    if (batch->count == SH_GAME_BATCH) batch->full(batch);
}

// Where a man may go.
static inline BITS FN(targets)(const FN(field) * f, const FN(edges) * e, int role, int from,
                               BITS occupied) {
    BITS origin = B(of)(from);
    BITS jumps = FN(chains)(f, e, origin, f->pass[role] & ~occupied) & ~origin;
    return (jumps | (f->around[from] & ~occupied)) & f->stand[role];
}

// What the winner's moves are judged by before a board is made of them.
typedef struct FN(turn) {
    int spare;                 // before the move
    int over[SH_PUZZLE_TYPES]; // men outside less free cells of the goal, by type
    int excess, ring;          // sum of the positive ones; men that could step into the goal
    BITS near;                 // cells that keep bound 1; men there already
    int nearby;
} FN(turn);

// Could bounds 1 and 3 hold after a move? Bound 3 with every man beside the goal as a helper.
static inline bool FN(types_may)(const FN(field) * f, const FN(turn) * turn, int from, int to,
                                 int spare) {
    int a = f->type_of[from], b = f->type_of[to], excess = turn->excess;
    if (a != b) excess += (turn->over[b] >= 0) - (turn->over[a] > 0);
    int ring = turn->ring - f->in_ring[from] + f->in_ring[to];
    return excess <= spare + ring;
}

static void FN(move_man)(const FN(position) * p, const FN(turn) * turn, int from, BITS targets) {
    const FN(field) *f = p->field;
    bool inside = f->in_goal[from];
    if (turn->nearby - FN(has)(turn->near, from) == 0) targets &= turn->near;
    for (; B(any)(targets); targets = B(rest)(targets)) {
        int to = B(first)(targets);
        int spare = turn->spare - 1 + f->in_goal[to] - inside;
        if (spare < 0) continue;
        if ((f->bounds & SH_GAME_TYPES) && !FN(types_may)(f, turn, from, to, spare)) continue;
        FN(emit)(p, SH_GAME_WINNER, from, to);
    }
}

static FN(turn) FN(look)(const FN(position) * p) {
    const FN(field) *f = p->field;
    BITS winner = p->army[0][SH_GAME_WINNER], out = winner & ~f->goal, room = f->goal & ~winner;
    int outside = B(count)(out);
    FN(turn) turn = {.spare = p->left.winner - outside, .near = ~B(zero)()};
    for (int t = 0; t < SH_PUZZLE_TYPES; t++) {
        turn.over[t] = B(count)(out & f->type[t]) - B(count)(room & f->type[t]);
        if (turn.over[t] > 0) turn.excess += turn.over[t];
    }
    turn.ring = B(count)(out & f->ring);
    if (outside == f->men && (f->bounds & SH_GAME_REACH)) {
        turn.near = p->army[0][SH_GAME_LOSER] | f->goal;
        for (int i = 0; i < 2 * turn.spare + 1; i++) turn.near |= FN(grow)(f, turn.near);
    }
    turn.nearby = B(count)(winner & turn.near);
    return turn;
}

static void FN(move_winner)(const FN(position) * p) {
    const FN(field) *f = p->field;
    BITS men = p->army[0][SH_GAME_WINNER], occupied = men | p->army[0][SH_GAME_LOSER];
    FN(turn) turn = FN(look)(p);
    FN(edges) e = FN(edges_over)(f, occupied);
    BITS aim = ~B(zero)();
    if (turn.spare == 0) { // only moves into the goal: from where can it be entered?
        BITS room = f->goal & ~occupied;
        BITS entrance = FN(chains)(f, &e, room, f->pass[SH_GAME_WINNER] & ~occupied);
        men &= (FN(jump)(f, &e, entrance) | FN(steps)(f, room)) & ~f->goal;
        aim = f->goal;
    }
    for (; B(any)(men); men = B(rest)(men)) {
        int from = B(first)(men);
        FN(move_man)(p, &turn, from, FN(targets)(f, &e, SH_GAME_WINNER, from, occupied) & aim);
    }
}

// A move of one side, on all images.
static inline void FN(play)(FN(position) * to, const FN(position) * p, int role, int from,
                            int target) {
    to->field = p->field;
    to->batch = p->batch;
    to->left = p->left;
    for (int i = 0; i < p->field->images; i++) {
        to->army[i][!role] = p->army[i][!role];
        to->army[i][role] = FN(moved)(p->field, i, p->army[i][role], from, target);
        to->sum[i] = FN(moved_sum)(p, i, role, from, target);
    }
}

// Cells within reach of the winner, for bound 1 after the loser's move; all where it does not bind.
static BITS FN(loser_near)(const FN(position) * p) {
    const FN(field) *f = p->field;
    BITS winner = p->army[0][SH_GAME_WINNER], near = winner;
    int outside = B(count)(winner & ~f->goal), spare = p->left.winner - outside;
    if (outside != f->men || !(f->bounds & SH_GAME_REACH)) return ~B(zero)();
    for (int i = 0; i < 2 * spare + 2; i++) near |= FN(grow)(f, near);
    return B(any)(near & f->goal) ? ~B(zero)() : near;
}

// Could the loser's man on `cell` make the ladder of a board good enough? The rungs of `foot` rise
// with one more cell to jump over, to the cost at which the ladder failed without it.
static bool FN(helps)(const FN(field) * f, const FN(ladder) * foot, BITS out, int failed,
                      int cell) {
    FN(edges) extra = FN(edges_over)(f, B(of)(cell));
    FN(ladder) ladder = foot[0];
    for (int a = 0; a < f->axes; a++) {
        ladder.free.up[a] |= extra.up[a];
        ladder.free.down[a] |= extra.down[a];
    }
    for (int cost = 1;; cost++) {
        ladder.chain =
            FN(chains)(f, &ladder.free, ladder.chain | foot[cost - 1].chain, ladder.land);
        ladder.start |= ladder.chain | foot[cost - 1].start;
        if (cost > B(count)(out & ladder.start)) return false;
        if (cost == failed) return true;
        ladder.chain |= FN(jump)(f, &f->all, ladder.chain) & ladder.land;
    }
}

// Where the loser may move when the winner has no move to spare: after her move bound 2 holds with
// one less, or every board that the winner makes of it breaks bound 2. Her man can only help where
// he lands: leaving a cell never makes a way cheaper.
static BITS FN(helpful)(const FN(position) * p, BITS targets) {
    const FN(field) *f = p->field;
    enum { RUNGS = 8 };
    FN(board) board = {{p->army[0][0], p->army[0][1]}};
    BITS out = board.army[SH_GAME_WINNER] & ~f->goal, help = B(zero)();
    int outside = B(count)(out);
    bool first = outside == f->men;
    FN(ladder) foot[RUNGS];
    foot[0] = FN(ladder_foot)(f, &board, 0, first);
    for (int cost = 1; cost <= RUNGS; cost++) {
        int cheaper = B(count)(out & foot[cost - 1].start);
        if (cheaper == outside || (first && cheaper > 0)) return targets;
        if (cost > cheaper) {
            for (BITS rest = targets & ~f->goal; B(any)(rest); rest = B(rest)(rest))
                if (FN(helps)(f, foot, out, cost, B(first)(rest))) help |= B(of)(B(first)(rest));
            return first ? help | (targets & f->goal) : help;
        }
        if (cost == RUNGS) break;
        foot[cost] = foot[cost - 1];
        FN(ladder_rise)(f, &foot[cost], 0);
    }
    return targets;
}

// Where each man of the loser may go, and all of that together.
static BITS FN(loser_targets)(const FN(position) * p, BITS *targets) {
    const FN(field) *f = p->field;
    BITS men = p->army[0][SH_GAME_LOSER], occupied = men | p->army[0][SH_GAME_WINNER];
    BITS near = FN(loser_near)(p), all = B(zero)();
    int inside = B(count)(men & f->goal), nearby = B(count)(men & near);
    bool exits = f->bounds & SH_GAME_EXITS;
    FN(edges) e = FN(edges_over)(f, occupied);
    for (; B(any)(men); men = B(rest)(men), targets++) {
        int from = B(first)(men);
        int stay = inside - f->in_goal[from]; // others in the goal
        *targets = B(zero)();
        if (exits && stay > p->left.loser - 1) continue;
        *targets = FN(targets)(f, &e, SH_GAME_LOSER, from, occupied);
        if (exits && stay == p->left.loser - 1) *targets &= ~f->goal;
        if (nearby - FN(has)(near, from) == 0) *targets &= near;
        all |= *targets;
    }
    return all;
}

static void FN(move_loser)(const FN(position) * p) {
    const FN(field) *f = p->field;
    BITS men = p->army[0][SH_GAME_LOSER], targets[SH_MAX_CELLS];
    BITS helpful = FN(loser_targets)(p, targets);
    int outside = B(count)(p->army[0][SH_GAME_WINNER] & ~f->goal);
    if (p->left.winner == outside && (f->bounds & SH_GAME_LADDER))
        helpful = FN(helpful)(p, helpful);
    FN(position) next;
    for (int i = 0; B(any)(men); men = B(rest)(men), i++)
        for (BITS rest = targets[i] & helpful; B(any)(rest); rest = B(rest)(rest)) {
            FN(play)(&next, p, SH_GAME_LOSER, B(first)(men), B(first)(rest));
            next.left.loser--;
            if (!B(any)(f->other_goal & ~next.army[0][SH_GAME_LOSER])) continue; // has won herself
            FN(move_winner)(&next);
        }
}

static FN(position)
    FN(position_of)(const FN(field) * f, const uint64_t *words, sh_game_batch *batch) {
    FN(board) board = FN(load)(words);
    FN(position) p = {.field = f, .batch = batch};
    for (int i = 0; i < f->images; i++)
        for (int role = 0; role < SH_GAME_ROLES; role++) {
            p.army[i][role] = FN(image_of)(f, i, board.army[role]);
            p.sum[i] += FN(sum_of)(f, role, p.army[i][role]);
        }
    return p;
}

// The boards before a move of one side: moves can be taken back, so they are those that its moves
// lead to.
static void FN(take_back)(const FN(position) * p, int role, bool both) {
    const FN(field) *f = p->field;
    BITS men = p->army[0][role], occupied = p->army[0][0] | p->army[0][1];
    FN(edges) e = FN(edges_over)(f, occupied);
    FN(position) before;
    for (; B(any)(men); men = B(rest)(men)) {
        int from = B(first)(men);
        BITS rest = FN(targets)(f, &e, role, from, occupied);
        for (; B(any)(rest); rest = B(rest)(rest)) {
            if (both) {
                FN(play)(&before, p, role, from, B(first)(rest));
                FN(take_back)(&before, !role, false);
            } else {
                FN(emit)(p, role, from, B(first)(rest));
            }
        }
    }
}

static void FN(retract)(const void *field, const uint64_t *words, bool winner_only,
                        sh_game_batch *batch) {
    FN(position) p = FN(position_of)(field, words, batch);
    FN(take_back)(&p, SH_GAME_WINNER, !winner_only);
}

static void FN(expand)(const void *field, const uint64_t *words, sh_game_left left,
                       bool winner_only, sh_game_batch *batch) {
    FN(position) p = FN(position_of)(field, words, batch);
    p.left = left;
    if (winner_only)
        FN(move_winner)(&p);
    else
        FN(move_loser)(&p);
}

#undef SELF

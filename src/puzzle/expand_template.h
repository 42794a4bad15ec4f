// SPDX-License-Identifier: MIT
// Expansion of levels on boards of W bits; see expand.c, which includes this once a width.
// made for W = 128, 256
#define SELF SH_CAT(expand, W)

typedef struct FN(group) {
    uint32_t tally;
    sh_counts counts;
    int taken_count, source_count;
    uint8_t taken[SH_MAX_DIAGONALS];  // diagonals with men
    uint8_t source[SH_MAX_DIAGONALS]; // … from which a move may lead somewhere
    BITS allowed[SH_MAX_DIAGONALS];   // by source: the cells to which
    sh_way way[SH_MAX_DIAGONALS][SH_MAX_DIAGONALS];
} FN(group);

typedef struct FN(worker) {
    const sh_expansion *e;
    sh_number_set *set;
    BITS on[SH_MAX_DIAGONALS]; // cells by diagonal
    BITS middle[SH_MAX_DIRS / 2], steps[SH_MAX_CELLS], stand, pass;
    FN(group) group;
    uint64_t parent; // how many this worker has expanded: the stamp of sums
    uint64_t pending[SH_PENDING];
    int pended;
    size_t added;
} FN(worker);

static void FN(start)(void *worker, const sh_expansion *e, sh_number_set *set) {
    FN(worker) *w = worker;
    const sh_passage *passage = e->corridor->tallying->passage;
    const sh_game *game = &passage->puzzle->game;
    w->e = e;
    w->set = set;
    w->group.tally = SH_TALLY_NONE;
    w->stand = B(from)(&game->stand[0]);
    w->pass = B(from)(&game->pass[0]);
    for (int axis = 0; axis < game->board.directions / 2; axis++)
        w->middle[axis] = B(from)(&game->board.middle[axis]);
    for (int s = 0; s < passage->diagonals; s++) {
        w->on[s] = B(zero)();
        for (int i = 0; i < passage->places[s]; i++) w->on[s] |= B(of)(passage->cell[s][i]);
    }
    for (int c = 0; c < SH_MAX_CELLS; c++)
        w->steps[c] = passage->puzzle->jumps_only ? B(zero)() : B(from)(&game->board.steps[c]);
}

// May a move of the group lead from diagonal s to t? If so, the way's scales are set.
static bool FN(open_way)(FN(worker) * w, int s, int t) {
    const sh_corridor *c = w->e->corridor;
    const sh_passage *passage = c->tallying->passage;
    FN(group) *g = &w->group;
    sh_tally to = sh_tally_map_at(&c->map, g->tally) - c->tallying->one[s] + c->tallying->one[t];
    uint32_t number = s == t ? g->tally : sh_tally_map_find(&c->map, to);
    if (number == SH_TALLY_NONE || number < w->e->least || number >= w->e->below) return false;
    if (!sh_corridor_allows(c, number, w->e->time + 1)) return false;
    if (c->length % 2 && passage->reversible && w->e->time == c->middle &&
        2 * sh_tally_value(passage, &g->counts) + passage->weight[t] - passage->weight[s] < 0)
        return false;
    sh_way *way = &g->way[s][t];
    sh_counts counts = g->counts;
    counts.of[s]--;
    counts.of[t]++;
    way->base = (uint64_t)number << c->bits;
    way->stamp = 0;
    uint64_t scale = 1;
    for (int u = 0; u < passage->diagonals; u++) {
        way->scale[u] = scale;
        scale *= passage->choose[u][counts.of[u]];
    }
    return true;
}

static void FN(group_start)(FN(worker) * w, uint32_t tally) {
    const sh_corridor *c = w->e->corridor;
    const sh_passage *passage = c->tallying->passage;
    FN(group) *g = &w->group;
    g->tally = tally;
    g->taken_count = g->source_count = 0;
    sh_tally_unpack(c->tallying, sh_tally_map_at(&c->map, tally), &g->counts);
    sh_stands stands = sh_tally_stands(passage, &g->counts);
    for (int s = 0; s < passage->diagonals; s++) {
        if (!g->counts.of[s]) continue;
        g->taken[g->taken_count++] = (uint8_t)s;
        BITS allowed = B(zero)();
        for (uint32_t t = sh_tally_targets(passage, &stands, s) | 1u << s; t; t &= t - 1)
            if (FN(open_way)(w, s, __builtin_ctz(t))) allowed |= w->on[__builtin_ctz(t)];
        g->allowed[s] = allowed;
        if (B(any)(allowed)) g->source[g->source_count++] = (uint8_t)s;
    }
}

static void FN(flush)(FN(worker) * w) {
    for (int i = 0; i < w->pended; i++) w->added += sh_number_set_add(w->set, w->pending[i]);
    w->pended = 0;
}

static void FN(emit)(FN(worker) * w, const uint16_t *subset, int from, int to) {
    const sh_passage *passage = w->e->corridor->tallying->passage;
    int s = passage->diagonal[from], t = passage->diagonal[to];
    sh_way *way = &w->group.way[s][t];
    if (way->stamp != w->parent) {
        way->stamp = w->parent;
        way->sum[0] = way->sum[1] = 0;
        for (int i = 0; i < w->group.taken_count; i++) {
            int u = w->group.taken[i];
            if (u == s || u == t) continue;
            way->sum[0] += way->scale[u] * passage->number[0][u][subset[u]];
            way->sum[1] += way->scale[u] * passage->number[1][u][subset[u]];
        }
    }
    unsigned left = subset[s] ^ 1u << passage->place[from];
    unsigned arrived = (s == t ? left : subset[t]) | 1u << passage->place[to];
    uint64_t within[2];
    for (int i = 0; i < 2; i++) {
        within[i] = way->sum[i] + way->scale[t] * passage->number[i][t][arrived];
        if (s != t) within[i] += way->scale[s] * passage->number[i][s][left];
    }
    uint64_t key = way->base | (within[0] < within[1] ? within[0] : within[1]);
    sh_number_set_prefetch(w->set, key);
    w->pending[w->pended++] = key;
    if (w->pended == SH_PENDING) FN(flush)(w);
}

// Everywhere a man can go by jumps. By the parities of its cell it never comes beside it, so it may
// stay on the board meanwhile.
static inline BITS FN(jumps)(const sh_board *board, const BITS *landing, int from) {
    BITS found = B(of)(from), newest = found;
    while (B(any)(newest)) {
        BITS next = B(zero)();
        for (int d = 0; d < board->directions; d += 2) {
            next |= B(shl)(newest, 2 * board->dir[d].shift) & landing[d];
            next |= B(shr)(newest, 2 * board->dir[d].shift) & landing[d + 1];
        }
        newest = next & ~found;
        found |= newest;
    }
    return found;
}

// How many men of the board after a move would stand on the reverse of a man's cell.
static int FN(symmetric_after)(const sh_passage *passage, BITS occupied, BITS reverse, int from,
                               int to) {
    BITS after = (occupied & ~B(of)(from)) | B(of)(to);
    BITS image =
        (reverse & ~B(of)(passage->reversal.cell[from])) | B(of)(passage->reversal.cell[to]);
    return B(count)(after & image);
}

static void FN(board)(FN(worker) * w, uint64_t key) {
    const sh_corridor *c = w->e->corridor;
    const sh_passage *passage = c->tallying->passage;
    const sh_board *board = &passage->puzzle->game.board;
    FN(group) *g = &w->group;
    if (sh_board_tally(c, key) != g->tally) FN(group_start)(w, sh_board_tally(c, key));
    if (!g->source_count) return;
    w->parent++;
    uint16_t subset[SH_MAX_DIAGONALS] = {0};
    uint64_t within = key & ((1ULL << c->bits) - 1);
    BITS occupied = B(zero)(), reverse = B(zero)();
    for (int i = 0; i < g->taken_count; i++) {
        int s = g->taken[i], men = g->counts.of[s];
        uint32_t choose = passage->choose[s][men];
        subset[s] = passage->subset[s][passage->first[s][men] + within % choose];
        within /= choose;
        for (unsigned rest = subset[s]; rest; rest &= rest - 1) {
            int cell = passage->cell[s][__builtin_ctz(rest)];
            occupied |= B(of)(cell);
            if (w->e->symmetric) reverse |= B(of)(passage->reversal.cell[cell]);
        }
    }
    BITS landing[SH_MAX_DIRS], room = w->pass & ~occupied, ends = w->stand & ~occupied;
    for (int d = 0; d < board->directions; d += 2) {
        BITS over = occupied & w->middle[d >> 1];
        landing[d] = B(shl)(over, board->dir[d].shift) & room;
        landing[d + 1] = B(shr)(over, board->dir[d].shift) & room;
    }
    for (int i = 0; i < g->source_count; i++) {
        int s = g->source[i];
        for (unsigned rest = subset[s]; rest; rest &= rest - 1) {
            int from = passage->cell[s][__builtin_ctz(rest)];
            BITS targets = FN(jumps)(board, landing, from) | w->steps[from];
            for (targets &= ends & g->allowed[s]; B(any)(targets); targets = B(rest)(targets)) {
                int to = B(first)(targets);
                if (w->e->symmetric &&
                    FN(symmetric_after)(passage, occupied, reverse, from, to) < w->e->symmetric)
                    continue;
                FN(emit)(w, subset, from, to);
            }
        }
    }
}

static void FN(neighbours)(const sh_passage *passage, const uint16_t subset[SH_MAX_DIAGONALS],
                           sh_neighbour *visit, void *context) {
    const sh_game *game = &passage->puzzle->game;
    sh_set army = sh_passage_join(passage, subset);
    BITS occupied = B(from)(&army), landing[SH_MAX_DIRS];
    BITS room = B(from)(&game->pass[0]) & ~occupied, ends = B(from)(&game->stand[0]) & ~occupied;
    for (int d = 0; d < game->board.directions; d += 2) {
        BITS over = occupied & B(from)(&game->board.middle[d >> 1]);
        landing[d] = B(shl)(over, game->board.dir[d].shift) & room;
        landing[d + 1] = B(shr)(over, game->board.dir[d].shift) & room;
    }
    uint16_t next[SH_MAX_DIAGONALS];
    memcpy(next, subset, sizeof next);
    for (int from = sh_set_next(&army, 0); from >= 0; from = sh_set_next(&army, from + 1)) {
        BITS targets = FN(jumps)(&game->board, landing, from);
        if (!passage->puzzle->jumps_only) targets |= B(from)(&game->board.steps[from]);
        next[passage->diagonal[from]] ^= (uint16_t)(1u << passage->place[from]);
        for (targets &= ends; B(any)(targets); targets = B(rest)(targets)) {
            int to = B(first)(targets);
            next[passage->diagonal[to]] ^= (uint16_t)(1u << passage->place[to]);
            visit(context, next, (sh_move){(uint8_t)from, (uint8_t)to});
            next[passage->diagonal[to]] ^= (uint16_t)(1u << passage->place[to]);
        }
        next[passage->diagonal[from]] ^= (uint16_t)(1u << passage->place[from]);
    }
}

static void FN(slice)(void *worker, const uint64_t *keys, size_t count) {
    FN(worker) *w = worker;
    for (size_t i = 0; i < count; i++) FN(board)(w, keys[i]);
    FN(flush)(w);
}

static size_t *FN(added)(void *worker) { return &((FN(worker) *)worker)->added; }

#undef SELF

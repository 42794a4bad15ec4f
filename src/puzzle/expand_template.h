// SPDX-License-Identifier: MIT
// Expansion of levels on boards of W bits; see expand_kernel_template.h, which includes this.
// made for W = 128, 256
#define SELF SH_CAT(expand, W)

typedef struct FN(group) {
    uint32_t tally;
    sh_counts counts;
    uint32_t choose[SH_MAX_DIAGONALS];         // by diagonal: subsets with as many places
    uint64_t inverse[SH_MAX_DIAGONALS];        // 2^64 / choose, where it is not 1
    const uint16_t *subsets[SH_MAX_DIAGONALS]; // … those subsets
    BITS sources;                              // the cells from which a move may lead somewhere
    BITS allowed[SH_MAX_DIAGONALS];            // by diagonal: the cells to which
    sh_way way[SH_MAX_DIAGONALS][SH_MAX_DIAGONALS];
} FN(group);

typedef struct FN(worker) {
    const sh_expansion *e;
    sh_number_set *set;
    BITS on[SH_MAX_DIAGONALS]; // cells by diagonal
    FN(lines) lines;
    BITS steps[SH_MAX_CELLS], stand, pass;
    FN(group) group;
    uint64_t parent;                   // how many this worker has expanded: the stamp of sums
    uint16_t subset[SH_MAX_DIAGONALS]; // of the parent
    BITS reverse;                      // … its reverse, for palindromes
    sh_share number[SH_MAX_DIAGONALS]; // … of its subsets
    sh_share before[SH_MAX_DIAGONALS + 1], from[SH_MAX_DIAGONALS + 1]; // see sh_share
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
    FN(lines_make)(&w->lines, &game->board);
    for (int s = 0; s < passage->diagonals; s++) {
        w->on[s] = B(zero)();
        for (int i = 0; i < passage->places[s]; i++) w->on[s] |= B(of)(passage->cell[s][i]);
    }
    for (int c = 0; c < SH_MAX_CELLS; c++)
        w->steps[c] =
            sh_puzzle_jumps_only(passage->puzzle) ? B(zero)() : B(from)(&game->board.steps[c]);
}

// May a move of the group lead from diagonal s to t, and to the tally of this number? If so, the
// way's scales are set.
static void FN(open_way)(FN(worker) * w, int s, int t, uint32_t number) {
    const sh_corridor *c = w->e->corridor;
    const sh_passage *passage = c->tallying->passage;
    FN(group) *g = &w->group;
    if (number == SH_TALLY_NONE || number < w->e->least || number >= w->e->below) return;
    if (!sh_corridor_allows(c, number, w->e->time + 1)) return;
    if (c->length % 2 && passage->reversible && w->e->time == c->middle &&
        2 * sh_tally_value(passage, &g->counts) + passage->weight[t] - passage->weight[s] < 0)
        return;
    sh_counts counts = g->counts;
    counts.of[s]--;
    counts.of[t]++;
    sh_way_open(&g->way[s][t], passage, &counts, s, t);
    g->way[s][t].base = (uint64_t)number << c->bits;
    g->allowed[s] |= w->on[t];
    g->sources |= w->on[s];
}

// Everywhere the group's moves lead; memory is asked for before it is looked at.
static void FN(open_ways)(FN(worker) * w) {
    const sh_corridor *c = w->e->corridor;
    FN(group) *g = &w->group;
    const int16_t *until = c->until[w->e->time + 1 > c->middle];
    sh_relaxed moves[SH_MAX_RELAXED];
    uint32_t number[SH_MAX_RELAXED];
    int count = sh_tally_around(c->tallying, sh_tally_map_at(&c->map, g->tally), &g->counts, moves);
    for (int i = 0; i < count; i++) sh_tally_map_prefetch(&c->map, moves[i].place);
    for (int i = 0; i < count; i++) {
        number[i] = sh_tally_map_find_at(&c->map, moves[i].tally, moves[i].place);
        if (number[i] != SH_TALLY_NONE) __builtin_prefetch(&until[number[i]]);
    }
    for (int i = 0; i < count; i++) FN(open_way)(w, moves[i].from, moves[i].to, number[i]);
}

static void FN(group_start)(FN(worker) * w, uint32_t tally) {
    const sh_corridor *c = w->e->corridor;
    const sh_passage *passage = c->tallying->passage;
    FN(group) *g = &w->group;
    g->tally = tally;
    g->sources = B(zero)();
    sh_tally_unpack(c->tallying, sh_tally_map_at(&c->map, tally), &g->counts);
    for (int s = 0; s < passage->diagonals; s++) {
        g->choose[s] = passage->choose[s][g->counts.of[s]];
        g->inverse[s] = UINT64_MAX / g->choose[s];
        g->subsets[s] = passage->subset[s] + passage->first[s][g->counts.of[s]];
        g->allowed[s] = B(zero)();
        if (g->counts.of[s]) FN(open_way)(w, s, s, tally);
    }
    FN(open_ways)(w);
}

static void FN(flush)(FN(worker) * w) {
    for (int i = 0; i < w->pended; i++) w->added += sh_number_set_add(w->set, w->pending[i]);
    w->pended = 0;
}

// The share of the diagonals that a way leaves alone: those before both, between them, behind both.
static void FN(sum_others)(FN(worker) * w, sh_way *way, int low, int high) {
    sh_share between = {{0, 0}};
    for (int u = high - 1; u > low; u--)
        for (int i = 0; i < 2; i++)
            between.of[i] = between.of[i] * w->group.choose[u] + w->number[u].of[i];
    for (int i = 0; i < 2; i++)
        way->sum.of[i] = w->before[low].of[i] + way->between * between.of[i] +
                         way->behind * w->from[high + 1].of[i];
    way->stamp = w->parent;
}

static inline void FN(emit)(FN(worker) * w, int from, int to) {
    const sh_passage *passage = w->e->corridor->tallying->passage;
    int s = passage->diagonal[from], t = passage->diagonal[to];
    sh_way *way = &w->group.way[s][t];
    if (way->stamp != w->parent) FN(sum_others)(w, way, s < t ? s : t, s < t ? t : s);
    unsigned left = w->subset[s] ^ 1u << passage->place[from];
    unsigned arrived = (s == t ? left : w->subset[t]) | 1u << passage->place[to];
    uint64_t within[2];
    for (int i = 0; i < 2; i++) {
        within[i] = way->sum.of[i] + way->scale[1] * passage->number[i][t][arrived];
        if (s != t) within[i] += way->scale[0] * passage->number[i][s][left];
    }
    uint64_t key = way->base | (within[0] < within[1] ? within[0] : within[1]);
    sh_number_set_prefetch(w->set, key);
    w->pending[w->pended++] = key;
    if (w->pended == SH_PENDING) FN(flush)(w);
}

// How many men of the board after a move would stand on the reverse of a man's cell.
static int FN(symmetric_after)(const FN(worker) * w, BITS occupied, int from, int to) {
    const uint8_t *reversed = w->e->corridor->tallying->passage->reversal.cell;
    BITS after = (occupied & ~B(of)(from)) | B(of)(to);
    return B(count)(after & ((w->reverse & ~B(of)(reversed[from])) | B(of)(reversed[to])));
}

// The cells of a subset of a diagonal.
static inline BITS FN(spread)(const FN(worker) * w, int s, unsigned subset) {
#if W == 128 && defined(__BMI2__)
    uint64_t low = (uint64_t)w->on[s], high = (uint64_t)(w->on[s] >> 64);
    return (b128)_pdep_u64(subset >> __builtin_popcountll(low), high) << 64 |
           _pdep_u64(subset, low);
#else
    BITS cells = B(zero)();
    for (; subset; subset &= subset - 1)
        cells |= B(of)(w->e->corridor->tallying->passage->cell[s][__builtin_ctz(subset)]);
    return cells;
#endif
}

// The last digit of a number and what is left without it. The quotient by the inverse is the right
// one or one less.
static inline uint64_t FN(digit)(uint64_t *number, uint32_t base, uint64_t inverse) {
    uint64_t rest = (uint64_t)((unsigned __int128)*number * inverse >> 64);
    uint64_t digit = *number - rest * base;
    bool less = digit >= base;
    *number = rest + less;
    return digit - (less ? base : 0);
}

// The parent's men, and what its diagonals add to numbers.
static BITS FN(unpack)(FN(worker) * w, uint64_t within) {
    const sh_passage *passage = w->e->corridor->tallying->passage;
    const FN(group) *g = &w->group;
    int last = passage->diagonals;
    BITS occupied = B(zero)();
    uint64_t scale = 1;
    w->before[0] = w->from[last] = (sh_share){{0, 0}};
    for (int s = 0; s < last; s++) {
        uint64_t number = g->choose[s] > 1 ? FN(digit)(&within, g->choose[s], g->inverse[s]) : 0;
        w->subset[s] = g->subsets[s][number];
        occupied |= FN(spread)(w, s, w->subset[s]);
        w->number[s] = (sh_share){{number, passage->number[1][s][w->subset[s]]}};
        for (int i = 0; i < 2; i++)
            w->before[s + 1].of[i] = w->before[s].of[i] + scale * w->number[s].of[i];
        scale *= g->choose[s];
    }
    for (int s = last - 1; s >= 0; s--)
        for (int i = 0; i < 2; i++)
            w->from[s].of[i] = w->from[s + 1].of[i] * g->choose[s] + w->number[s].of[i];
    w->reverse = B(zero)();
    for (BITS rest = occupied; w->e->symmetric && B(any)(rest); rest = B(rest)(rest))
        w->reverse |= B(of)(passage->reversal.cell[B(first)(rest)]);
    return occupied;
}

// Children by moves of one man to some of these cells.
static inline void FN(send)(FN(worker) * w, BITS occupied, int from, BITS targets) {
    targets &= w->group.allowed[w->e->corridor->tallying->passage->diagonal[from]];
    for (; B(any)(targets); targets = B(rest)(targets)) {
        int to = B(first)(targets);
        if (w->e->symmetric && FN(symmetric_after)(w, occupied, from, to) < w->e->symmetric)
            continue;
        FN(emit)(w, from, to);
    }
}

// Jumps can be taken back. So the empty cells fall into parts: from each cell of a part, jumps over
// the same men lead to all others, and a man that can jump into it can go to each of its cells.
static void FN(board)(FN(worker) * w, uint64_t key) {
    const sh_corridor *c = w->e->corridor;
    FN(group) *g = &w->group;
    if (sh_board_tally(c, key) != g->tally) FN(group_start)(w, sh_board_tally(c, key));
    if (!B(any)(g->sources)) return;
    w->parent++;
    BITS occupied = FN(unpack)(w, key & ((1ULL << c->bits) - 1)), men = occupied & g->sources;
    BITS room = w->pass & ~occupied, ends = w->stand & ~occupied;
    FN(behind) behind = FN(behind_men)(&w->lines, occupied);
    for (BITS seeds = FN(jump)(&w->lines, &behind, men) & room, part; B(any)(seeds);
         seeds &= ~part) {
        BITS reached;
        part = FN(jumps)(&w->lines, &behind, room, B(of)(B(first)(seeds)), &reached);
        for (reached &= men; B(any)(reached); reached = B(rest)(reached))
            FN(send)(w, occupied, B(first)(reached), part & ends);
    }
    for (; B(any)(men); men = B(rest)(men))
        FN(send)(w, occupied, B(first)(men), w->steps[B(first)(men)] & ends);
}

static void FN(neighbours)(const sh_passage *passage, const uint16_t subset[SH_MAX_DIAGONALS],
                           sh_neighbour *visit, void *context) {
    const sh_game *game = &passage->puzzle->game;
    sh_set army = sh_passage_join(passage, subset);
    BITS occupied = B(from)(&army), reached;
    BITS room = B(from)(&game->pass[0]) & ~occupied, ends = B(from)(&game->stand[0]) & ~occupied;
    FN(lines) lines;
    FN(lines_make)(&lines, &game->board);
    FN(behind) behind = FN(behind_men)(&lines, occupied);
    uint16_t next[SH_MAX_DIAGONALS];
    memcpy(next, subset, sizeof next);
    for (int from = sh_set_next(&army, 0); from >= 0; from = sh_set_next(&army, from + 1)) {
        BITS targets = FN(jumps)(&lines, &behind, room, B(of)(from), &reached);
        if (!sh_puzzle_jumps_only(passage->puzzle)) targets |= B(from)(&game->board.steps[from]);
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

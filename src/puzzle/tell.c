// SPDX-License-Identifier: MIT
// How many shortest solutions there are. See transfer.h.
//
// A solution is a sequence of boards. First the boards that lie on solutions are marked, from the
// meeting back: of each level the neighbours of what is marked in the next. Then the ways from the
// start to each of them are summed, level by level. Levels hold one board of a mirror pair, to
// which as many ways lead as to its image. The last J moves are counted as the ways of the first J
// to the reverse of the meeting board.
//
// The corridor holds the solutions whose middle has value ≥ 0. One of value > 0 stands for two,
// itself and its reverse, which has value < 0; those of value 0 are all there. Up to symmetry:
// by Burnside's lemma the classes are (solutions + those that are their own reverse, for either
// reversal) / elements of the group. No solution is its own mirror image: only men on the axis
// could ever move.
#include <stdatomic.h> // atomic_size_t
#include <stdlib.h>    // calloc
#include <string.h>    // memcpy

#include "puzzle/transfer.h"
#include "puzzle/transfer_parts.h"

enum { SLICE = 64, BATCH = 1 << 14 };

typedef unsigned __int128 ways;

// Boards at one time that lie on solutions, ascending, and the ways to each from the start: [1]
// those whose middle had value 0, [0] the others.
typedef struct layer {
    uint64_t *keys;
    ways (*of)[2];
    size_t count;
} layer;

typedef struct counter {
    const sh_transfer *t;
    int side;                    // of exact levels, or -1: those of the run
    const sh_corridor *corridor; // in which neighbours are looked for
    const sh_level *level;
    int time; // of the level
    sh_number_set marked;
    size_t added; // to the set, by one thread
    bool unread;  // the level could not be read, by one thread
    const layer *before;
    bool crossing; // the move is the middle one
    int64_t value; // of the board whose ways are summed
    ways sum[2];
    uint16_t image[SH_MAX_DIAGONALS]; // for palindromes of odd length
    bool meets;
    sh_status status;
    sh_error *error;
} counter;

static void layer_close(layer *l) {
    free(l->keys);
    free(l->of);
    memset(l, 0, sizeof *l);
}

static sh_status layer_take(layer *l, sh_number_set *set, sh_pool *pool, sh_error *error) {
    sh_level found;
    sh_status status = sh_level_take(&found, set, pool, error);
    if (status) return status;
    l->count = found.count;
    l->keys = malloc((found.count + 1) * sizeof *l->keys);
    l->of = calloc(found.count + 1, sizeof *l->of);
    bool good = l->keys && l->of;
    if (good && found.count) memcpy(l->keys, found.keys, found.count * sizeof *l->keys);
    sh_level_close(&found);
    return good ? SH_OK : sh_fail(error, SH_RESOURCES, "no memory to count solutions");
}

static const ways *layer_find(const layer *l, uint64_t key) {
    size_t from = 0, to = l->count;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (l->keys[middle] < key)
            from = middle + 1;
        else
            to = middle;
    }
    return from < l->count && l->keys[from] == key ? l->of[from] : NULL;
}

static void put(counter *c, uint64_t key) {
    if (!c->status)
        c->status = sh_number_set_reserve(&c->marked, 1, SIZE_MAX, c->t->pool, c->error);
    if (!c->status) c->marked.count += sh_number_set_add(&c->marked, key);
}

// One layer's boards in slices, on all threads.
typedef struct layering {
    counter *c;
    const layer *after; // boards whose neighbours are marked
    size_t begin, end;  // of those
    layer *summed;      // boards whose ways are summed
    bool split;         // … and split by their value
    atomic_size_t added;
    atomic_bool unread;
} layering;

static void mark(void *context, const uint16_t subset[SH_MAX_DIAGONALS], sh_move move) {
    counter *c = context;
    uint64_t key = sh_board_number(c->corridor, subset);
    bool has = false;
    if (key == SH_NO_BOARD ||
        !sh_corridor_allows(c->corridor, sh_board_tally(c->corridor, key), c->time))
        return;
    if (sh_level_has(c->level, key, &has, NULL)) c->unread = true;
    if (has) c->added += sh_number_set_add(&c->marked, key);
}

static void mark_slice(void *context, size_t index, int worker) {
    (void)worker;
    layering *y = context;
    counter own = *y->c;
    size_t from = y->begin + index * SLICE, to = y->end - from < SLICE ? y->end : from + SLICE;
    own.added = 0;
    for (size_t i = from; i < to; i++) {
        uint16_t subset[SH_MAX_DIAGONALS];
        sh_board_subsets(own.corridor, y->after->keys[i], subset);
        sh_board_neighbours(&own.t->passage, subset, mark, &own);
    }
    y->added += own.added;
    if (own.unread) y->unread = true;
}

// The boards of a level from which one move leads to a board of the layer after it.
static sh_status mark_layer(counter *c, const layer *after, const sh_corridor *corridor, int time,
                            const sh_level *level, layer *l) {
    const sh_game *game = &c->t->puzzle->game;
    size_t worst = (size_t)game->pieces * (size_t)(sh_set_count(game->stand[0]) - game->pieces);
    layering y = {.c = c, .after = after};
    c->corridor = corridor;
    c->level = level;
    c->time = time;
    for (y.begin = 0; y.begin < after->count; y.begin = y.end) {
        y.end = after->count - y.begin < BATCH ? after->count : y.begin + BATCH;
        sh_status status = sh_number_set_reserve(&c->marked, (y.end - y.begin) * worst, SIZE_MAX,
                                                 c->t->pool, c->error);
        if (status) return status;
        y.added = 0;
        sh_pool_run(c->t->pool, (y.end - y.begin + SLICE - 1) / SLICE, mark_slice, &y);
        c->marked.count += y.added;
        if (y.unread)
            return sh_fail(c->error, SH_DATA, "a level in the scratch folder cannot be read");
        if (sh_stopped(c->t->means.monitor)) return SH_INTERRUPTED;
    }
    return layer_take(l, &c->marked, c->t->pool, c->error);
}

static int64_t value_of(const sh_passage *passage, const uint16_t subset[SH_MAX_DIAGONALS]) {
    int64_t value = 0;
    for (int s = 0; s < passage->diagonals; s++)
        value += __builtin_popcount(subset[s]) * passage->weight[s];
    return value;
}

static void add_ways(void *context, const uint16_t subset[SH_MAX_DIAGONALS], sh_move move) {
    counter *c = context;
    uint64_t key = sh_board_number(c->corridor, subset);
    const ways *before = key == SH_NO_BOARD ? NULL : layer_find(c->before, key);
    if (!before) return;
    int64_t both = c->crossing ? c->value + value_of(&c->t->passage, subset) : 1;
    if (both < 0) return;
    c->sum[both == 0] += before[0];
    c->sum[1] += before[1];
}

static void sum_slice(void *context, size_t index, int worker) {
    (void)worker;
    layering *y = context;
    counter own = *y->c;
    layer *l = y->summed;
    size_t from = index * SLICE, to = l->count - from < SLICE ? l->count : from + SLICE;
    for (size_t i = from; i < to; i++) {
        uint16_t subset[SH_MAX_DIAGONALS];
        sh_board_subsets(own.corridor, l->keys[i], subset);
        own.value = value_of(&own.t->passage, subset);
        own.sum[0] = own.sum[1] = 0;
        sh_board_neighbours(&own.t->passage, subset, add_ways, &own);
        bool zero = y->split && own.value == 0;
        l->of[i][0] = zero ? 0 : own.sum[0];
        l->of[i][1] = zero ? own.sum[0] : own.sum[1];
    }
}

// The ways to the boards of a layer. `time` is theirs, -1 where the middle plays no part.
static void sum_layer(counter *c, const layer *before, const sh_corridor *corridor, int time,
                      layer *l) {
    const sh_corridor *run = &c->t->corridor;
    bool halves = c->t->passage.reversible && time >= 0, odd = run->length % 2;
    layering y = {.c = c, .summed = l, .split = halves && !odd && time == run->middle};
    c->before = before;
    c->corridor = corridor;
    c->crossing = halves && odd && time == run->middle + 1;
    sh_pool_run(c->t->pool, (l->count + SLICE - 1) / SLICE, sum_slice, &y);
}

// The ways of J moves from the beginning of a side to the boards of a layer.
static sh_status sum_exact(counter *c, int side, layer *last) {
    int known = c->t->known;
    const sh_corridor *wide = &c->t->wide[side];
    layer *layers = calloc((size_t)known + 1, sizeof *layers);
    if (!layers) return sh_fail(c->error, SH_RESOURCES, "no memory to count solutions");
    layers[known] = *last;
    sh_status status = SH_OK;
    for (int i = known - 1; i >= 0 && !status; i--)
        status = mark_layer(c, &layers[i + 1], wide, i, &c->t->exact[side][i], &layers[i]);
    if (!status && known > 0) layers[0].of[0][0] = 1;
    if (!status && known == 0) last->of[0][0] = 1;
    for (int i = 1; i <= known && !status; i++) sum_layer(c, &layers[i - 1], wide, -1, &layers[i]);
    for (int i = 0; i < known; i++) layer_close(&layers[i]);
    free(layers);
    return status;
}

static bool own_mirror(const sh_passage *passage, const uint16_t subset[SH_MAX_DIAGONALS]) {
    for (int s = 0; s < passage->diagonals; s++)
        if (passage->number[0][s][subset[s]] != passage->number[1][s][subset[s]]) return false;
    return true;
}

// How many boards a board of a level stands for.
static unsigned orbit(const sh_passage *passage, const uint16_t subset[SH_MAX_DIAGONALS]) {
    return passage->mirrored && !own_mirror(passage, subset) ? 2 : 1;
}

// A board's reverse, seen in a mirror too where `mirror` is set.
static void reverse(const sh_passage *passage, const uint16_t from[SH_MAX_DIAGONALS], bool mirror,
                    uint16_t to[SH_MAX_DIAGONALS]) {
    memset(to, 0, SH_MAX_DIAGONALS * sizeof *to);
    sh_board_reverse(passage, from, to);
    if (!mirror) return;
    for (int s = 0; s < passage->diagonals; s++) {
        int size = __builtin_popcount(to[s]);
        to[s] = passage->subset[s][passage->first[s][size] + passage->number[1][s][to[s]]];
    }
}

static void compare_image(void *context, const uint16_t subset[SH_MAX_DIAGONALS], sh_move move) {
    counter *c = context;
    size_t bytes = (size_t)c->t->passage.diagonals * sizeof *subset;
    c->meets = c->meets || memcmp(c->image, subset, bytes) == 0;
}

// Ways to middles that are their own reverse, or one move from it.
static ways palindromes(counter *c, const layer *middle, const sh_corridor *corridor, bool mirror) {
    const sh_passage *passage = &c->t->passage;
    size_t bytes = (size_t)passage->diagonals * sizeof(uint16_t);
    ways sum = 0;
    for (size_t i = 0; i < middle->count; i++) {
        uint16_t subset[SH_MAX_DIAGONALS];
        sh_board_subsets(corridor, middle->keys[i], subset);
        reverse(passage, subset, mirror, c->image);
        c->meets = false;
        if (c->t->corridor.length % 2)
            sh_board_neighbours(passage, subset, compare_image, c);
        else
            c->meets = memcmp(c->image, subset, bytes) == 0;
        if (c->meets) sum += orbit(passage, subset) * (middle->of[i][0] + middle->of[i][1]);
    }
    return sum;
}

// Boards of a layer of the run with the numbers of an open corridor, reversed where asked.
static sh_status open_layer(counter *c, const layer *from, int side, bool turn, layer *to) {
    for (size_t i = 0; i < from->count; i++) {
        uint16_t subset[SH_MAX_DIAGONALS], image[SH_MAX_DIAGONALS];
        sh_board_subsets(&c->t->corridor, from->keys[i], subset);
        if (turn) sh_board_reverse(&c->t->passage, subset, image);
        put(c, sh_board_number(&c->t->wide[side], turn ? image : subset));
    }
    return c->status ? c->status : layer_take(to, &c->marked, c->t->pool, c->error);
}

// Hands the ways of boards in a corridor of their own to the same boards in a layer of the run.
static const ways *ways_in(const counter *c, const layer *wide, int side, bool turn, uint64_t key) {
    uint16_t subset[SH_MAX_DIAGONALS], image[SH_MAX_DIAGONALS];
    sh_board_subsets(&c->t->corridor, key, subset);
    if (turn) sh_board_reverse(&c->t->passage, subset, image);
    return layer_find(wide, sh_board_number(&c->t->wide[side], turn ? image : subset));
}

static sh_status first_layer(counter *c, layer *l) {
    layer wide = {0};
    sh_status status = open_layer(c, l, 0, false, &wide);
    if (!status) status = sum_exact(c, 0, &wide);
    bool middle = c->t->passage.reversible && c->t->corridor.length == 2 * c->t->known;
    for (size_t i = 0; i < l->count && !status; i++) {
        uint16_t subset[SH_MAX_DIAGONALS];
        sh_board_subsets(&c->t->corridor, l->keys[i], subset);
        bool zero = middle && value_of(&c->t->passage, subset) == 0;
        l->of[i][zero] = *ways_in(c, &wide, 0, false, l->keys[i]);
    }
    layer_close(&wide);
    return status;
}

// Ways to the meeting times ways from it, for the solutions of value > 0 and those of value 0.
static sh_status total(counter *c, const layer *last, ways sum[2]) {
    bool turn = c->t->passage.reversible;
    layer wide = {0};
    sh_status status = open_layer(c, last, turn ? 0 : 1, turn, &wide);
    if (!status) status = sum_exact(c, turn ? 0 : 1, &wide);
    for (size_t i = 0; i < last->count && !status; i++) {
        uint16_t subset[SH_MAX_DIAGONALS];
        sh_board_subsets(&c->t->corridor, last->keys[i], subset);
        ways onward = *ways_in(c, &wide, turn ? 0 : 1, turn, last->keys[i]);
        for (int k = 0; k < 2; k++)
            sum[k] += orbit(&c->t->passage, subset) * last->of[i][k] * onward;
    }
    layer_close(&wide);
    return status;
}

static sh_status mark_run(counter *c, layer *layers, int last) {
    for (size_t i = 0; i < c->t->meeting.count; i++) put(c, c->t->meeting.keys[i]);
    sh_status status = c->status;
    if (!status) status = layer_take(&layers[last], &c->marked, c->t->pool, c->error);
    for (int time = last - 1; time >= c->t->known && !status; time--)
        status = mark_layer(c, &layers[time + 1], &c->t->corridor, time, &c->t->level[time],
                            &layers[time]);
    return status;
}

sh_status sh_transfer_count_all(sh_transfer *t, sh_transfer_count *count, sh_error *error) {
    int last = t->corridor.length - t->known;
    layer *layers = calloc((size_t)last + 1, sizeof *layers);
    if (!layers) return sh_fail(error, SH_RESOURCES, "no memory to count solutions");
    counter c = {.t = t, .error = error};
    ways sum[2] = {0, 0};
    memset(count, 0, sizeof *count);
    sh_status status = sh_transfer_need_levels(t, error);
    if (!status) status = mark_run(&c, layers, last);
    if (!status) status = first_layer(&c, &layers[t->known]);
    for (int time = t->known + 1; time <= last && !status; time++)
        sum_layer(&c, &layers[time - 1], &t->corridor, time, &layers[time]);
    if (!status) status = total(&c, &layers[last], sum);
    if (!status) {
        bool turn = t->passage.reversible, mirror = t->passage.mirrored;
        count->solutions = turn ? 2 * sum[0] + sum[1] : sum[0] + sum[1];
        for (int i = 0; i < 2 && turn && (i == 0 || mirror); i++)
            count->palindromes[i] = palindromes(&c, &layers[t->corridor.middle], &t->corridor, i);
        count->classes = (count->solutions + count->palindromes[0] + count->palindromes[1]) /
                         ((turn ? 2u : 1u) * (mirror ? 2u : 1u));
    }
    for (int i = 0; i <= last; i++) layer_close(&layers[i]);
    sh_number_set_close(&c.marked);
    free(layers);
    return status;
}

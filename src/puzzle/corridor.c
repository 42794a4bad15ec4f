// SPDX-License-Identifier: MIT
// See corridor.h. All distances are by breadth-first search over relaxed moves:
//
//   near      D(p): from the tallies of level J, while the middle value may still be reached;
//   middle    M: tallies that may stand in the middle;
//   first     H(p): to M inside near; p is allowed at time t ≤ N iff H(p) ≤ N - t;
//   second    D(reverse p): p is allowed at time t > N iff it is ≤ L - J - t, and only if p is also
//             reached from M in time.
#include "puzzle/corridor.h"

#include <stdatomic.h> // atomic_compare_exchange_weak
#include <stdlib.h>    // malloc
#include <string.h>    // memset

#define NEAR_SLICE 4096
#define OPEN_BITS 40 // of boards' numbers in open corridors, whatever their tallies

typedef struct builder {
    sh_corridor *corridor;
    const sh_tallying *tallying;
    const sh_passage *passage;
    const sh_means *means;
    sh_error *error;
    int depth;     // how many moves lie between level J and the middle
    int64_t floor; // the least value that must be reachable in the middle
    bool both;     // … as the sum of the values before and after the middle move
    bool odd, fold;
    sh_tally_flood near, first, second;
} builder;

static sh_status grow(const builder *b, sh_tally_flood *flood, int depth, sh_tally_keep *keep) {
    sh_tally_growth growth = {b->tallying, keep, b, b->means->pool, b->means->monitor};
    return sh_tally_flood_grow(flood, &growth, depth, b->error);
}

// Can the value in the middle still reach the floor?
static bool reaches_floor(const void *context, sh_tally tally, uint64_t place,
                          const sh_counts *counts, int distance) {
    const builder *b = context;
    (void)tally;
    (void)place;
    int left = b->depth - distance;
    int64_t value = sh_tally_value_after(b->passage, counts, left);
    if (b->both) value += sh_tally_value_after(b->passage, counts, left + 1);
    return value >= b->floor;
}

// Begins a flood with those of some tallies that are kept.
static sh_status seed(builder *b, sh_tally_flood *f, const sh_tally_list *tallies,
                      sh_tally_keep *keep) {
    size_t count = 0;
    sh_tally *seeds = malloc((tallies->count + 1) * sizeof *seeds);
    if (!seeds) return sh_fail(b->error, SH_RESOURCES, "no memory for the bounds");
    for (size_t i = 0; i < tallies->count; i++) {
        sh_counts counts;
        seeds[count] = tallies->tally[i];
        sh_tally_unpack(b->tallying, seeds[count], &counts);
        if (!keep || keep(b, seeds[count], 0, &counts, 0)) count++;
    }
    sh_status status = sh_tally_flood_open(f, b->tallying, seeds, count, b->means->pool, b->error);
    free(seeds);
    return status;
}

static sh_status grow_near(builder *b, const sh_tally_list *first, int64_t floor, bool both) {
    sh_tally_flood_close(&b->near);
    b->floor = floor;
    b->both = both;
    sh_status status = seed(b, &b->near, first, reaches_floor);
    return status ? status : grow(b, &b->near, b->depth, reaches_floor);
}

static int near_distance(const builder *b, sh_tally tally) {
    return sh_tally_flood_distance(&b->near, tally, sh_tally_place(b->tallying, tally));
}

// Something of each near tally, found on all threads in slices.
typedef struct survey {
    const builder *b;
    bool *middle;         // by number: may it stand in the middle?
    _Atomic int64_t most; // see largest_middle
} survey;

static void near_slice(const survey *v, size_t index, uint32_t *from, uint32_t *to) {
    uint32_t count = sh_tally_map_count(&v->b->near.map);
    *from = (uint32_t)index * NEAR_SLICE;
    *to = count - *from < NEAR_SLICE ? count : *from + NEAR_SLICE;
}

static void survey_near(survey *v, sh_task *task) {
    size_t count = sh_tally_map_count(&v->b->near.map);
    sh_pool_run(v->b->means->pool, (count + NEAR_SLICE - 1) / NEAR_SLICE, task, v);
}

static void find_largest(void *context, size_t index, int worker) {
    (void)worker;
    survey *v = context;
    const builder *b = v->b;
    uint32_t from, to;
    int64_t most = 0;
    near_slice(v, index, &from, &to);
    for (uint32_t i = from; i < to; i++) {
        sh_counts counts;
        sh_tally_unpack(b->tallying, sh_tally_map_at(&b->near.map, i), &counts);
        int64_t value = sh_tally_value_after(b->passage, &counts, b->odd);
        if (value > most) most = value;
    }
    for (int64_t known = v->most;
         most > known && !atomic_compare_exchange_weak(&v->most, &known, most);) {
    }
}

// The largest value that an allowed way can have in the middle; of an odd length after the middle
// move. Minus this is the least value of its reverse.
static int64_t largest_middle(const builder *b) {
    survey v = {.b = b};
    survey_near(&v, find_largest);
    return v.most;
}

// Can a way go on with this tally after its middle move? A palindrome only with the reverse.
static bool crosses_to(const builder *b, sh_tally from, sh_tally to) {
    sh_tally reverse = sh_tally_reverse(b->tallying, to);
    return b->fold ? reverse == from : near_distance(b, reverse) <= b->depth;
}

// Some move (or none) leads to a tally whose reverse is near, with values that sum to 0 or more.
static bool crosses(const builder *b, sh_tally tally, const sh_counts *counts, int64_t value) {
    if (value >= 0 && crosses_to(b, tally, tally)) return true;
    sh_stands stands = sh_tally_stands(b->passage, counts);
    for (uint32_t taken = stands.taken; taken; taken &= taken - 1) {
        int s = __builtin_ctz(taken);
        for (uint32_t t = sh_tally_targets(b->passage, &stands, s); t; t &= t - 1) {
            int to = __builtin_ctz(t);
            if (2 * value + b->passage->weight[to] - b->passage->weight[s] < 0) continue;
            sh_tally next = tally - b->tallying->one[s] + b->tallying->one[to];
            if (crosses_to(b, tally, next)) return true;
        }
    }
    return false;
}

// May this tally stand in the middle?
static bool is_middle(const builder *b, sh_tally tally) {
    sh_counts counts;
    sh_tally_unpack(b->tallying, tally, &counts);
    int64_t value = sh_tally_value(b->passage, &counts);
    if (value + sh_tally_value_after(b->passage, &counts, b->odd) < 0) return false;
    if (b->odd) return crosses(b, tally, &counts, value);
    sh_tally reverse = sh_tally_reverse(b->tallying, tally);
    if (b->fold) return reverse == tally;
    return value >= 0 && near_distance(b, reverse) <= b->depth;
}

static bool in_near(const void *context, sh_tally tally, uint64_t place, const sh_counts *counts,
                    int distance) {
    const builder *b = context;
    (void)counts;
    return sh_tally_flood_distance(&b->near, tally, place) <= b->depth - distance;
}

static bool in_second(const void *context, sh_tally tally, uint64_t place, const sh_counts *counts,
                      int distance) {
    const builder *b = context;
    (void)place;
    (void)counts;
    int left = b->corridor->length - b->corridor->known - b->corridor->middle - distance;
    return near_distance(b, sh_tally_reverse(b->tallying, tally)) <= left;
}

static void find_middles(void *context, size_t index, int worker) {
    (void)worker;
    survey *v = context;
    uint32_t from, to;
    near_slice(v, index, &from, &to);
    for (uint32_t i = from; i < to; i++)
        v->middle[i] = is_middle(v->b, sh_tally_map_at(&v->b->near.map, i));
}

// M, as the seeds of both halves.
static sh_status seed_halves(builder *b) {
    size_t count = b->near.map.count, seeds = 0;
    survey v = {.b = b, .middle = malloc(count + 1)};
    sh_tally *seed = malloc((count + 1) * sizeof *seed);
    sh_status status = SH_OK;
    if (v.middle && seed)
        survey_near(&v, find_middles);
    else
        status = sh_fail(b->error, SH_RESOURCES, "no memory for the bounds");
    for (uint32_t i = 0; i < count && !status; i++)
        if (v.middle[i]) seed[seeds++] = sh_tally_map_at(&b->near.map, i);
    for (int half = 0; half < 2 && !status; half++)
        status = sh_tally_flood_open(half ? &b->second : &b->first, b->tallying, seed, seeds,
                                     b->means->pool, b->error);
    free(v.middle);
    free(seed);
    return status;
}

static sh_status grow_halves(builder *b) {
    sh_status status = seed_halves(b);
    if (status) return status;
    status = grow(b, &b->first, b->depth, in_near);
    int rest = b->corridor->length - b->corridor->known - b->corridor->middle;
    return status || b->fold ? status : grow(b, &b->second, rest, in_second);
}

static int log2_of(double x) {
    int bits = 0;
    while (bits < 64 && x > (double)((sh_tally)1 << bits)) bits++;
    return bits;
}

// The tallies of a corridor in slices, on all threads.
typedef struct numbering {
    const builder *b;
    sh_corridor *corridor;
    _Atomic double most; // boards of one tally
} numbering;

static void number_all(numbering *n, size_t count, sh_task *task) {
    sh_pool_run(n->b->means->pool, (count + NEAR_SLICE - 1) / NEAR_SLICE, task, n);
}

static size_t slice_end(size_t index, size_t count) {
    return (index + 1) * NEAR_SLICE < count ? (index + 1) * NEAR_SLICE : count;
}

static void find_richest(void *context, size_t index, int worker) {
    (void)worker;
    numbering *n = context;
    const sh_corridor *c = n->corridor;
    double most = 1, known = n->most;
    for (size_t i = index * NEAR_SLICE; i < slice_end(index, c->map.count); i++) {
        sh_counts counts;
        double boards = 1;
        sh_tally_unpack(c->tallying, c->map.tally[i], &counts);
        for (int s = 0; s < c->tallying->passage->diagonals; s++)
            boards *= c->tallying->passage->choose[s][counts.of[s]];
        if (boards > most) most = boards;
    }
    while (most > known && !atomic_compare_exchange_weak(&n->most, &known, most)) {
    }
}

// How many bits the boards of the richest tally need.
static sh_status count_bits(builder *b) {
    sh_corridor *c = b->corridor;
    numbering n = {.b = b, .corridor = c, .most = 1};
    number_all(&n, c->map.count, find_richest);
    c->bits = log2_of(n.most);
    if (c->bits + log2_of(sh_tally_map_count(&c->map) + 1.0) > 63)
        return sh_fail(b->error, SH_USAGE, "%s has too many boards for numbers of 64 bits",
                       c->tallying->passage->puzzle->game.name);
    return SH_OK;
}

// The corridor begins with the tallies of a flood, by their numbers there.
static sh_status take_map(builder *b, sh_tally_flood *flood, size_t room) {
    sh_corridor *c = b->corridor;
    c->map = flood->map;
    memset(&flood->map, 0, sizeof flood->map);
    for (int half = 0; half < 2; half++) {
        c->until[half] = malloc((room + 1) * sizeof(int16_t));
        if (!c->until[half]) return sh_fail(b->error, SH_RESOURCES, "no memory for the bounds");
        memset(c->until[half], -1, (room + 1) * sizeof(int16_t));
    }
    return SH_OK;
}

// A tally of the second half is allowed until its reverse is as far from the known boards as there
// are moves.
static void limit_second(void *context, size_t index, int worker) {
    (void)worker;
    numbering *n = context;
    sh_corridor *c = n->corridor;
    const sh_tally_map *second = &n->b->second.map;
    for (size_t i = index * NEAR_SLICE; i < slice_end(index, second->count); i++) {
        int reverse = near_distance(n->b, sh_tally_reverse(c->tallying, second->tally[i]));
        uint32_t number = sh_tally_map_find(&c->map, second->tally[i]);
        c->until[1][number] = (int16_t)(c->length - c->known - reverse);
    }
}

// The corridor's own numbers: those of the first half, then what the second half adds. The first
// half of time may not use a way that is of the second only, nor the other way round.
static sh_status number_halves(builder *b) {
    sh_corridor *c = b->corridor;
    sh_status status = take_map(b, &b->first, b->first.map.count + b->second.map.count);
    if (status) return status;
    for (size_t i = 0; i < c->map.count; i++)
        c->until[0][i] = (int16_t)(c->middle - b->first.distance[i]);
    status = sh_tally_map_add(&c->map, b->second.map.tally, b->second.map.count, b->means->pool,
                              b->error);
    numbering n = {.b = b, .corridor = c};
    if (!status) number_all(&n, b->second.map.count, limit_second);
    return status ? status : count_bits(b);
}

static sh_status build_reversible(builder *b, const sh_tally_list *first) {
    b->corridor->middle = b->corridor->length / 2;
    b->depth = b->corridor->middle - b->corridor->known;
    sh_status status = grow_near(b, first, 0, b->odd);
    if (!status && !b->fold) status = grow_near(b, first, -largest_middle(b), false);
    if (!status) status = grow_halves(b);
    return status ? status : number_halves(b);
}

// Without a reversal only the distance to the last set counts.
static sh_status build_one_way(builder *b, const sh_tally_list *last) {
    sh_corridor *c = b->corridor;
    c->middle = c->known;
    sh_status status = seed(b, &b->second, last, NULL);
    if (!status) status = grow(b, &b->second, c->length - 2 * c->known, NULL);
    if (!status) status = take_map(b, &b->second, b->second.map.count);
    for (size_t i = 0; i < c->map.count && !status; i++) {
        int until = c->length - c->known - b->second.distance[i];
        c->until[0][i] = c->until[1][i] = (int16_t)until;
    }
    return status ? status : count_bits(b);
}

static builder start(sh_corridor *corridor, const sh_tallying *tallying, int length, int known,
                     const sh_means *means, sh_error *error) {
    memset(corridor, 0, sizeof *corridor);
    corridor->tallying = tallying;
    corridor->length = length;
    corridor->known = known;
    return (builder){.corridor = corridor,
                     .tallying = tallying,
                     .passage = tallying->passage,
                     .means = means,
                     .error = error,
                     .odd = length % 2};
}

static sh_status finish(builder *b, sh_status status) {
    sh_tally_flood_close(&b->near);
    sh_tally_flood_close(&b->first);
    sh_tally_flood_close(&b->second);
    if (status) sh_corridor_release(b->corridor);
    return status;
}

sh_status sh_corridor_open(sh_corridor *corridor, const sh_tallying *tallying,
                           const uint16_t subset[SH_MAX_DIAGONALS], int known,
                           const sh_means *means, sh_error *error) {
    builder b = start(corridor, tallying, 0, known, means, error);
    corridor->middle = known;
    sh_tally seed = sh_tally_of(tallying, subset);
    sh_status status = sh_tally_flood_open(&b.near, tallying, &seed, 1, means->pool, error);
    if (!status) status = grow(&b, &b.near, known, NULL);
    if (!status) status = take_map(&b, &b.near, b.near.map.count);
    for (size_t i = 0; i < corridor->map.count && !status; i++)
        corridor->until[0][i] = (int16_t)known;
    if (!status) status = count_bits(&b);
    if (!status && corridor->bits > OPEN_BITS)
        status = sh_fail(error, SH_USAGE, "%s has too many boards for numbers of 64 bits",
                         tallying->passage->puzzle->game.name);
    corridor->bits = OPEN_BITS;
    return finish(&b, status);
}

sh_status sh_corridor_close_in(sh_corridor *corridor, const sh_tallying *tallying, int length,
                               int known, const sh_tally_list *first, const sh_tally_list *last,
                               const sh_means *means, sh_error *error) {
    builder b = start(corridor, tallying, length, known, means, error);
    return finish(&b, tallying->passage->reversible ? build_reversible(&b, first)
                                                    : build_one_way(&b, last));
}

sh_status sh_corridor_fold(sh_corridor *corridor, const sh_tallying *tallying, int length,
                           int known, const sh_tally_list *first, const sh_means *means,
                           sh_error *error) {
    builder b = start(corridor, tallying, length, known, means, error);
    b.fold = true;
    return finish(&b, build_reversible(&b, first));
}

void sh_corridor_release(sh_corridor *corridor) {
    sh_tally_map_close(&corridor->map);
    for (int half = 0; half < 2; half++) free(corridor->until[half]);
    memset(corridor, 0, sizeof *corridor);
}

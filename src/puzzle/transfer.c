// SPDX-License-Identifier: MIT
// See transfer.h: the levels of a run.
#include "puzzle/transfer.h"

#include <stdlib.h> // calloc
#include <string.h> // memset

#include "base/memory.h"
#include "puzzle/transfer_parts.h"

enum { ENTER_SLICE = 4096 };

static const size_t KNOWN_BOARDS = 100000; // exact levels stop growing when one has so many

static void forget_run(sh_transfer *t) {
    sh_transfer_clear(t);
    t->settled = false;
    for (int i = 0; i <= SH_MAX_TRANSFER; i++) sh_level_close(&t->level[i]);
    sh_level_close(&t->meeting);
    sh_corridor_release(&t->corridor);
}

void sh_transfer_close(sh_transfer *t) {
    if (!t) return;
    forget_run(t);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i <= SH_MAX_TRANSFER; i++) sh_level_close(&t->exact[side][i]);
        sh_corridor_release(&t->wide[side]);
    }
    sh_passage_close(&t->passage);
    if (t->pool) sh_pool_close(t->pool);
    free(t);
}

sh_status sh_transfer_open(sh_transfer **transfer, const sh_puzzle *puzzle,
                           const sh_transfer_options *options, const sh_monitor *monitor,
                           sh_error *error) {
    sh_transfer *t = calloc(1, sizeof *t);
    if (!t) return sh_fail(error, SH_RESOURCES, "no memory for a search");
    t->puzzle = puzzle;
    t->options = *options;
    sh_status status = sh_puzzle_check(puzzle, error);
    if (!status) status = sh_passage_open(&t->passage, puzzle, error);
    if (!status) status = sh_tallying_make(&t->tallying, &t->passage, error);
    if (!status) status = sh_pool_open(&t->pool, options->threads, error);
    size_t memory = options->memory ? options->memory : sh_memory_available() / 4 * 3;
    t->means = (sh_means){t->pool, memory, monitor, sh_clock()};
    if (status)
        sh_transfer_close(t);
    else
        *transfer = t;
    return status;
}

// A level of one board.
static sh_status single(sh_level *level, uint64_t key, sh_error *error) {
    uint64_t *keys = sh_memory_map(sizeof key);
    if (!keys) return sh_fail(error, SH_RESOURCES, "no memory for a level");
    keys[0] = key;
    *level = (sh_level){.keys = keys, .count = 1, .memory = keys, .bytes = sizeof key};
    return SH_OK;
}

// Appends what a sweep over the parents gave to what earlier sweeps gave; tallies ascend.
static sh_status append(sh_level *level, sh_level *more, sh_error *error) {
    if (!level->count) {
        sh_level_close(level);
        *level = *more;
        memset(more, 0, sizeof *more);
        return SH_OK;
    }
    size_t count = level->count + more->count, bytes = count * sizeof(uint64_t);
    uint64_t *keys = sh_memory_map(bytes);
    if (!keys) return sh_fail(error, SH_RESOURCES, "no memory for a level of %zu boards", count);
    memcpy(keys, level->keys, level->count * sizeof *keys);
    if (more->count) memcpy(keys + level->count, more->keys, more->count * sizeof *keys);
    sh_level_close(level);
    sh_level_close(more);
    *level = (sh_level){.keys = keys, .count = count, .memory = keys, .bytes = bytes};
    return SH_OK;
}

// One level further, in as many sweeps as the memory needs.
static sh_status advance(sh_transfer *t, const sh_corridor *corridor, const sh_level *from,
                         int time, int symmetric, sh_level *to, sh_error *error) {
    sh_expansion e = {.corridor = corridor, .parents = from, .time = time, .symmetric = symmetric};
    memset(to, 0, sizeof *to);
    for (e.below = sh_tally_map_count(&corridor->map);
         e.least < sh_tally_map_count(&corridor->map);) {
        sh_level part;
        sh_status status = sh_level_expand(&e, &t->means, &part, error);
        if (!status) status = append(to, &part, error);
        if (status) {
            sh_level_close(&part);
            return status;
        }
        e.least = e.below;
        e.below = sh_tally_map_count(&corridor->map);
    }
    return SH_OK;
}

static void look_at(sh_transfer *t, const sh_corridor *corridor, const sh_level *level, int time) {
    uint64_t hash = t->options.hashes ? sh_level_hash(corridor, level, t->pool) : 0;
    t->look[time] = (sh_transfer_level){level->count, hash};
    t->looks = time + 1;
    t->boards += level->count;
}

// The set of boards with which one side begins.
static const sh_set *side_set(const sh_transfer *t, int side) {
    return side ? &t->puzzle->game.goal[0] : &t->puzzle->game.camp[0];
}

// Makes room for one more exact level; boards keep their numbers.
static sh_status widen(sh_transfer *t, int side, sh_error *error) {
    uint16_t subset[SH_MAX_DIAGONALS];
    sh_passage_split(&t->passage, side_set(t, side), subset);
    sh_corridor_release(&t->wide[side]);
    sh_status status =
        sh_corridor_open(&t->wide[side], &t->tallying, subset, t->grown + 1, &t->means, error);
    if (status || t->exact[side][0].count) return status;
    return single(&t->exact[side][0], sh_board_number(&t->wide[side], subset), error);
}

// Exact levels, until they are large or reach `most` moves.
static sh_status grow_exact(sh_transfer *t, int most, sh_error *error) {
    int sides = t->passage.reversible ? 1 : 2;
    while (t->grown < most || !sh_tally_map_count(&t->wide[0].map)) {
        if (!t->options.known && t->exact[0][t->grown].count > KNOWN_BOARDS) break;
        for (int side = 0; side < sides; side++) {
            sh_status status = widen(t, side, error);
            if (!status)
                status = advance(t, &t->wide[side], &t->exact[side][t->grown], t->grown, 0,
                                 &t->exact[side][t->grown + 1], error);
            if (status) return status;
        }
        t->grown++;
    }
    t->known = t->grown < most ? t->grown : most;
    return SH_OK;
}

// The tallies that the last exact level has; its boards are in their order.
static sh_status tallies_of(const sh_transfer *t, int side, sh_tally_list *list, sh_error *error) {
    const sh_level *level = &t->exact[side][t->known];
    const sh_corridor *wide = &t->wide[side];
    uint32_t last = SH_TALLY_NONE;
    for (size_t i = 0; i < level->count; i++) {
        uint32_t tally = sh_board_tally(wide, level->keys[i]);
        if (tally == last) continue;
        last = tally;
        if (!sh_tally_list_add(list, sh_tally_map_at(&wide->map, tally)))
            return sh_fail(error, SH_RESOURCES, "no memory for the bounds");
    }
    return SH_OK;
}

static sh_status make_corridor(sh_transfer *t, int length, bool fold, sh_error *error) {
    sh_tally_list first = {0}, last = {0};
    sh_status status = tallies_of(t, 0, &first, error);
    if (!status && !t->passage.reversible) status = tallies_of(t, 1, &last, error);
    if (!status)
        status = (fold ? sh_corridor_fold(&t->corridor, &t->tallying, length, t->known, &first,
                                          &t->means, error)
                       : sh_corridor_close_in(&t->corridor, &t->tallying, length, t->known, &first,
                                              &last, &t->means, error));
    free(first.tally);
    free(last.tally);
    return status;
}

typedef struct entering {
    const sh_transfer *t;
    sh_number_set set;
} entering;

static void enter_slice(void *context, size_t index, int worker) {
    (void)worker;
    entering *n = context;
    const sh_corridor *corridor = &n->t->corridor;
    const sh_level *from = &n->t->exact[0][n->t->known];
    size_t first = index * ENTER_SLICE;
    for (size_t i = first; i < from->count && i < first + ENTER_SLICE; i++) {
        uint16_t subset[SH_MAX_DIAGONALS];
        sh_board_subsets(&n->t->wide[0], from->keys[i], subset);
        uint64_t key = sh_board_number(corridor, subset);
        if (key != SH_NO_BOARD &&
            sh_corridor_allows(corridor, sh_board_tally(corridor, key), n->t->known))
            sh_number_set_add(&n->set, key);
    }
}

// The last exact level with the corridor's numbers, cut by its bounds.
static sh_status enter(sh_transfer *t, sh_error *error) {
    size_t count = t->exact[0][t->known].count;
    entering n = {.t = t};
    sh_status status = sh_number_set_reserve(&n.set, count, SIZE_MAX, t->pool, error);
    if (status) return status;
    sh_pool_run(t->pool, (count + ENTER_SLICE - 1) / ENTER_SLICE, enter_slice, &n);
    status = sh_level_take(&t->level[t->known], &n.set, t->pool, error);
    sh_number_set_close(&n.set);
    return status;
}

sh_status sh_transfer_ends(const sh_transfer *t, const uint16_t subset[SH_MAX_DIAGONALS],
                           bool *ends, sh_error *error) {
    int side = t->passage.reversible ? 0 : 1;
    uint16_t end[SH_MAX_DIAGONALS];
    memcpy(end, subset, sizeof end);
    if (side == 0) sh_board_reverse(&t->passage, subset, end);
    uint64_t key = sh_board_number(&t->wide[side], end);
    *ends = false;
    if (key == SH_NO_BOARD) return SH_OK;
    return sh_level_has(&t->exact[side][t->known], key, ends, error);
}

static sh_status meet(sh_transfer *t, int time, bool *found, sh_error *error) {
    const sh_level *last = &t->level[time];
    size_t bytes = (last->count + 1) * sizeof(uint64_t);
    uint64_t *keys = sh_memory_map(bytes);
    if (!keys) return sh_fail(error, SH_RESOURCES, "no memory to meet the other side");
    t->meeting = (sh_level){.keys = keys, .memory = keys, .bytes = bytes};
    sh_status status = SH_OK;
    for (size_t i = 0; i < last->count && !status; i++) {
        uint16_t subset[SH_MAX_DIAGONALS];
        uint64_t key;
        bool ends = false;
        status = sh_level_at(last, i, &key, error);
        if (status) break;
        sh_board_subsets(&t->corridor, key, subset);
        status = sh_transfer_ends(t, subset, &ends, error);
        if (ends) keys[t->meeting.count++] = key;
    }
    *found = !status && t->meeting.count > 0;
    return status;
}

// One level of the run: found in the scratch folder, or computed and stored there.
static sh_status next_level(sh_transfer *t, int time, int last, sh_error *error) {
    sh_level *next = &t->level[time + 1];
    sh_status status = sh_transfer_find(t, time + 1, error);
    if (status != SH_NO) return status;
    status = advance(t, &t->corridor, &t->level[time], time, 0, next, error);
    if (status == SH_RESOURCES)
        return sh_fail(error, SH_RESOURCES,
                       "out of memory at level %d of %d, after %llu boards: whether there is a "
                       "solution of %d moves stays open",
                       time + 1, last, (unsigned long long)t->boards, t->corridor.length);
    if (status) return status;
    look_at(t, &t->corridor, next, time + 1);
    if (t->options.listener) t->options.listener(t->options.user, time + 1, &t->look[time + 1]);
    return sh_transfer_store(t, time + 1, error);
}

// Levels are kept for the solution as long as they take no more than half of the memory.
static sh_status run_levels(sh_transfer *t, int last, sh_error *error) {
    size_t kept = 0;
    for (int time = t->known; time < last; time++) {
        sh_status status = next_level(t, time, last, error);
        if (status) return status;
        kept += t->level[time].bytes;
        if (!t->level[time].file && (!t->options.keep || kept > t->means.memory / 2)) {
            kept -= t->level[time].bytes;
            sh_level_close(&t->level[time]);
        }
        if (!t->level[time + 1].count) return SH_OK;
    }
    return SH_OK;
}

sh_status sh_transfer_advance(sh_transfer *t, int time, int symmetric, sh_error *error) {
    sh_status status =
        advance(t, &t->corridor, &t->level[time], time, symmetric, &t->level[time + 1], error);
    if (!status) look_at(t, &t->corridor, &t->level[time + 1], time + 1);
    return status;
}

sh_status sh_transfer_meet_at(sh_transfer *t, uint64_t key, sh_error *error) {
    return single(&t->meeting, key, error);
}

sh_status sh_transfer_begin(sh_transfer *t, int length, bool fold, sh_error *error) {
    if (length < 0 || length > SH_MAX_TRANSFER)
        return sh_fail(error, SH_USAGE, "lengths go to %d", SH_MAX_TRANSFER);
    forget_run(t);
    int most = length / 2;
    if (t->options.known && t->options.known < most) most = t->options.known;
    sh_status status = grow_exact(t, most, error);
    if (status) return status;
    t->boards = 0;
    for (int i = 0; i <= t->known; i++) look_at(t, &t->wide[0], &t->exact[0][i], i);
    status = make_corridor(t, length, fold, error);
    return status ? status : enter(t, error);
}

sh_status sh_transfer_settle(sh_transfer *t, int length, bool *found, sh_error *error) {
    *found = false;
    sh_status status = sh_transfer_begin(t, length, false, error);
    if (!status) status = run_levels(t, length - t->known, error);
    if (!status) status = meet(t, length - t->known, found, error);
    t->settled = status == SH_OK;
    return status;
}

bool sh_transfer_covers(const sh_transfer *t, int length) {
    const sh_game *game = &t->puzzle->game;
    int64_t way = 0;
    if (!sh_set_equal(game->stand[0], game->pass[0])) return false;
    for (int c = 0; c < SH_MAX_CELLS; c++)
        if (t->passage.diagonal[c] >= 0)
            way += t->passage.diagonal[c] *
                   ((int)sh_set_has(&game->goal[0], c) - (int)sh_set_has(&game->camp[0], c));
    return way > (int64_t)(length - 1) * 2 * t->passage.reach;
}

// A level holds the level two moves before it, so one that is no larger is the same.
bool sh_transfer_exhausted(const sh_transfer *t) {
    int last = t->known;
    return last >= 3 && t->exact[0][last].count == t->exact[0][last - 2].count &&
           t->exact[0][last - 1].count == t->exact[0][last - 3].count;
}

const sh_transfer_level *sh_transfer_levels(const sh_transfer *t, int *count) {
    *count = t->looks;
    return t->look;
}

uint64_t sh_transfer_boards(const sh_transfer *t) { return t->boards; }

int sh_transfer_known(const sh_transfer *t) { return t->known; }

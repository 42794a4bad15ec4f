// SPDX-License-Identifier: MIT
// See recheck.h. A key is the winner's cells in ascending order, then the loser's; of a board and
// its images the least key counts.
#include "puzzle/recheck.h"

#include <stdatomic.h> // atomic_bool
#include <stdlib.h>    // calloc, free
#include <string.h>    // memcmp, memcpy

#include "base/pool.h"
#include "base/random.h"
#include "puzzle/recheck_board.h"
#include "puzzle/recheck_list.h"

enum {
    TASKS = 64, // a power of two
    MOST_MEN = 2 * SH_MAX_CELLS
};

typedef struct recheck {
    const sh_game_case *one;
    const sh_monitor *monitor;
    int men, other_men;
    int left[SH_GAME_ROLES]; // moves left before the next two
    bool winner_only;
    sh_recheck_list level;
    sh_recheck_list made[TASKS];
    size_t step; // between two lists that are merged
    atomic_bool full, found;
} recheck;

static void spread(const recheck *r, const uint8_t *key, sh_recheck_board *board) {
    memset(board, SH_RECHECK_EMPTY, sizeof *board);
    for (int i = 0; i < r->men; i++) board->at[key[i]] = SH_RECHECK_WINNER;
    for (int i = 0; i < r->other_men; i++) board->at[key[r->men + i]] = SH_RECHECK_LOSER;
}

static void key_of(const recheck *r, const sh_recheck_board *board, int image, uint8_t *key) {
    sh_recheck_board seen = {{0}};
    int span = r->one->puzzle->game.board.span, counts[3] = {0, 0, r->men};
    for (int cell = 0; cell < span; cell++)
        if (board->at[cell]) seen.at[r->one->image[image][cell]] = board->at[cell];
    for (int cell = 0; cell < span; cell++)
        if (seen.at[cell]) key[counts[seen.at[cell]]++] = (uint8_t)cell;
}

static void add(recheck *r, sh_recheck_list *list, const sh_recheck_board *board) {
    uint8_t key[MOST_MEN], other[MOST_MEN];
    key_of(r, board, 0, key);
    for (int image = 1; image < r->one->images; image++) {
        key_of(r, board, image, other);
        if (memcmp(other, key, list->size) < 0) memcpy(key, other, list->size);
    }
    if (!sh_recheck_list_add(list, key)) r->full = true;
}

static void move(sh_recheck_board *board, int from, int to) {
    board->at[to] = board->at[from];
    board->at[from] = SH_RECHECK_EMPTY;
}

// Which men could enter the goal with their next move: by steps beside it, and back along jumps
// from its empty cells.
static void mark_entrants(const recheck *r, const sh_recheck_board *board, bool *entrant) {
    const sh_board *shape = &r->one->puzzle->game.board;
    bool seen[SH_MAX_CELLS] = {false};
    uint8_t stack[SH_MAX_CELLS];
    int depth = 0;
    for (int cell = 0; cell < shape->span; cell++) {
        if (!sh_set_has(&r->one->goal[SH_GAME_WINNER], cell) || board->at[cell]) continue;
        seen[cell] = true;
        stack[depth++] = (uint8_t)cell;
        for (int d = 0; d < shape->directions; d++)
            if (shape->neighbour[cell][d] >= 0) entrant[shape->neighbour[cell][d]] = true;
    }
    while (depth > 0) {
        int cell = stack[--depth];
        for (int d = 0; d < shape->directions; d++) {
            int over = shape->neighbour[cell][d];
            int from = over < 0 || !board->at[over] ? -1 : shape->neighbour[over][d];
            if (from < 0) continue;
            if (board->at[from]) entrant[from] = true;
            if (board->at[from] || seen[from]) continue;
            seen[from] = true;
            stack[depth++] = (uint8_t)from;
        }
    }
}

// `outside` men of the winner are not in the goal.
static void move_winner(recheck *r, sh_recheck_board *board, int outside, sh_recheck_list *list) {
    uint8_t targets[2 * SH_MAX_CELLS];
    bool must_enter = r->left[SH_GAME_WINNER] == outside, entrant[SH_MAX_CELLS] = {false};
    const sh_set *goal = &r->one->goal[SH_GAME_WINNER];
    if (must_enter) mark_entrants(r, board, entrant);
    for (int from = 0; from < r->one->puzzle->game.board.span; from++) {
        if (board->at[from] != SH_RECHECK_WINNER || (must_enter && !entrant[from])) continue;
        int count = sh_recheck_targets(r->one, board, from, targets);
        for (int i = 0; i < count; i++) {
            int after = outside + sh_set_has(goal, from) - sh_set_has(goal, targets[i]);
            int spare = r->left[SH_GAME_WINNER] - 1 - after;
            if (spare < 0) continue;
            move(board, from, targets[i]);
            if (after < r->men || sh_recheck_near(r->one, board, 2 * spare + 3))
                add(r, list, board);
            move(board, targets[i], from);
        }
    }
}

// After the loser's move: can her men still leave the goal in time, has she not won herself, and
// can the winner's move bring the armies near enough?
static bool worth(const recheck *r, const sh_recheck_board *board, int outside, int inside) {
    int spare = r->left[SH_GAME_WINNER] - outside;
    return inside <= r->left[SH_GAME_LOSER] - 1 &&
           !sh_recheck_filled(r->one, board, SH_GAME_LOSER) &&
           (outside < r->men || sh_recheck_near(r->one, board, 2 * spare + 2));
}

static void move_loser(recheck *r, sh_recheck_board *board, sh_recheck_list *list) {
    uint8_t targets[2 * SH_MAX_CELLS];
    const sh_set *goal = &r->one->goal[SH_GAME_WINNER];
    int outside = sh_recheck_outside(r->one, board), inside = sh_recheck_inside(r->one, board);
    for (int from = 0; from < r->one->puzzle->game.board.span; from++) {
        if (board->at[from] != SH_RECHECK_LOSER) continue;
        int count = sh_recheck_targets(r->one, board, from, targets);
        for (int i = 0; i < count; i++) {
            int after = inside - sh_set_has(goal, from) + sh_set_has(goal, targets[i]);
            move(board, from, targets[i]);
            if (worth(r, board, outside, after)) move_winner(r, board, outside, list);
            move(board, targets[i], from);
        }
    }
}

static void expand_slice(void *context, size_t index, int worker) {
    (void)worker;
    recheck *r = context;
    size_t from = r->level.count * index / TASKS, to = r->level.count * (index + 1) / TASKS;
    sh_recheck_list *list = &r->made[index];
    for (size_t i = from; i < to && !r->full && !sh_stopped(r->monitor); i++) {
        sh_recheck_board board;
        spread(r, r->level.keys + i * r->level.size, &board);
        if (r->winner_only)
            move_winner(r, &board, sh_recheck_outside(r->one, &board), list);
        else
            move_loser(r, &board, list);
    }
    sh_recheck_list_sort(list);
}

// Drops what breaks a bound, after the winner's move was counted.
static void judge_slice(void *context, size_t index, int worker) {
    (void)worker;
    recheck *r = context;
    size_t from = r->level.count * index / TASKS, to = r->level.count * (index + 1) / TASKS;
    for (size_t i = from; i < to && !sh_stopped(r->monitor); i++) {
        sh_recheck_board board;
        const uint8_t *key = r->level.keys + i * r->level.size;
        spread(r, key, &board);
        if (!sh_recheck_stands(r->one, &board, r->left[SH_GAME_WINNER])) continue;
        if (sh_recheck_outside(r->one, &board) == 0) r->found = true;
        if (!sh_recheck_list_add(&r->made[index], key)) r->full = true;
    }
    sh_recheck_list_sort(&r->made[index]);
}

static void merge_pair(void *context, size_t index, int worker) {
    (void)worker;
    recheck *r = context;
    size_t i = 2 * index * r->step;
    if (!sh_recheck_list_merge(&r->made[i], &r->made[i + r->step])) r->full = true;
}

static sh_status collect(recheck *r, sh_pool *pool, sh_error *error) {
    sh_recheck_list_close(&r->level);
    for (r->step = 1; r->step < TASKS; r->step *= 2)
        sh_pool_run(pool, TASKS / (2 * r->step), merge_pair, r);
    r->level = r->made[0];
    sh_recheck_list_open(&r->made[0], r->level.size);
    if (r->full) return sh_fail(error, SH_RESOURCES, "no memory for a level");
    if (sh_stopped(r->monitor)) return sh_fail(error, SH_INTERRUPTED, "interrupted");
    return SH_OK;
}

// The formula of game_case.h.
static uint64_t level_hash(const recheck *r) {
    uint64_t hash = 0;
    for (size_t i = 0; i < r->level.count; i++) {
        const uint8_t *key = r->level.keys + i * r->level.size;
        uint64_t least = UINT64_MAX;
        for (int image = 0; image < r->one->images; image++) {
            uint64_t sum = 0;
            for (int man = 0; man < r->men + r->other_men; man++)
                sum += r->one->code[man >= r->men][r->one->image[image][key[man]]];
            if (sum < least) least = sum;
        }
        hash += sh_mix(least);
    }
    return hash;
}

static sh_status next_level(recheck *r, sh_pool *pool, sh_error *error) {
    sh_pool_run(pool, TASKS, expand_slice, r);
    sh_status status = collect(r, pool, error);
    if (status) return status;
    r->left[SH_GAME_WINNER]--;
    if (!r->winner_only) r->left[SH_GAME_LOSER]--;
    r->winner_only = false;
    sh_pool_run(pool, TASKS, judge_slice, r);
    return collect(r, pool, error);
}

static void start(recheck *r) {
    size_t size = (size_t)r->men + (size_t)r->other_men;
    sh_recheck_board board = {{0}};
    for (int cell = 0; cell < SH_MAX_CELLS; cell++)
        for (int role = 0; role < SH_GAME_ROLES; role++)
            if (sh_set_has(&r->one->start[role], cell))
                board.at[cell] = role ? SH_RECHECK_LOSER : SH_RECHECK_WINNER;
    sh_recheck_list_open(&r->level, size);
    for (int i = 0; i < TASKS; i++) sh_recheck_list_open(&r->made[i], size);
    add(r, &r->level, &board);
}

static sh_status run(recheck *r, sh_pool *pool, const sh_recheck_options *options,
                     sh_error *error) {
    if (r->full) return sh_fail(error, SH_RESOURCES, "no memory for the first level");
    for (int level = 1; r->left[SH_GAME_WINNER] > 0 && r->level.count && !r->found; level++) {
        sh_status status = next_level(r, pool, error);
        if (status) return status;
        sh_recheck_level found = {r->level.count, level_hash(r)};
        if (options->listener && !options->listener(options->user, level, found)) break;
    }
    return SH_OK;
}

sh_status sh_recheck_game(const sh_puzzle *puzzle, int length, const sh_recheck_options *options,
                          bool *found, sh_error *error) {
    sh_game_case one;
    sh_pool *pool;
    sh_status status = sh_game_case_make(&one, puzzle, length, error);
    if (!status) status = sh_pool_open(&pool, options->threads, error);
    if (status) return status;
    recheck r = {.one = &one,
                 .monitor = options->monitor,
                 .men = one.men,
                 .other_men = sh_set_count(one.start[SH_GAME_LOSER]),
                 .left = {one.moves[SH_GAME_WINNER], one.moves[SH_GAME_LOSER]},
                 .winner_only = one.winner_first};
    start(&r);
    status = run(&r, pool, options, error);
    *found = r.found;
    sh_recheck_list_close(&r.level);
    for (int i = 0; i < TASKS; i++) sh_recheck_list_close(&r.made[i]);
    sh_pool_close(pool);
    return status;
}

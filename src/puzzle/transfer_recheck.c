// SPDX-License-Identifier: MIT
// See transfer_recheck.h. Exact levels from the start, bounds from their tallies, then level after
// level up to the middle, where a board must be the reverse of one that is known.
#include "puzzle/transfer_recheck.h"

#include <stdlib.h> // qsort
#include <string.h> // memset

#include "base/random.h"
#include "puzzle/recheck_tally.h"
#include "sternhalma/moves.h"

typedef struct board_list {
    sh_set *board;
    size_t count, room;
} board_list;

typedef struct checker {
    const sh_transfer_recheck_options *options;
    const sh_puzzle *puzzle;
    sh_passage passage;
    int middle, depth; // N, N - J
    bool odd;
    int64_t floor;
    bool both;
    tally_list near, first, second;
    sh_move *moves;
} checker;

static bool board_list_add(board_list *list, const sh_set *board) {
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 1024;
        sh_set *grown = realloc(list->board, room * sizeof *grown);
        if (!grown) return false;
        list->board = grown;
        list->room = room;
    }
    list->board[list->count++] = *board;
    return true;
}

static int compare(const void *a, const void *b) {
    const sh_set *x = a, *y = b;
    for (int i = 3; i >= 0; i--)
        if (x->w[i] != y->w[i]) return x->w[i] < y->w[i] ? -1 : 1;
    return 0;
}

static void board_list_sort(board_list *list) {
    size_t kept = 0;
    if (list->count == 0) return; // then there are no boards to sort
    qsort(list->board, list->count, sizeof *list->board, compare);
    for (size_t i = 0; i < list->count; i++)
        if (!kept || compare(&list->board[kept - 1], &list->board[i]) != 0)
            list->board[kept++] = list->board[i];
    list->count = kept;
}

// The lesser of a board and its mirror image.
static sh_set lesser(const checker *c, const sh_set *board) {
    if (!c->passage.mirrored) return *board;
    sh_set image = sh_symmetry_apply(&c->passage.mirror, board);
    return compare(&image, board) < 0 ? image : *board;
}

// The formula of numbering.h: words of the lesser board mixed one after the other.
static void tell(const checker *c, int time, const board_list *level) {
    uint64_t sum = 0;
    for (size_t i = 0; i < level->count; i++) {
        uint64_t hash = 0;
        for (int w = 0; w < 4; w++) hash = sh_mix(hash + level->board[i].w[w] + 0x9e3779b97f4a7c15);
        sum += hash;
    }
    c->options->listener(c->options->user, time, level->count, sum);
}

// May a board with this tally stand after `time` moves?
static bool allowed(const checker *c, const plain_tally *tally, int time) {
    if (time <= c->options->known) return true;
    if (time <= c->middle) return tally_list_find(&c->first, tally) <= c->middle - time;
    int rest = c->options->length - c->options->known;
    plain_tally reverse = plain_tally_reverse(&c->passage, tally);
    return tally_list_find(&c->second, tally) <= time - c->middle &&
           tally_list_find(&c->near, &reverse) <= rest - time;
}

static bool step_allowed(const checker *c, const sh_set *before, const sh_set *after, int time) {
    plain_tally to = plain_tally_of(&c->passage, after);
    if (!allowed(c, &to, time)) return false;
    if (!c->odd || time != c->middle + 1) return true;
    plain_tally from = plain_tally_of(&c->passage, before);
    return plain_tally_value(&c->passage, &from) + plain_tally_value(&c->passage, &to) >= 0;
}

// Every board one move from the level's, where `time` is after the move. Moves are listed with a
// game that never ends: solutions of fewer moves go on.
static sh_status advance(checker *c, const board_list *from, int time, board_list *to,
                         sh_error *error) {
    sh_game endless = c->puzzle->game;
    endless.goal[0] = endless.board.mask;
    memset(to, 0, sizeof *to);
    for (size_t i = 0; i < from->count; i++) {
        sh_position position;
        memset(&position, 0, sizeof position);
        position.army[0] = from->board[i];
        int count = sh_moves_list(&endless, &position, c->moves);
        for (int m = 0; m < count; m++) {
            sh_set next = from->board[i];
            sh_set_remove(&next, c->moves[m].from);
            sh_set_add(&next, c->moves[m].to);
            if (!step_allowed(c, &from->board[i], &next, time)) continue;
            next = lesser(c, &next);
            if (!board_list_add(to, &next))
                return sh_fail(error, SH_RESOURCES, "no memory for level %d", time);
        }
        if (i % 1024 == 0 && sh_stopped(c->options->monitor))
            return sh_fail(error, SH_INTERRUPTED, "interrupted");
        if (to->count > 4000000 && to->count * 10 > to->room * 9) board_list_sort(to);
    }
    board_list_sort(to);
    tell(c, time, to);
    return SH_OK;
}

static bool above_floor(const void *context, const plain_tally *tally, int distance) {
    const checker *c = context;
    int left = c->depth - distance;
    int64_t value = plain_tally_best(&c->passage, tally, left);
    if (c->both) value += plain_tally_best(&c->passage, tally, left + 1);
    return value >= c->floor;
}

static bool grow_near(checker *c, const board_list *known, int64_t floor, bool both) {
    tally_list_free(&c->near);
    c->floor = floor;
    c->both = both;
    for (size_t i = 0; i < known->count; i++) {
        plain_tally tally = plain_tally_of(&c->passage, &known->board[i]);
        if (above_floor(c, &tally, 0) && !tally_list_add(&c->near, &tally, 0)) return false;
    }
    return tally_list_sort(&c->near) &&
           tally_list_grow(&c->passage, &c->near, c->depth, above_floor, c);
}

// May the tally stand in the middle; of odd lengths before the middle move? False: no memory.
static bool judge_middle(const checker *c, const plain_tally *tally, bool *middle) {
    int64_t value = plain_tally_value(&c->passage, tally);
    tally_list next = {0};
    *middle = false;
    bool good = (!c->odd || plain_tally_moves(&c->passage, tally, 0, &next)) &&
                tally_list_add(&next, tally, 0);
    for (size_t i = 0; i < next.count && good && !*middle; i++) {
        plain_tally reverse = plain_tally_reverse(&c->passage, &next.tally[i]);
        *middle = value + plain_tally_value(&c->passage, &next.tally[i]) >= 0 &&
                  tally_list_find(&c->near, &reverse) <= c->depth;
    }
    tally_list_free(&next);
    return good;
}

static bool find_middles(checker *c) {
    for (size_t i = 0; i < c->near.count; i++) {
        const plain_tally *tally = &c->near.tally[i];
        bool middle;
        if (!judge_middle(c, tally, &middle)) return false;
        if (middle &&
            (!tally_list_add(&c->first, tally, 0) || !tally_list_add(&c->second, tally, 0)))
            return false;
    }
    return true;
}

static bool before_middle(const void *context, const plain_tally *tally, int distance) {
    const checker *c = context;
    return tally_list_find(&c->near, tally) <= c->depth - distance;
}

static bool after_middle(const void *context, const plain_tally *tally, int distance) {
    const checker *c = context;
    plain_tally reverse = plain_tally_reverse(&c->passage, tally);
    int left = c->options->length - c->options->known - c->middle - distance;
    return tally_list_find(&c->near, &reverse) <= left;
}

static bool make_bounds(checker *c, const board_list *known) {
    if (!grow_near(c, known, 0, c->odd)) return false;
    int64_t most = 0;
    for (size_t i = 0; i < c->near.count; i++) {
        int64_t value = plain_tally_best(&c->passage, &c->near.tally[i], c->odd);
        if (value > most) most = value;
    }
    if (!grow_near(c, known, -most, false)) return false;
    if (!find_middles(c)) return false;
    int after = c->options->length - c->options->known - c->middle;
    return tally_list_grow(&c->passage, &c->first, c->depth, before_middle, c) &&
           tally_list_grow(&c->passage, &c->second, after, after_middle, c);
}

// Does the reverse of some board stand in the last exact level?
static bool meets(const checker *c, const board_list *last, const board_list *known) {
    for (size_t i = 0; i < last->count && known->count; i++) {
        sh_set reverse = sh_symmetry_apply(&c->passage.reversal, &last->board[i]);
        reverse = lesser(c, &reverse);
        if (bsearch(&reverse, known->board, known->count, sizeof reverse, compare)) return true;
    }
    return false;
}

static sh_status run(checker *c, bool *found, sh_error *error) {
    int known = c->options->known, last = c->options->length - known;
    board_list level = {0}, next = {0}, exact = {0};
    sh_set start = lesser(c, &c->puzzle->game.camp[0]);
    sh_status status = SH_OK;
    if (!board_list_add(&level, &start)) status = sh_fail(error, SH_RESOURCES, "no memory");
    if (!status) tell(c, 0, &level);
    for (int time = 0; time < last && !status; time++) {
        if (time == known) {
            for (size_t i = 0; i < level.count; i++)
                if (!board_list_add(&exact, &level.board[i]))
                    status = sh_fail(error, SH_RESOURCES, "no memory");
            if (!status && !make_bounds(c, &exact))
                status = sh_fail(error, SH_RESOURCES, "no memory for the bounds");
            size_t kept = 0; // boards of the last exact level that the bounds allow
            for (size_t i = 0; i < level.count; i++) {
                plain_tally tally = plain_tally_of(&c->passage, &level.board[i]);
                if (tally_list_find(&c->first, &tally) <= c->depth)
                    level.board[kept++] = level.board[i];
            }
            level.count = kept;
        }
        if (!status) status = advance(c, &level, time + 1, &next, error);
        free(level.board);
        level = next;
        memset(&next, 0, sizeof next);
        if (!level.count) break;
    }
    if (!status) *found = meets(c, &level, last == known ? &level : &exact);
    free(level.board);
    free(exact.board);
    return status;
}

sh_status sh_transfer_recheck(const sh_puzzle *puzzle, const sh_transfer_recheck_options *options,
                              bool *found, sh_error *error) {
    checker *c = calloc(1, sizeof *c);
    *found = false;
    if (!c) return sh_fail(error, SH_RESOURCES, "no memory for the second checker");
    c->options = options;
    c->puzzle = puzzle;
    c->middle = options->length / 2;
    c->depth = c->middle - options->known;
    c->odd = options->length % 2;
    c->moves = malloc(SH_MAX_MOVES * sizeof *c->moves);
    sh_status status = c->moves ? sh_passage_open(&c->passage, puzzle, error) : SH_RESOURCES;
    if (!status && !c->passage.reversible)
        status = sh_fail(error, SH_USAGE, "the second checker needs a puzzle that can be reversed");
    if (!status && c->depth < 0)
        status = sh_fail(error, SH_DATA, "a certificate has at most half of its levels exact");
    if (!status) status = run(c, found, error);
    tally_list_free(&c->near);
    tally_list_free(&c->first);
    tally_list_free(&c->second);
    sh_passage_close(&c->passage);
    free(c->moves);
    free(c);
    return status;
}

// The sum of diagonals of a set.
static int64_t sum_of(const sh_passage *passage, const sh_set *set) {
    int64_t sum = 0;
    for (int c = sh_set_next(set, 0); c >= 0; c = sh_set_next(set, c + 1))
        sum += passage->diagonal[c];
    return sum;
}

sh_status sh_transfer_recheck_covers(const sh_puzzle *puzzle, int length, bool *covers,
                                     sh_error *error) {
    const sh_game *game = &puzzle->game;
    sh_passage *passage = calloc(1, sizeof *passage);
    if (!passage) return sh_fail(error, SH_RESOURCES, "no memory for the second checker");
    sh_status status = sh_passage_open(passage, puzzle, error);
    if (!status) {
        int64_t way = sum_of(passage, &game->goal[0]) - sum_of(passage, &game->camp[0]);
        int64_t without_chains = (int64_t)(length - 1) * 2 * passage->reach;
        plain_tally from = plain_tally_of(passage, &game->camp[0]);
        plain_tally to = plain_tally_of(passage, &game->goal[0]);
        bool divisible = sh_set_equal(game->stand[0], game->pass[0]);
        *covers = (divisible && way > without_chains) || length <= 1 ||
                  plain_tally_best(passage, &from, length - 1) < plain_tally_value(passage, &to);
    }
    sh_passage_close(passage);
    free(passage);
    return status;
}

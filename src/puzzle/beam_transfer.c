// SPDX-License-Identifier: MIT
// See beam_transfer.h. Boards are stored without parents; a solution is found backwards, because
// the board before a board is one of its neighbours.
#include "puzzle/beam_transfer.h"

#include <math.h>      // llround
#include <stdatomic.h> // atomic_bool
#include <stdlib.h>    // calloc
#include <string.h>    // memcpy

#include "base/keyset.h"
#include "base/pool.h"
#include "base/random.h"
#include "puzzle/beam_choice.h"
#include "puzzle/numbering.h"
#include "rules/generator.h"

enum { UNIT = 64, WORDS = 4 }; // scores are whole multiples of 1/64

// A level that is complete.
typedef struct beam_level {
    sh_keyset boards;
    int most; // the largest centroid
} beam_level;

// A way through: `first` at one level meets the reverse of `second` at another.
typedef struct meeting {
    sh_set first, second;
    int first_time, second_time;
} meeting;

typedef struct beam {
    const sh_puzzle *puzzle;
    const sh_transfer_beam *options;
    sh_passage passage;
    sh_pool *pool;
    beam_level level[SH_MAX_BEAM_MOVES + 1];
    int time; // of the level being expanded
    sh_beam_choice *next;
    int bonus; // β of this level
    atomic_bool failed;
    atomic_flag locked;
    bool met;
    meeting meeting;
} beam;

// Σ s over the men, measured from the middle, doubled.
static int centroid(const beam *b, const sh_set *board) {
    int sum = 0;
    for (int c = sh_set_next(board, 0); c >= 0; c = sh_set_next(board, c + 1))
        sum += 2 * b->passage.diagonal[c] - (b->passage.diagonals - 1);
    return sum;
}

static bool level_has(const beam_level *l, const sh_set *board) {
    return sh_keyset_find(&l->boards, board->w, NULL);
}

static sh_set level_board(const beam_level *l, size_t number) {
    sh_set board;
    memcpy(board.w, sh_keyset_at(&l->boards, number), sizeof board.w);
    return board;
}

static sh_status level_add(const beam *b, beam_level *l, const sh_set *board, sh_error *error) {
    int c = centroid(b, board);
    if (!l->boards.count || c > l->most) l->most = c;
    l->boards.words = WORDS;
    if (sh_keyset_add(&l->boards, board->w) == SH_RESOURCES)
        return sh_fail(error, SH_RESOURCES, "no memory for a beam");
    return SH_OK;
}

// Notes a meeting. Of several the least board counts, whatever the order.
static void meet(beam *b, const sh_set *board, int time, const sh_set *other, int other_time) {
    while (atomic_flag_test_and_set(&b->locked)) {
    }
    if (!b->met || sh_army_less(board, &b->meeting.first))
        b->meeting = (meeting){*board, *other, time, other_time};
    b->met = true;
    atomic_flag_clear(&b->locked);
}

static void targets_of(const sh_game *game, const sh_set *army, sh_set *sets) {
    const sh_generator *generator = sh_generator_best();
    if (game->board.width == 64) {
        b64 targets[SH_TARGETS_ROOM], own = b64_from(army);
        generator->targets64(game, 0, &own, &own, targets);
        for (int i = 0; i < game->pieces; i++) sets[i] = b64_set(targets[i]);
    } else if (game->board.width == 128) {
        b128 targets[SH_TARGETS_ROOM], own = b128_from(army);
        generator->targets128(game, 0, &own, &own, targets);
        for (int i = 0; i < game->pieces; i++) sets[i] = b128_set(targets[i]);
    } else {
        b256 targets[SH_TARGETS_ROOM], own = b256_from(army);
        generator->targets256(game, 0, &own, &own, targets);
        for (int i = 0; i < game->pieces; i++) sets[i] = b256_set(targets[i]);
    }
}

static sh_set moved(const sh_set *board, int from, int to) {
    sh_set next = *board;
    sh_set_remove(&next, from);
    sh_set_add(&next, to);
    return next;
}

// What the children of one board share.
typedef struct parent {
    sh_set board, reverse;
    int centroid;
} parent;

static void offer(beam *b, const parent *p, int from, int to) {
    const sh_passage *passage = &b->passage;
    sh_set child = moved(&p->board, from, to);
    sh_set reverse = moved(&p->reverse, passage->reversal.cell[from], passage->reversal.cell[to]);
    int c = p->centroid + 2 * (passage->diagonal[to] - passage->diagonal[from]);
    int symmetric = sh_set_count(sh_set_and(child, reverse));
    const beam_level *now = &b->level[b->time];
    child = sh_passage_lesser(&b->passage, &child);
    if (-c <= now->most) {
        sh_set other = sh_passage_lesser(&b->passage, &reverse);
        if (level_has(now, &other)) meet(b, &child, b->time + 1, &other, b->time);
    }
    uint64_t hash = sh_army_hash(&child);
    int score = UNIT / 2 * c + b->bonus * symmetric;
    int noise = (int)(b->options->noise * UNIT);
    if (noise > 0) score += (int)(sh_mix(hash + b->options->seed) % (uint64_t)noise);
    if (sh_beam_choice_wants(b->next, hash, score) &&
        !sh_beam_choice_offer(b->next, child.w, hash, score))
        b->failed = true;
}

static void expand_board(beam *b, const sh_set *board) {
    const sh_game *game = &b->puzzle->game;
    sh_set targets[SH_MAX_PIECES];
    parent p = {*board, sh_symmetry_apply(&b->passage.reversal, board), centroid(b, board)};
    targets_of(game, board, targets);
    for (int i = 0, from = sh_set_next(board, 0); from >= 0;
         i++, from = sh_set_next(board, from + 1))
        for (int to = sh_set_next(&targets[i], 0); to >= 0; to = sh_set_next(&targets[i], to + 1))
            offer(b, &p, from, to);
}

#define SLICE 256

static void expand_slice(void *context, size_t index, int worker) {
    beam *b = context;
    const beam_level *now = &b->level[b->time];
    size_t count = now->boards.count, end = (index + 1) * SLICE;
    for (size_t i = index * SLICE; i < count && i < end && !sh_stopped(b->options->monitor); i++) {
        sh_set board = level_board(now, i);
        expand_board(b, &board);
    }
}

// The boards chosen become the next level; those that are the reverse of another meet.
static sh_status settle(beam *b, sh_error *error) {
    beam_level *next = &b->level[b->time + 1];
    sh_status status = SH_OK;
    sh_beam_choice_settle(b->next);
    for (int part = 0; part < SH_BEAM_PARTS; part++)
        for (size_t i = 0; i < sh_beam_choice_count(b->next, part) && !status; i++) {
            sh_set board;
            memcpy(board.w, sh_beam_choice_board(b->next, part, i), sizeof board.w);
            status = level_add(b, next, &board, error);
        }
    for (size_t i = 0; i < next->boards.count && !b->met && !status; i++) {
        sh_set board = level_board(next, i);
        sh_set reverse = sh_symmetry_apply(&b->passage.reversal, &board);
        reverse = sh_passage_lesser(&b->passage, &reverse);
        if (level_has(next, &reverse)) meet(b, &board, b->time + 1, &reverse, b->time + 1);
    }
    return status;
}

static sh_status next_level(beam *b, sh_error *error) {
    const beam_level *now = &b->level[b->time];
    double bonus = b->options->symmetry + b->options->growth * b->time;
    b->bonus = (int)llround(bonus * UNIT);
    b->next = sh_beam_choice_open(WORDS, b->options->width);
    if (!b->next) return sh_fail(error, SH_RESOURCES, "no memory for a beam");
    sh_pool_run(b->pool, (now->boards.count + SLICE - 1) / SLICE, expand_slice, b);
    sh_status status = SH_OK;
    if (sh_stopped(b->options->monitor)) status = sh_fail(error, SH_INTERRUPTED, "interrupted");
    if (!status && b->failed) status = sh_fail(error, SH_RESOURCES, "no memory for a beam");
    if (!status && !b->met) status = settle(b, error);
    sh_beam_choice_close(b->next);
    b->next = NULL;
    b->time++;
    return status;
}

// Is `to` one move from `from`, in some mirror? The board that is, in the orientation of `from`.
static bool step_back(const beam *b, const sh_set *from, const beam_level *level, sh_set *before) {
    sh_set targets[SH_MAX_PIECES];
    targets_of(&b->puzzle->game, from, targets);
    for (int i = 0, man = sh_set_next(from, 0); man >= 0; i++, man = sh_set_next(from, man + 1))
        for (int to = sh_set_next(&targets[i], 0); to >= 0; to = sh_set_next(&targets[i], to + 1)) {
            sh_set board = moved(from, man, to), lesser = sh_passage_lesser(&b->passage, &board);
            if (!level_has(level, &lesser)) continue;
            *before = board;
            return true;
        }
    return false;
}

// Boards 0 … time of a way from the start to a board.
static bool walk_back(const beam *b, const sh_set *last, int time, sh_set *boards) {
    boards[time] = *last;
    for (int t = time - 1; t >= 0; t--)
        if (!step_back(b, &boards[t + 1], &b->level[t], &boards[t])) return false;
    return true;
}

static sh_move between(const sh_set *before, const sh_set *after) {
    sh_set left = sh_set_minus(*before, *after), arrived = sh_set_minus(*after, *before);
    return (sh_move){(uint8_t)sh_set_next(&left, 0), (uint8_t)sh_set_next(&arrived, 0)};
}

// The first half leads to a board, the second is the way to its reverse, backwards and reversed.
static bool unwind(const beam *b, sh_move *moves, int *count) {
    const meeting *m = &b->meeting;
    static _Thread_local sh_set boards[SH_MAX_BEAM_MOVES + 1];
    sh_set other = sh_symmetry_apply(&b->passage.reversal, &m->first);
    if (!walk_back(b, &m->first, m->first_time, boards)) return false;
    for (int i = 0; i < m->first_time; i++) moves[i] = between(&boards[i], &boards[i + 1]);
    if (!walk_back(b, &other, m->second_time, boards)) return false;
    for (int i = 0; i < m->second_time; i++) {
        sh_move move = between(&boards[i], &boards[i + 1]);
        const uint8_t *image = b->passage.reversal.cell;
        moves[m->first_time + m->second_time - 1 - i] = (sh_move){image[move.to], image[move.from]};
    }
    *count = m->first_time + m->second_time;
    return true;
}

static sh_status run(beam *b, sh_move *moves, int *count, uint64_t *boards, sh_error *error) {
    int most = b->options->most ? b->options->most : SH_MAX_BEAM_MOVES;
    sh_set start = sh_passage_lesser(&b->passage, &b->puzzle->game.camp[0]);
    sh_status status = level_add(b, &b->level[0], &start, error);
    while (!status && !b->met && 2 * b->time + 1 <= most && b->level[b->time].boards.count) {
        *boards += b->level[b->time].boards.count;
        status = next_level(b, error);
    }
    if (status) return status;
    if (b->met && unwind(b, moves, count) && *count > most) *count = 0;
    return SH_OK;
}

sh_status sh_beam_transfer(const sh_puzzle *puzzle, const sh_transfer_beam *options, sh_move *moves,
                           int *count, uint64_t *boards, sh_error *error) {
    beam *b = calloc(1, sizeof *b);
    *count = 0;
    if (!b) return sh_fail(error, SH_RESOURCES, "no memory for a beam");
    b->puzzle = puzzle;
    b->options = options;
    sh_status status = sh_passage_open(&b->passage, puzzle, error);
    if (!status && !b->passage.reversible)
        status = sh_fail(error, SH_USAGE, "a beam needs a puzzle that can be reversed");
    if (!status) status = sh_pool_open(&b->pool, options->threads, error);
    if (!status) status = run(b, moves, count, boards, error);
    for (int i = 0; i <= SH_MAX_BEAM_MOVES; i++) sh_keyset_close(&b->level[i].boards);
    sh_passage_close(&b->passage);
    if (b->pool) sh_pool_close(b->pool);
    free(b);
    return status;
}

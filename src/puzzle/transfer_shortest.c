// SPDX-License-Identifier: MIT
// See transfer_shortest.h. A solution first, then downwards: each length is settled by a run of
// transfer.h, until one has none and excludes those before it, too. Without a first solution
// upwards, until one has a solution.
#include "puzzle/transfer_shortest.h"

#include <stdlib.h> // realloc
#include <string.h> // memcpy

#include "puzzle/beam_transfer.h"
#include "puzzle/transfer_parts.h"

// The beams that look for a first solution: β, and the share of the width. Wide ones only for
// armies so large that the exact search would pay dearly for a length too many.
static const struct {
    double symmetry, share;
    int men;
} BEAMS[] = {{4, 0.1, 1}, {2, 0.1, 1}, {4, 1, 12}, {2, 1, 12}};

static const uint64_t MOST_PALINDROME_BOARDS = 1 << 25; // looked at for one length

typedef struct finder {
    const sh_puzzle *puzzle;
    const sh_transfer_search *search;
    sh_transfer *transfer;
    sh_transfer_answer *answer;
    sh_error *error;
} finder;

void sh_transfer_answer_free(sh_transfer_answer *answer) {
    free(answer->settled);
    answer->settled = NULL;
}

static sh_status note(finder *f, int length, bool found, double began) {
    sh_transfer_answer *a = f->answer;
    sh_transfer_settled *grown =
        realloc(a->settled, ((size_t)a->settled_count + 1) * sizeof *grown);
    if (!grown) return sh_fail(f->error, SH_RESOURCES, "no memory for a result");
    a->settled = grown;
    sh_transfer_settled *s = &grown[a->settled_count++];
    const sh_transfer_level *levels = sh_transfer_levels(f->transfer, &s->levels);
    s->length = length;
    s->found = found;
    s->covers = sh_transfer_covers(f->transfer, length);
    s->known = sh_transfer_known(f->transfer);
    s->boards = sh_transfer_boards(f->transfer);
    s->seconds = sh_clock() - began;
    memcpy(s->level, levels, (size_t)s->levels * sizeof *levels);
    a->boards += s->boards;
    if (f->search->listener) f->search->listener(f->search->user, s);
    return SH_OK;
}

static sh_status settle(finder *f, int length, bool keep, bool *found) {
    double began = sh_clock();
    f->transfer->options.keep = keep;
    sh_status status = sh_transfer_settle(f->transfer, length, found, f->error);
    return status ? status : note(f, length, *found, began);
}

// Settles a length and takes a solution there is. A proof needs no levels kept, and a beam has
// most likely found the shortest solution: so levels are kept only in a second run.
static sh_status look_for(finder *f, int length, bool expected, bool *found) {
    sh_status status = settle(f, length, expected, found);
    if (status || !*found) return status;
    if (!expected) status = settle(f, length, true, found);
    if (status == SH_RESOURCES)
        return sh_fail(f->error, status,
                       "there is a solution of %d moves, but no memory to keep the levels that "
                       "lead to it: give more --memory, or a --scratch folder",
                       length);
    if (status) return status;
    sh_transfer_answer *a = f->answer;
    status = sh_transfer_solution(f->transfer, a->moves, &a->length, f->error);
    return status;
}

static sh_status try_beams(finder *f) {
    sh_transfer_answer *a = f->answer;
    a->length = -1;
    for (size_t i = 0; i < sizeof BEAMS / sizeof *BEAMS; i++) {
        if (f->puzzle->game.pieces < BEAMS[i].men) continue;
        sh_transfer_beam beam = {.threads = f->search->options.threads,
                                 .width = (size_t)((double)f->search->beam * BEAMS[i].share) + 1,
                                 .symmetry = BEAMS[i].symmetry,
                                 .noise = 1,
                                 .seed = i,
                                 .most = a->length > 0 ? a->length - 1 : 0,
                                 .monitor = f->search->monitor};
        sh_move moves[SH_MAX_BEAM_MOVES];
        int count;
        sh_status status = sh_beam_transfer(f->puzzle, &beam, moves, &count, &a->boards, f->error);
        if (status) return status;
        if (!count) continue;
        a->length = count;
        memcpy(a->moves, moves, (size_t)count * sizeof *moves);
    }
    return SH_OK;
}

// With jumps only beams are several moves too long, but some shortest solution is most often its
// own reverse. Gives up where the search grows large.
static sh_status try_palindromes(finder *f, int length) {
    sh_transfer_answer *a = f->answer;
    bool found = false;
    f->transfer->options.keep = true;
    for (; !found && length <= SH_MAX_TRANSFER; length++) {
        sh_status status = sh_transfer_fold(f->transfer, length, &found, a->moves, f->error);
        if (status) return status == SH_RESOURCES ? SH_OK : status;
        uint64_t boards = sh_transfer_boards(f->transfer);
        a->boards += boards;
        if (found) a->length = length;
        if (boards > MOST_PALINDROME_BOARDS || sh_transfer_exhausted(f->transfer)) break;
    }
    return SH_OK;
}

// No solution of this length: what does that exclude?
static sh_status exclude(finder *f, int length) {
    bool found = false;
    if (!sh_transfer_covers(f->transfer, length) && f->answer->excluded < length - 1) {
        sh_status status = look_for(f, length - 1, false, &found);
        if (status || found) return status;
    }
    f->answer->excluded = length;
    return SH_OK;
}

// From a solution downwards. A length without a solution excludes those before it, or one of them
// is found after all.
static sh_status go_down(finder *f) {
    sh_transfer_answer *a = f->answer;
    while (a->excluded < a->length - 1) {
        bool found;
        sh_status status = look_for(f, a->length - 1, false, &found);
        if (!status && !found) status = exclude(f, a->length - 1);
        if (status) return status;
    }
    return SH_OK;
}

// The least length that the values of start and goal allow.
static int least_length(const finder *f) {
    const sh_passage *passage = &f->transfer->passage;
    sh_counts counts[2] = {{{0}}, {{0}}};
    uint16_t subset[SH_MAX_DIAGONALS];
    for (int i = 0; i < 2; i++) {
        sh_passage_split(passage, i ? &f->puzzle->game.goal[0] : &f->puzzle->game.camp[0], subset);
        for (int s = 0; s < passage->diagonals; s++)
            counts[i].of[s] = (uint8_t)__builtin_popcount(subset[s]);
    }
    int64_t goal = sh_tally_value(passage, &counts[1]);
    int length = 1;
    while (length < SH_MAX_TRANSFER && sh_tally_value_after(passage, &counts[0], length) < goal)
        length++;
    return length;
}

static sh_status impossible(const finder *f) {
    return sh_fail(f->error, SH_NO, "impossible: no number of moves leads %s from start to goal",
                   f->puzzle->game.name);
}

static sh_status go_up(finder *f) {
    f->answer->excluded = least_length(f) - 1;
    for (int length = least_length(f);; length++) {
        bool found;
        sh_status status = look_for(f, length, true, &found);
        if (status || found) return status;
        f->answer->excluded = length;
        if (sh_transfer_exhausted(f->transfer)) return impossible(f);
    }
}

static sh_status find_palindrome(finder *f) {
    int only = f->search->length, least = only ? only : least_length(f);
    f->answer->excluded = only ? -1 : least - 1;
    for (int length = least; length <= (only ? only : SH_MAX_TRANSFER); length++) {
        bool found;
        double began = sh_clock();
        f->transfer->options.keep = true;
        sh_status status =
            sh_transfer_fold(f->transfer, length, &found, f->answer->moves, f->error);
        if (!status) status = note(f, length, found, began);
        if (status) return status;
        if (found) {
            f->answer->length = length;
            return SH_OK;
        }
        if (only) return SH_OK;
        f->answer->excluded = length;
        if (sh_transfer_exhausted(f->transfer)) return impossible(f);
    }
    return sh_fail(f->error, SH_NO, "no palindrome of %d moves or less", SH_MAX_TRANSFER);
}

// Where only one length was asked for its levels are still there.
static sh_status count_all(finder *f) {
    bool found;
    sh_status status = f->search->length ? SH_OK : settle(f, f->answer->length, true, &found);
    if (!status) status = sh_transfer_count_all(f->transfer, &f->answer->count, f->error);
    f->answer->counted = status == SH_OK;
    if (status != SH_RESOURCES) return status;
    return sh_fail(f->error, status,
                   "no memory to count the solutions of %d moves: give more --memory, or a "
                   "--scratch folder",
                   f->answer->length);
}

static sh_status one_length(finder *f) {
    bool found;
    sh_status status = look_for(f, f->search->length, true, &found);
    if (!status && !found) status = exclude(f, f->search->length);
    return status;
}

static sh_status run(finder *f) {
    sh_transfer_answer *a = f->answer;
    if (f->search->palindrome) return find_palindrome(f);
    if (f->search->length) return one_length(f);
    if (f->search->beam && f->transfer->passage.reversible) {
        sh_status status =
            sh_puzzle_jumps_only(f->puzzle) ? try_palindromes(f, least_length(f)) : try_beams(f);
        if (status) return status;
    }
    return a->length > 0 ? go_down(f) : go_up(f);
}

sh_status sh_transfer_find_shortest(const sh_puzzle *puzzle, const sh_transfer_search *search,
                                    sh_transfer_answer *answer, sh_error *error) {
    finder f = {.puzzle = puzzle, .search = search, .answer = answer, .error = error};
    memset(answer, 0, sizeof *answer);
    answer->length = answer->excluded = -1;
    if (sh_set_equal(puzzle->game.camp[0], puzzle->game.goal[0])) {
        answer->length = 0;
        answer->proved = true;
        return SH_OK;
    }
    sh_status status =
        sh_transfer_open(&f.transfer, puzzle, &search->options, search->monitor, error);
    if (status) return status;
    status = run(&f);
    answer->proved = answer->length > 0 && answer->excluded == answer->length - 1;
    bool countable = answer->proved || answer->length == search->length;
    if (!status && search->all && countable && !search->palindrome) status = count_all(&f);
    sh_transfer_close(f.transfer);
    return status;
}

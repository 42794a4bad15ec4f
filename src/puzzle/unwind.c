// SPDX-License-Identifier: MIT
// From the levels of a run to a solution: back from the meeting, level by level, to any board of
// the level before that is one move away. Moves can be taken back, so a board's neighbours are also
// those from which it is reached.
#include <assert.h> // assert
#include <stdlib.h> // malloc
#include <string.h> // memcpy

#include "puzzle/transfer.h"
#include "puzzle/transfer_parts.h"

typedef struct board {
    uint16_t subset[SH_MAX_DIAGONALS];
} board;

typedef struct seeking {
    const sh_corridor *corridor;
    const sh_level *level;
    board found;
    bool any;
    sh_status status; // of reading the level
    sh_error *error;
} seeking;

static void seek(void *context, const uint16_t subset[SH_MAX_DIAGONALS], sh_move move) {
    seeking *s = context;
    if (s->any || s->status) return;
    uint64_t key = sh_board_number(s->corridor, subset);
    if (key == SH_NO_BOARD) return;
    s->status = sh_level_has(s->level, key, &s->any, s->error);
    if (s->any) memcpy(s->found.subset, subset, sizeof s->found.subset);
}

// Fills boards[from … to - 1] backwards from boards[to], each from its level.
static sh_status walk_back(const sh_transfer *t, const sh_corridor *corridor,
                           const sh_level *levels, int from, int to, board *boards,
                           sh_error *error) {
    for (int time = to - 1; time >= from; time--) {
        seeking s = {.corridor = corridor, .level = &levels[time], .error = error};
        sh_board_neighbours(&t->passage, boards[time + 1].subset, seek, &s);
        if (s.status) return s.status;
        if (!s.any)
            return sh_fail(error, SH_DATA, "a level of the search has lost boards of its solution");
        boards[time] = s.found;
    }
    return SH_OK;
}

// The last moves: the first moves to the reverse of the meeting board, reversed; or, without a
// reversal, those of the levels that begin at the goal.
static sh_status walk_on(const sh_transfer *t, int time, board *boards, sh_error *error) {
    board *back = calloc((size_t)t->known + 1, sizeof *back);
    int side = t->passage.reversible ? 0 : 1;
    if (!back) return sh_fail(error, SH_RESOURCES, "no memory for a solution");
    back[t->known] = boards[time];
    if (!side) sh_board_reverse(&t->passage, boards[time].subset, back[t->known].subset);
    sh_status status = walk_back(t, &t->wide[side], t->exact[side], 0, t->known, back, error);
    for (int i = 1; i <= t->known && !status; i++) {
        boards[time + i] = back[t->known - i];
        if (!side)
            sh_board_reverse(&t->passage, back[t->known - i].subset, boards[time + i].subset);
    }
    free(back);
    return status;
}

sh_move sh_transfer_between(const sh_passage *passage, const uint16_t a[SH_MAX_DIAGONALS],
                            const uint16_t b[SH_MAX_DIAGONALS]) {
    sh_set before = sh_passage_join(passage, a), after = sh_passage_join(passage, b);
    sh_set left = sh_set_minus(before, after), arrived = sh_set_minus(after, before);
    assert(sh_set_count(left) == 1 && sh_set_count(arrived) == 1);
    return (sh_move){(uint8_t)sh_set_next(&left, 0), (uint8_t)sh_set_next(&arrived, 0)};
}

// Boards 0 … time of a way to the first meeting board.
static sh_status walk_to_meeting(const sh_transfer *t, int time, board *boards, sh_error *error) {
    assert(t->meeting.count > 0);
    sh_board_subsets(&t->corridor, t->meeting.keys[0], boards[time].subset);
    sh_status status = walk_back(t, &t->corridor, t->level, t->known, time, boards, error);
    return status ? status : walk_back(t, &t->wide[0], t->exact[0], 0, t->known, boards, error);
}

static void moves_of(const sh_transfer *t, const board *boards, int count, sh_move *moves) {
    for (int i = 0; i < count; i++)
        moves[i] = sh_transfer_between(&t->passage, boards[i].subset, boards[i + 1].subset);
}

sh_status sh_transfer_first_half(const sh_transfer *t, int time, sh_move *moves,
                                 uint16_t last[SH_MAX_DIAGONALS], sh_error *error) {
    board *boards = calloc((size_t)time + 1, sizeof *boards);
    if (!boards) return sh_fail(error, SH_RESOURCES, "no memory for a solution");
    sh_status status = walk_to_meeting(t, time, boards, error);
    if (!status) {
        moves_of(t, boards, time, moves);
        memcpy(last, boards[time].subset, sizeof boards[time].subset);
    }
    free(boards);
    return status;
}

sh_status sh_transfer_need_levels(const sh_transfer *t, sh_error *error) {
    int length = t->corridor.length;
    for (int i = t->known; i < length - t->known; i++)
        if (!t->level[i].count)
            return sh_fail(error, SH_RESOURCES,
                           "there is a solution of %d moves, but the levels were not kept: give "
                           "more --memory, or a --scratch folder",
                           length);
    return SH_OK;
}

sh_status sh_transfer_solution(sh_transfer *t, sh_move *moves, int *count, sh_error *error) {
    int length = t->corridor.length, time = length - t->known;
    sh_status status = sh_transfer_need_levels(t, error);
    if (status) return status;
    board *boards = calloc((size_t)length + 1, sizeof *boards);
    if (!boards) return sh_fail(error, SH_RESOURCES, "no memory for a solution");
    status = walk_to_meeting(t, time, boards, error);
    if (!status) status = walk_on(t, time, boards, error);
    if (!status) {
        moves_of(t, boards, length, moves);
        *count = length;
    }
    free(boards);
    return status;
}

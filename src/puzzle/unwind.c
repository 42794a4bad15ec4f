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
} seeking;

static void seek(void *context, const uint16_t subset[SH_MAX_DIAGONALS], sh_move move) {
    seeking *s = context;
    if (s->any) return;
    uint64_t key = sh_board_number(s->corridor, subset);
    if (key == SH_NO_BOARD || !sh_level_has(s->level, key)) return;
    s->any = true;
    memcpy(s->found.subset, subset, sizeof s->found.subset);
}

// Fills boards[from … to - 1] backwards from boards[to], each from its level.
static void walk_back(const sh_transfer *t, const sh_corridor *corridor, const sh_level *levels,
                      int from, int to, board *boards) {
    for (int time = to - 1; time >= from; time--) {
        seeking s = {.corridor = corridor, .level = &levels[time]};
        sh_board_neighbours(&t->passage, boards[time + 1].subset, seek, &s);
        assert(s.any);
        boards[time] = s.found;
    }
}

// The last moves: the first moves to the reverse of the meeting board, reversed; or, without a
// reversal, those of the levels that begin at the goal.
static void walk_on(const sh_transfer *t, int time, board *boards) {
    board *back = calloc((size_t)t->known + 1, sizeof *back);
    int side = t->passage.reversible ? 0 : 1;
    assert(back);
    back[t->known] = boards[time];
    if (!side) sh_board_reverse(&t->passage, boards[time].subset, back[t->known].subset);
    walk_back(t, &t->wide[side], t->exact[side], 0, t->known, back);
    for (int i = 1; i <= t->known; i++) {
        boards[time + i] = back[t->known - i];
        if (!side)
            sh_board_reverse(&t->passage, back[t->known - i].subset, boards[time + i].subset);
    }
    free(back);
}

sh_move sh_transfer_between(const sh_passage *passage, const uint16_t a[SH_MAX_DIAGONALS],
                            const uint16_t b[SH_MAX_DIAGONALS]) {
    sh_set before = sh_passage_join(passage, a), after = sh_passage_join(passage, b);
    sh_set left = sh_set_minus(before, after), arrived = sh_set_minus(after, before);
    assert(sh_set_count(left) == 1 && sh_set_count(arrived) == 1);
    return (sh_move){(uint8_t)sh_set_next(&left, 0), (uint8_t)sh_set_next(&arrived, 0)};
}

// Boards 0 … time of a way to the first meeting board.
static void walk_to_meeting(const sh_transfer *t, int time, board *boards) {
    assert(t->meeting.count > 0);
    sh_board_subsets(&t->corridor, t->meeting.keys[0], boards[time].subset);
    walk_back(t, &t->corridor, t->level, t->known, time, boards);
    walk_back(t, &t->wide[0], t->exact[0], 0, t->known, boards);
}

static void moves_of(const sh_transfer *t, const board *boards, int count, sh_move *moves) {
    for (int i = 0; i < count; i++)
        moves[i] = sh_transfer_between(&t->passage, boards[i].subset, boards[i + 1].subset);
}

void sh_transfer_first_half(const sh_transfer *t, int time, sh_move *moves,
                            uint16_t last[SH_MAX_DIAGONALS]) {
    board *boards = calloc((size_t)time + 1, sizeof *boards);
    assert(boards);
    walk_to_meeting(t, time, boards);
    moves_of(t, boards, time, moves);
    memcpy(last, boards[time].subset, sizeof boards[time].subset);
    free(boards);
}

sh_status sh_transfer_solution(sh_transfer *t, sh_move *moves, int *count, sh_error *error) {
    int length = t->corridor.length, time = length - t->known;
    for (int i = t->known; i < time; i++)
        if (!t->level[i].count)
            return sh_fail(error, SH_RESOURCES,
                           "there is a solution of %d moves, but the levels were not kept: give "
                           "more --memory, or a --scratch folder",
                           length);
    board *boards = calloc((size_t)length + 1, sizeof *boards);
    if (!boards) return sh_fail(error, SH_RESOURCES, "no memory for a solution");
    walk_to_meeting(t, time, boards);
    walk_on(t, time, boards);
    moves_of(t, boards, length, moves);
    *count = length;
    free(boards);
    return SH_OK;
}

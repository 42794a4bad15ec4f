// SPDX-License-Identifier: MIT
// Steps are neighbours; chains flood over a table of the cells to hop over and to land on.
#include "solve/race/policy/track_moves.h"

#include "rank/subset.h"

static const int DIRECTION[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}};

static uint32_t cell_bit(int side, int i, int j) {
    return i < 0 || j < 0 || i >= side || j >= side ? 0 : 1u << (i * side + j);
}

void sh_track_moves_make(sh_track_moves *moves, const sh_triples *triples) {
    moves->triples = triples;
    sh_binomials_make(&moves->binomials);
    for (int cell = 0; cell < triples->cells; cell++) {
        int i = cell / triples->side, j = cell % triples->side;
        moves->steps[cell] = 0;
        for (int d = 0; d < 6; d++) {
            int di = DIRECTION[d][0], dj = DIRECTION[d][1];
            moves->over[cell][d] = cell_bit(triples->side, i + di, j + dj);
            moves->landing[cell][d] = cell_bit(triples->side, i + 2 * di, j + 2 * dj);
            moves->steps[cell] |= moves->over[cell][d];
        }
    }
}

// The empty cells that chains of hops lead to.
static uint32_t hops_from(const sh_track_moves *moves, int from, uint32_t occupied) {
    uint32_t reached = 0, fresh = 1u << from;
    while (fresh) {
        int cell = __builtin_ctz(fresh);
        fresh &= fresh - 1;
        for (int d = 0; d < 6; d++) {
            uint32_t to = moves->landing[cell][d];
            if (!(moves->over[cell][d] & occupied) || to & (occupied | reached)) continue;
            reached |= to;
            fresh |= to;
        }
    }
    return reached;
}

int sh_track_moves_list(const sh_track_moves *moves, uint32_t number, uint32_t taken,
                        uint32_t to[SH_TRACK_MAX_MOVES]) {
    uint32_t set = moves->triples->set[number];
    int count = 0;
    for (uint32_t left = set; left; left &= left - 1) {
        int from = __builtin_ctz(left);
        uint32_t stay = set & ~(1u << from), occupied = stay | taken;
        uint32_t targets = (moves->steps[from] & ~occupied) | hops_from(moves, from, occupied);
        for (targets &= ~(1u << from); targets; targets &= targets - 1)
            to[count++] = (uint32_t)sh_subset64_rank(&moves->binomials, stay | (targets & -targets),
                                                     moves->triples->pieces);
    }
    return count;
}

// SPDX-License-Identifier: MIT
// See numbering.h.
#include "puzzle/numbering.h"

#include "base/random.h"

uint64_t sh_board_number(const sh_corridor *corridor, const uint16_t subset[SH_MAX_DIAGONALS]) {
    const sh_passage *passage = corridor->tallying->passage;
    uint32_t tally = sh_tally_map_find(&corridor->map, sh_tally_of(corridor->tallying, subset));
    if (tally == SH_TALLY_NONE) return SH_NO_BOARD;
    uint64_t scale = 1, within[2] = {0, 0};
    for (int s = 0; s < passage->diagonals; s++) {
        for (int i = 0; i < 2; i++) within[i] += scale * passage->number[i][s][subset[s]];
        scale *= passage->choose[s][__builtin_popcount(subset[s])];
    }
    return (uint64_t)tally << corridor->bits | (within[0] < within[1] ? within[0] : within[1]);
}

void sh_board_subsets(const sh_corridor *corridor, uint64_t number,
                      uint16_t subset[SH_MAX_DIAGONALS]) {
    const sh_passage *passage = corridor->tallying->passage;
    uint64_t within = number & ((1ULL << corridor->bits) - 1);
    sh_counts counts;
    sh_tally_unpack(corridor->tallying,
                    sh_tally_map_at(&corridor->map, (uint32_t)(number >> corridor->bits)), &counts);
    for (int s = 0; s < passage->diagonals; s++) {
        uint32_t choose = passage->choose[s][counts.of[s]];
        subset[s] = passage->subset[s][passage->first[s][counts.of[s]] + within % choose];
        within /= choose;
    }
}

void sh_board_reverse(const sh_passage *passage, const uint16_t from[SH_MAX_DIAGONALS],
                      uint16_t to[SH_MAX_DIAGONALS]) {
    int last = passage->diagonals - 1;
    for (int s = 0; s <= last; s++) to[last - s] = passage->reversed[s][from[s]];
}

uint64_t sh_army_hash(const sh_set *army) {
    uint64_t hash = 0;
    for (int i = 0; i < 4; i++) hash = sh_mix(hash + army->w[i] + 0x9e3779b97f4a7c15);
    return hash;
}

uint64_t sh_board_hash(const sh_passage *passage, const uint16_t subset[SH_MAX_DIAGONALS]) {
    sh_set army = sh_passage_join(passage, subset);
    army = sh_passage_lesser(passage, &army);
    return sh_army_hash(&army);
}

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

void sh_board_subsets_of(const sh_corridor *corridor, const sh_counts *counts, uint64_t number,
                         uint16_t subset[SH_MAX_DIAGONALS]) {
    const sh_passage *passage = corridor->tallying->passage;
    uint64_t within = number & ((1ULL << corridor->bits) - 1);
    for (int s = 0; s < passage->diagonals; s++) {
        uint32_t first = passage->first[s][counts->of[s]];
        uint32_t choose = passage->choose[s][counts->of[s]];
        subset[s] = passage->subset[s][choose > 1 ? first + within % choose : first];
        if (choose > 1) within /= choose;
    }
}

void sh_board_subsets(const sh_corridor *corridor, uint64_t number,
                      uint16_t subset[SH_MAX_DIAGONALS]) {
    sh_counts counts;
    sh_tally_unpack(corridor->tallying,
                    sh_tally_map_at(&corridor->map, sh_board_tally(corridor, number)), &counts);
    sh_board_subsets_of(corridor, &counts, number, subset);
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
    sh_set army = sh_set_empty(), image = sh_set_empty();
    for (int s = 0; s < passage->diagonals; s++)
        for (unsigned rest = subset[s]; rest; rest &= rest - 1) {
            int cell = passage->cell[s][__builtin_ctz(rest)];
            sh_set_add(&army, cell);
            if (passage->mirrored) sh_set_add(&image, passage->mirror.cell[cell]);
        }
    return sh_army_hash(passage->mirrored && sh_army_less(&image, &army) ? &image : &army);
}

// SPDX-License-Identifier: MIT
// See tally.h. Counts are digits of a number of 128 bits, so that a move takes one from a digit and
// adds one to another. Where a man can go is flooded on bits, one a diagonal: over those that are
// taken onto those that have room.
#include "puzzle/tally.h"

#include <string.h> // memset

static int least(int a, int b) { return a < b ? a : b; }

// From the last diagonal to the first: `ways` is how many tallies of the diagonals behind it there
// are, by the men that stand before them.
static void rank_all(sh_tallying *tallying) {
    const sh_passage *passage = tallying->passage;
    uint64_t ways[SH_MAX_MEN + 1] = {0};
    ways[passage->men] = 1;
    for (int s = passage->diagonals - 1; s >= 0; s--)
        for (int men = 0; men <= passage->men;
             men++) { // ascending: those behind it stay as they are
            uint64_t sum = 0;
            for (int count = 0; count <= least(passage->places[s], passage->men - men); count++) {
                tallying->lesser[s][men][count] = (uint32_t)sum;
                sum += ways[men + count];
            }
            ways[men] = sum > SH_MOST_RANKS ? SH_MOST_RANKS + 1ULL : sum;
        }
    tallying->ranks = ways[0] > SH_MOST_RANKS ? 0 : (uint32_t)ways[0];
}

sh_status sh_tallying_make(sh_tallying *tallying, const sh_passage *passage, sh_error *error) {
    int shift = 0;
    memset(tallying, 0, sizeof *tallying);
    tallying->passage = passage;
    for (int s = 0; s < passage->diagonals; s++) {
        int most = least(passage->places[s], passage->men), bits = 1;
        while (most >> bits) bits++;
        tallying->shift[s] = shift;
        tallying->mask[s] = ((sh_tally)1 << bits) - 1;
        tallying->one[s] = (sh_tally)1 << shift;
        shift += bits;
    }
    if (shift > 127)
        return sh_fail(error, SH_USAGE, "%s is too large for the exact search",
                       passage->puzzle->game.name);
    rank_all(tallying);
    return SH_OK;
}

uint32_t sh_tally_rank(const sh_tallying *tallying, sh_tally tally) {
    uint32_t rank = 0;
    for (int s = 0, men = 0; s < tallying->passage->diagonals; s++) {
        int count = (int)((uint64_t)(tally >> tallying->shift[s]) & (uint64_t)tallying->mask[s]);
        rank += tallying->lesser[s][men][count];
        men += count;
    }
    return rank;
}

void sh_tally_rank_around(const sh_tallying *tallying, const sh_counts *counts,
                          sh_tally_ranks *ranks) {
    ranks->own = ranks->less[0] = ranks->more[0] = 0;
    for (int s = 0, men = 0; s < tallying->passage->diagonals; men += counts->of[s++]) {
        const uint32_t(*lesser)[SH_MAX_PLACES + 1] = tallying->lesser[s];
        int count = counts->of[s];
        ranks->before[s] = (uint8_t)men;
        ranks->own += lesser[men][count];
        ranks->less[s + 1] = ranks->less[s] + lesser[men ? men - 1 : 0][count] - lesser[men][count];
        ranks->more[s + 1] =
            ranks->more[s] - lesser[men][count] + (men < SH_MAX_MEN ? lesser[men + 1][count] : 0);
    }
}

// The diagonals between s and t have a man less or more before them; so has the hinder of the two.
uint32_t sh_tally_rank_moved(const sh_tallying *tallying, const sh_counts *counts,
                             const sh_tally_ranks *ranks, int s, int t) {
    const uint32_t(*left)[SH_MAX_PLACES + 1] = tallying->lesser[s];
    const uint32_t(*reached)[SH_MAX_PLACES + 1] = tallying->lesser[t];
    int at = ranks->before[s], to = ranks->before[t];
    uint32_t rank = ranks->own - left[at][counts->of[s]] - reached[to][counts->of[t]];
    if (s < t)
        return rank + left[at][counts->of[s] - 1] + ranks->less[t] - ranks->less[s + 1] +
               reached[to - 1][counts->of[t] + 1];
    return rank + left[at + 1][counts->of[s] - 1] + ranks->more[s] - ranks->more[t + 1] +
           reached[to][counts->of[t] + 1];
}

sh_tally sh_tally_pack(const sh_tallying *tallying, const sh_counts *counts) {
    sh_tally tally = 0;
    for (int s = 0; s < tallying->passage->diagonals; s++)
        tally |= (sh_tally)counts->of[s] << tallying->shift[s];
    return tally;
}

void sh_tally_unpack(const sh_tallying *tallying, sh_tally tally, sh_counts *counts) {
    for (int s = 0; s < tallying->passage->diagonals; s++)
        counts->of[s] = (uint8_t)(tally >> tallying->shift[s] & tallying->mask[s]);
}

sh_tally sh_tally_of(const sh_tallying *tallying, const uint16_t subset[SH_MAX_DIAGONALS]) {
    sh_counts counts;
    for (int s = 0; s < tallying->passage->diagonals; s++)
        counts.of[s] = (uint8_t)__builtin_popcount(subset[s]);
    return sh_tally_pack(tallying, &counts);
}

sh_tally sh_tally_reverse(const sh_tallying *tallying, sh_tally tally) {
    int last = tallying->passage->diagonals - 1;
    sh_counts counts = {{0}}, reversed;
    sh_tally_unpack(tallying, tally, &counts);
    for (int s = 0; s <= last; s++) reversed.of[s] = counts.of[last - s];
    return sh_tally_pack(tallying, &reversed);
}

int64_t sh_tally_value(const sh_passage *passage, const sh_counts *counts) {
    int64_t value = 0;
    for (int s = 0; s < passage->diagonals; s++) value += counts->of[s] * passage->weight[s];
    return value;
}

int64_t sh_tally_value_after(const sh_passage *passage, const sh_counts *counts, int k) {
    int64_t value = 0;
    int front = 0, left = k;
    for (int s = 0; s < passage->diagonals; s++) {
        if (!counts->of[s]) continue;
        int moved = least(counts->of[s], left);
        value += (counts->of[s] - moved) * passage->weight[s];
        left -= moved;
        front = s;
    }
    for (int i = left + 1; i <= k; i++)
        value += passage->weight[least(front + i * passage->reach, passage->diagonals - 1)];
    return value;
}

sh_stands sh_tally_stands(const sh_passage *passage, const sh_counts *counts) {
    sh_stands stands = {0};
    for (int s = 0; s < passage->diagonals; s++) {
        stands.taken |= (uint32_t)(counts->of[s] > 0) << s;
        stands.single |= (uint32_t)(counts->of[s] == 1) << s;
        stands.room |= (uint32_t)(counts->of[s] < passage->places[s]) << s;
        stands.landing |= (uint32_t)(counts->of[s] < passage->landings[s]) << s;
    }
    return stands;
}

uint32_t sh_tally_targets(const sh_passage *passage, const sh_stands *stands, int s) {
    uint32_t own = 1u << s, taken = stands->taken & ~(stands->single & own);
    uint32_t landing = stands->landing | own, found = own, steps = 0;
    for (uint32_t before = 0; before != found;) {
        before = found;
        for (int i = 0; i < passage->deltas; i++) {
            int d = passage->delta[i];
            found |= ((found << d & taken) << d | (found >> d & taken) >> d) & landing;
        }
    }
    for (int i = 0; i < passage->deltas && !sh_puzzle_jumps_only(passage->puzzle); i++)
        steps |= own << passage->delta[i] | own >> passage->delta[i];
    return (found | steps) & stands->room & ~own;
}

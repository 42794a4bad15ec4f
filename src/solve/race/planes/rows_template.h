// SPDX-License-Identifier: MIT
// The body of rows.c and rows_bmi2.c: included with ROWS defined. In both functions `have` bits of
// the packed stream wait in `bits`, and those above them are zero.
#include "solve/bitslice/gather.h"
#include "solve/race/planes/rows_variants.h"

static int pack(const uint64_t *row, const uint64_t *mask, int words, uint64_t *packed) {
    uint64_t bits = 0;
    int have = 0, out = 0;
    for (int w = 0; w < words; w++) {
        uint64_t more = sh_gather(row[w], mask[w]);
        int count = __builtin_popcountll(mask[w]);
        bits |= more << have;
        have += count;
        if (have < 64) continue;
        packed[out++] = bits;
        have -= 64;
        bits = have ? more >> (count - have) : 0;
    }
    if (have) packed[out++] = bits;
    return out;
}

static void spread(const uint64_t *packed, const uint64_t *mask, int words, uint64_t *row) {
    uint64_t bits = 0;
    int have = 0;
    for (int w = 0; w < words; w++) {
        int need = __builtin_popcountll(mask[w]);
        if (need <= have) {
            row[w] = sh_scatter(bits, mask[w]);
            bits = need < 64 ? bits >> need : 0;
            have -= need;
            continue;
        }
        uint64_t next = *packed++;
        row[w] = sh_scatter(bits | next << have, mask[w]);
        int used = need - have; // of the new word
        bits = used < 64 ? next >> used : 0;
        have = 64 - used;
    }
}

const sh_rows ROWS = {pack, spread};

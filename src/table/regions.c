// SPDX-License-Identifier: MIT
// See regions.h. The groups in which region r and all before it have fixed counts are as many as
// there are ways to divide what is left among the regions after r: C(left + rest - 1, rest - 1).
#include "table/regions.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc

#include "rank/subset.h"

// Ways to divide `pieces` among `regions`.
static uint64_t ways(const sh_regions *regions, int count, int pieces) {
    if (count == 0) return pieces == 0;
    return regions->binomials.of[count - 1][pieces + count - 1];
}

static void number_groups(sh_regions *regions) {
    for (int region = 0; region < regions->count; region++)
        for (int left = 0; left <= regions->pieces; left++) {
            uint32_t passed = 0;
            for (int count = 0; count <= left; count++) {
                regions->before[region][left][count] = passed;
                passed += (uint32_t)ways(regions, regions->count - region - 1, left - count);
            }
            regions->before[region][left][left + 1] = passed;
        }
}

sh_division sh_regions_division(const sh_regions *regions, uint32_t group) {
    assert(group < regions->groups);
    sh_division division = {{0}};
    for (int region = 0, left = regions->pieces; region < regions->count; region++) {
        const uint32_t *before = regions->before[region][left];
        int count = 0;
        while (count < left && before[count + 1] <= group) count++;
        if (region == regions->count - 1) count = left;
        division.count[region] = (uint8_t)count;
        group -= before[count];
        left -= count;
    }
    return division;
}

static uint64_t count_sets(const sh_regions *regions, const sh_division *division) {
    uint64_t sets = 1;
    for (int region = 0; region < regions->count; region++)
        sets *= regions->binomials.of[division->count[region]][b64_count(regions->mask[region])];
    return sets;
}

static sh_status number_sets(sh_regions *regions, sh_error *error) {
    regions->first = calloc((size_t)regions->groups + 1, sizeof *regions->first);
    if (!regions->first) return sh_fail(error, SH_RESOURCES, "out of memory for a table");
    for (uint32_t group = 0; group < regions->groups; group++) {
        sh_division division = sh_regions_division(regions, group);
        uint64_t sets = count_sets(regions, &division);
        if (sets > SH_MOST_COLUMNS)
            return sh_fail(error, SH_DATA, "the table's regions are too large");
        if (sets > regions->largest) regions->largest = (uint32_t)sets;
        regions->first[group + 1] = regions->first[group] + (uint32_t)sets;
    }
    return SH_OK;
}

sh_status sh_regions_make(sh_regions *regions, int cells, int pieces, int count, const uint8_t *of,
                          sh_error *error) {
    assert(cells <= 64 && pieces <= SH_REGIONS_MOST_PIECES);
    *regions = (sh_regions){.cells = cells, .pieces = pieces, .count = count};
    sh_binomials_make(&regions->binomials);
    if (count < 1 || count > SH_MOST_REGIONS)
        return sh_fail(error, SH_DATA, "the table has %d regions", count);
    for (int cell = 0; cell < cells; cell++) {
        if (of[cell] >= count)
            return sh_fail(error, SH_DATA, "the table has no region %d", of[cell]);
        regions->of[cell] = of[cell];
        regions->mask[of[cell]] |= b64_of(cell);
    }
    uint64_t groups = ways(regions, count, pieces);
    if (groups > SH_MOST_GROUPS) return sh_fail(error, SH_DATA, "the table has too many regions");
    regions->groups = (uint32_t)groups;
    number_groups(regions);
    return number_sets(regions, error);
}

void sh_regions_free(sh_regions *regions) { free(regions->first); }

void sh_regions_cut(int size, int tall, int wide, uint8_t *of) {
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) *of++ = (uint8_t)(y * tall / size * wide + x * wide / size);
}

uint32_t sh_regions_group(const sh_regions *regions, b64 set) {
    uint32_t group = 0;
    for (int region = 0, left = regions->pieces; left > 0; region++) {
        int count = b64_count(set & regions->mask[region]);
        group += regions->before[region][left][count];
        left -= count;
    }
    return group;
}

uint32_t sh_regions_column(const sh_regions *regions, b64 set, b64 taken) {
    uint64_t column = 0;
    for (int region = 0; region < regions->count; region++) {
        b64 cells = regions->mask[region] & ~taken, own = set & cells;
        int count = b64_count(own), position = 1;
        if (count == 0) continue;
        uint64_t digit = 0;
        for (b64 rest = own; rest; rest = b64_rest(rest), position++)
            digit += regions->binomials.of[position][b64_count(cells & ((rest & -rest) - 1))];
        column = column * regions->binomials.of[count][b64_count(cells)] + digit;
    }
    return (uint32_t)column;
}

// SPDX-License-Identifier: MIT
// See band.h. Each region of a group is worked out alone: its sets, the lanes they meet, their
// neighbours as differences of numbers. A column is one choice for every region, so its list of
// neighbours is the regions' lists together, the differences multiplied by what a digit is worth.
#include "table/band.h"

#include <assert.h> // assert
#include <stdlib.h> // realloc
#include <string.h> // memset

#include "rank/subset.h"
#include "rank/turn.h"

// What the first and the last mover of a band have in common above the highest cell in which they
// differ, turned.
static b64 shared_cells(b64 low, b64 high, int cells) {
    b64 differ = low ^ high, same = low & high;
    if (differ) same &= ~((b64_of(b64_last(differ)) << 1) - 1);
    return sh_turn64(same, cells);
}

b64 sh_band_shared(const sh_pairs *pairs, int cells, uint64_t number) {
    uint64_t first = number * SH_BAND_LANES, last = first + SH_BAND_LANES - 1;
    if (last >= sh_pairs_rows(pairs)) last = sh_pairs_rows(pairs) - 1;
    sh_set low = sh_pairs_waiter(pairs, first), high = sh_pairs_waiter(pairs, last);
    return shared_cells(b64_from(&low), b64_from(&high), cells);
}

// The lane of a set among the first `lanes`, which are in ascending order, or SH_NO_LANE.
static uint8_t find_lane(const b64 *set, int lanes, b64 wanted) {
    int low = 0, high = lanes;
    if (lanes == 0 || wanted < set[0]) return SH_NO_LANE;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (set[middle] <= wanted)
            low = middle;
        else
            high = middle;
    }
    return set[low] == wanted ? (uint8_t)low : SH_NO_LANE;
}

// The lanes with a piece a step back, (r, c-1) or (r-1, c): lower cells first, in this order. Such
// sets are lower numbers.
static void find_behind(sh_band *band, const b64 *set, int size, int lane) {
    int found = 0;
    for (b64 rest = set[lane]; rest && found < SH_LANES_BEHIND; rest = b64_rest(rest)) {
        int cell = b64_first(rest);
        for (int up = 0; up < 2 && found < SH_LANES_BEHIND; up++) {
            if (up ? cell < size : cell % size == 0) continue;
            b64 target = b64_of(up ? cell - size : cell - 1);
            if (set[lane] & target) continue;
            uint8_t behind = find_lane(set, lane, set[lane] ^ b64_of(cell) ^ target);
            if (behind != SH_NO_LANE) band->behind[found++][lane] = behind;
        }
    }
}

static int size_of(int cells) {
    int size = 1;
    while (size * size < cells) size++;
    return size;
}

void sh_band_make(sh_band *band, const sh_pairs *pairs, int cells, uint64_t number) {
    uint64_t first = number * SH_BAND_LANES, left = sh_pairs_rows(pairs) - first;
    b64 set[SH_BAND_LANES];
    memset(band, 0, sizeof *band);
    memset(band->behind, SH_NO_LANE, sizeof band->behind);
    band->number = number;
    band->lanes = left < SH_BAND_LANES ? (int)left : SH_BAND_LANES;
    sh_pairs_waiters(pairs, first, band->lanes, set);
    band->shared = shared_cells(set[0], set[band->lanes - 1], cells);
    for (int lane = 0; lane < band->lanes; lane++) {
        b64 mover = band->mover[lane] = sh_turn64(set[lane], cells);
        for (b64 rest = mover; rest; rest = b64_rest(rest))
            band->on[b64_first(rest)] |= 1ULL << lane;
        find_behind(band, set, size_of(cells), lane);
    }
}

enum { MOST_STEPS = 3 * SH_REGIONS_MOST_PIECES, DIGITS = SH_REGIONS_MOST_PIECES };

// One set of a region.
typedef struct part {
    uint64_t met;  // lanes with a piece on one of its cells
    uint32_t full; // its number among the region's sets when no cell is taken
    uint8_t backs, all;
    uint32_t lower[MOST_STEPS]; // how much lower its neighbours' numbers are, those back first
} part;

// A region with pieces in it.
typedef struct digit {
    part *parts;
    uint32_t count, worth; // sets; columns from one to the next
    uint32_t full_count;   // sets when no cell is taken
} digit;

static uint32_t number_in(const sh_regions *regions, b64 set, b64 cells) {
    uint64_t number = 0;
    int position = 1;
    for (; set; set = b64_rest(set), position++)
        number += regions->binomials.of[position][b64_count(cells & ((set & -set) - 1))];
    return (uint32_t)number;
}

// The neighbours of a set by a step to a lower cell: (r, c-1), (r-1, c) back, (r-1, c+1) across.
static void find_steps(const sh_regions *regions, int size, b64 set, b64 cells, uint32_t number,
                       part *p) {
    for (int across = 0; across < 2; across++) {
        for (b64 rest = set; rest; rest = b64_rest(rest)) {
            int cell = b64_first(rest), x = cell % size, y = cell / size;
            int target[2] = {across ? (y > 0 && x < size - 1 ? cell - size + 1 : -1)
                                    : (x > 0 ? cell - 1 : -1),
                             across || y == 0 ? -1 : cell - size};
            for (int i = 0; i < 2; i++) {
                if (target[i] < 0 || !(b64_of(target[i]) & cells & ~set)) continue;
                b64 moved = set ^ b64_of(cell) ^ b64_of(target[i]);
                p->lower[p->all++] = number - number_in(regions, moved, cells);
            }
        }
        if (!across) p->backs = p->all;
    }
}

// The sets of `count` pieces in a region, in order.
static sh_status make_digit(digit *d, const sh_regions *regions, const sh_band *band, int region,
                            int count, sh_error *error) {
    b64 all = regions->mask[region], cells = all & ~band->shared;
    int size = size_of(regions->cells);
    d->count = (uint32_t)regions->binomials.of[count][b64_count(cells)];
    d->full_count = (uint32_t)regions->binomials.of[count][b64_count(all)];
    if (d->count == 0) return SH_OK;
    d->parts = calloc(d->count, sizeof *d->parts);
    if (!d->parts) return sh_fail(error, SH_RESOURCES, "out of memory for a block of a table");
    b64 set = sh_subset64_expand(sh_subset64_lowest(count), ~cells);
    for (uint32_t number = 0; number < d->count; number++) {
        part *p = &d->parts[number];
        for (b64 rest = set; rest; rest = b64_rest(rest)) p->met |= band->on[b64_first(rest)];
        p->full = number_in(regions, set, all);
        find_steps(regions, size, set, cells, number, p);
        if (number + 1 < d->count) set = sh_subset64_next_beside(set, ~cells);
    }
    return SH_OK;
}

static sh_status make_room(sh_patch_shape *shape, uint32_t columns, uint32_t neighbours,
                           sh_error *error) {
    if (columns > shape->column_room) {
        free(shape->column);
        shape->column = malloc(columns * sizeof *shape->column);
        shape->column_room = shape->column ? columns : 0;
    }
    if (neighbours > shape->neighbour_room) {
        free(shape->neighbour);
        shape->neighbour = malloc(neighbours * sizeof *shape->neighbour);
        shape->neighbour_room = shape->neighbour ? neighbours : 0;
    }
    if (shape->column_room >= columns && shape->neighbour_room >= neighbours) return SH_OK;
    return sh_fail(error, SH_RESOURCES, "out of memory for a block of a table");
}

// What the digits before one have gathered for a column.
typedef struct prefix {
    uint64_t met;
    uint32_t full;
    int backs, sides;
} prefix;

// All columns: an odometer over the digits.
static void combine(sh_patch_shape *shape, const digit *digits, int count, uint64_t lanes,
                    uint32_t first_set) {
    uint32_t back[MOST_STEPS], side[MOST_STEPS], at[DIGITS + 1] = {0}, used = 0;
    prefix level[DIGITS + 1] = {{0}};
    int changed = 0;
    for (uint32_t c = 0; c < shape->columns; c++) {
        for (int i = changed; i < count; i++) {
            const part *p = &digits[i].parts[at[i]];
            const prefix *from = &level[i];
            prefix *to = &level[i + 1];
            to->met = from->met | p->met;
            to->full = from->full * digits[i].full_count + p->full;
            to->backs = from->backs + p->backs;
            to->sides = from->sides + p->all - p->backs;
            for (int j = 0; j < p->backs; j++)
                back[from->backs + j] = p->lower[j] * digits[i].worth;
            for (int j = p->backs; j < p->all; j++)
                side[from->sides + j - p->backs] = p->lower[j] * digits[i].worth;
        }
        const prefix *whole = &level[count];
        shape->column[c] = (sh_patch_column){.legal = lanes & ~whole->met,
                                             .set = first_set + whole->full,
                                             .neighbour = used,
                                             .backs = (uint8_t)whole->backs,
                                             .all = (uint8_t)(whole->backs + whole->sides)};
        for (int j = 0; j < whole->backs; j++) shape->neighbour[used++] = c - back[j];
        for (int j = 0; j < whole->sides; j++) shape->neighbour[used++] = c - side[j];
        changed = count - 1;
        while (changed > 0 && at[changed] + 1 == digits[changed].count) at[changed--] = 0;
        at[changed]++;
    }
}

sh_status sh_patch_shape_make(sh_patch_shape *shape, const sh_regions *regions, const sh_band *band,
                              uint32_t group, sh_error *error) {
    sh_division division = sh_regions_division(regions, group);
    digit digits[DIGITS] = {{0}};
    int count = 0;
    uint64_t columns = 1;
    sh_status status = SH_OK;
    for (int region = 0; !status && region < regions->count; region++) {
        if (!division.count[region]) continue;
        digit *d = &digits[count++];
        status = make_digit(d, regions, band, region, division.count[region], error);
        columns *= d->count;
    }
    assert(columns <= SH_MOST_COLUMNS);
    uint32_t worth = 1;
    for (int i = count - 1; i >= 0; i--) {
        digits[i].worth = worth;
        worth *= digits[i].count;
    }
    shape->columns = (uint32_t)columns;
    memcpy(shape->behind, band->behind, sizeof shape->behind);
    if (!status)
        status = make_room(shape, (uint32_t)columns,
                           (uint32_t)columns * 3 * (uint32_t)regions->pieces, error);
    if (!status)
        combine(shape, digits, count,
                band->lanes == SH_BAND_LANES ? UINT64_MAX : (1ULL << band->lanes) - 1,
                regions->first[group]);
    for (int i = 0; i < count; i++) free(digits[i].parts);
    return status;
}

uint64_t sh_patch_shape_bytes(const sh_regions *regions) {
    const sh_patch_shape *shape;
    uint64_t neighbours = 3 * (uint64_t)regions->pieces;
    uint64_t column = sizeof *shape->column + neighbours * sizeof *shape->neighbour;
    return regions->largest * (2 * column + sizeof(part));
}

void sh_patch_shape_free(sh_patch_shape *shape) {
    free(shape->column);
    free(shape->neighbour);
}

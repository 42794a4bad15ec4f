// SPDX-License-Identifier: MIT
#include "solve/race/source.h"

#include <assert.h>  // assert
#include <pthread.h> // pthread_mutex_t
#include <stdlib.h>  // calloc
#include <string.h>  // memcpy

#define SLOTS 4 // turned matrices kept: threads work on neighbouring rows
#define NOBODY UINT32_MAX

// The planes that are cut by the previous player, for one set of the mover: a row for each set of
// the next player.
typedef struct slot {
    pthread_mutex_t lock;
    uint32_t mover;
    uint64_t *rows[SH_LAYERS]; // [next][words]
} slot;

struct sh_race_source {
    const sh_solved *solved;
    slot slots[SLOTS];
};

sh_status sh_race_source_open(sh_race_source **source, const sh_solved *solved, sh_error *error) {
    *source = calloc(1, sizeof **source);
    bool room = *source;
    for (int i = 0; room && i < SLOTS; i++) {
        slot *s = &(*source)->slots[i];
        pthread_mutex_init(&s->lock, NULL);
        s->mover = NOBODY;
        for (int layer = 0; layer < SH_LAYERS; layer++) {
            s->rows[layer] =
                malloc((size_t)solved->lanes.sets * (size_t)solved->lanes.words * sizeof(uint64_t));
            room = room && s->rows[layer];
        }
    }
    if (*source) (*source)->solved = solved;
    if (room) return SH_OK;
    sh_race_source_close(*source);
    return sh_fail(error, SH_RESOURCES, "no memory to read the solved game");
}

void sh_race_source_close(sh_race_source *source) {
    for (int i = 0; source && i < SLOTS; i++) {
        pthread_mutex_destroy(&source->slots[i].lock);
        for (int layer = 0; layer < SH_LAYERS; layer++) free(source->slots[i].rows[layer]);
    }
    free(source);
}

// Warren's transposition of 64×64 bits (Hacker's Delight, 7-3).
static void transpose64(uint64_t *x) {
    uint64_t mask = 0x00000000ffffffff;
    for (int gap = 32; gap; gap >>= 1, mask ^= mask << gap)
        for (int i = 0; i < 64; i = (i + gap + 1) & ~gap) {
            uint64_t moved = (x[i] >> gap ^ x[i + gap]) & mask;
            x[i] ^= moved << gap;
            x[i + gap] ^= moved;
        }
}

// Turns the plane of V for one set of the mover: from lines by previous to rows by next.
static void turn_plane(const sh_plane *plane, uint32_t mover, uint64_t *rows) {
    const sh_lanes *lanes = plane->lanes;
    size_t words = (size_t)lanes->words;
    for (uint32_t base = 0; base < lanes->sets; base += 64) {
        uint64_t line[64][SH_LANES_MAX_WORDS] = {{0}};
        for (uint32_t i = 0; i < 64 && base + i < lanes->sets; i++)
            if (sh_lanes_meet(lanes, plane->relation, base + i, mover))
                sh_plane_read(plane, base + i, mover, line[i]);
        for (size_t w = 0; w < words; w++) {
            uint64_t square[64];
            for (int i = 0; i < 64; i++) square[i] = line[i][w];
            transpose64(square);
            for (size_t i = 0; i < 64 && w * 64 + i < lanes->sets; i++)
                rows[(w * 64 + i) * words + base / 64] = square[i];
        }
    }
}

// The bits of one row of a plane, by previous.
static void read_bits(sh_race_source *source, sh_layer layer, sh_role role, uint32_t mover,
                      uint32_t next, uint64_t *row) {
    const sh_plane *plane = &source->solved->plane[layer][role];
    size_t words = (size_t)plane->lanes->words;
    if (plane->relation == SH_NEXT) {
        sh_plane_read(plane, next, mover, row);
        return;
    }
    slot *s = &source->slots[mover % SLOTS];
    pthread_mutex_lock(&s->lock);
    if (s->mover != mover) {
        for (int i = 0; i < SH_LAYERS; i++)
            turn_plane(&source->solved->plane[i][role], mover, s->rows[i]);
        s->mover = mover;
    }
    memcpy(row, s->rows[layer] + next * words, words * sizeof(uint64_t));
    pthread_mutex_unlock(&s->lock);
}

static void add_draws(const sh_solved *solved, uint32_t mover, uint32_t next, uint16_t *values) {
    sh_draw first = sh_draw_of((sh_triple){mover, next, 0}, 0);
    size_t low = 0, high = solved->draw_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (solved->draws[middle] < first)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < solved->draw_count && solved->draws[low] >> 24 == first >> 24; low++) {
        sh_draw draw = solved->draws[low];
        values[sh_draw_state(draw).previous] |= sh_control_draw((int)(draw & 0xff));
    }
}

static void fill_row(sh_race_source *source, uint32_t mover, uint32_t next, uint16_t *values) {
    const sh_solved *solved = source->solved;
    const sh_lanes *lanes = &solved->lanes;
    uint32_t goal = solved->triples.goal;
    for (uint32_t i = 0; i < lanes->sets; i++) values[i] = SH_CONTROL_ILLEGAL;
    if (!sh_lanes_meet(lanes, SH_NEXT, next, mover)) return;
    uint64_t bit[9][SH_LANES_MAX_WORDS];
    for (int layer = 0; layer < SH_LAYERS; layer++)
        for (int role = 0; role < 3; role++)
            read_bits(source, layer, role, mover, next,
                      bit[__builtin_ctz(sh_layer_bit(layer, role))]);
    const uint64_t *a = sh_lanes_beside(lanes, SH_PREVIOUS, next);
    const uint64_t *b = sh_lanes_beside(lanes, SH_NEXT, mover);
    for (uint32_t previous = 0; previous < lanes->sets; previous++) {
        uint32_t w = previous / 64, shift = previous % 64;
        if (!((a[w] & b[w]) >> shift & 1)) continue;
        uint16_t code = 0;
        for (int i = 0; i < 9; i++) code |= (uint16_t)((bit[i][w] >> shift & 1) << i);
        int filled = (mover == goal) + (next == goal) + (previous == goal);
        values[previous] = filled == 0   ? code
                           : filled == 1 ? sh_control_won(mover == goal  ? 0
                                                          : next == goal ? 1
                                                                         : 2)
                                         : SH_CONTROL_ILLEGAL;
    }
    add_draws(solved, mover, next, values);
}

static sh_status rows(void *context, uint64_t first, uint32_t count, uint16_t *values) {
    sh_race_source *source = context;
    uint32_t sets = source->solved->lanes.sets;
    for (uint32_t i = 0; i < count; i++)
        fill_row(source, (uint32_t)((first + i) / sets), (uint32_t)((first + i) % sets),
                 values + (size_t)i * sets);
    return SH_OK;
}

sh_value_source sh_race_source_values(sh_race_source *source) {
    uint64_t sets = source->solved->lanes.sets;
    return (sh_value_source){.context = source,
                             .rows = rows,
                             .row_count = sets * sets,
                             .column_count = sets,
                             .distances = false};
}

// SPDX-License-Identifier: MIT
// Reading and writing strips of both kinds of planes. A packed strip has the bits of the lanes that
// are placements, which the masks of slice and strip say.
#include "solve/race/planes/plane.h"

#include <assert.h> // assert
#include <string.h> // memset

#include "base/memory.h"

size_t sh_plane_bytes(const sh_cube *cube, bool packed) {
    size_t words = packed ? cube->packed_words : cube->pairs * (size_t)cube->words;
    return words * sizeof(uint64_t);
}

sh_status sh_plane_open(sh_plane *plane, const sh_cube *cube, sh_relation relation, bool packed,
                        sh_error *error) {
    size_t bytes = sh_plane_bytes(cube, packed);
    *plane = (sh_plane){cube, relation, packed, sh_memory_map(bytes)};
    return plane->words ? SH_OK
                        : sh_fail(error, SH_RESOURCES, "no memory for a plane of %zu bytes", bytes);
}

void sh_plane_close(sh_plane *plane) {
    if (plane->words) sh_memory_unmap(plane->words, sh_plane_bytes(plane->cube, plane->packed));
    memset(plane, 0, sizeof *plane);
}

static void combine(sh_lane_mask mask, int words, uint64_t *both) {
    for (int w = 0; w < words; w++) both[w] = mask.a[w] & mask.b[w];
}

static void reset_slice(void *context, size_t index, int worker) {
    const sh_plane *plane = context;
    const sh_cube *cube = plane->cube;
    uint32_t slice = (uint32_t)index;
    for (uint32_t strip = 0; strip < cube->sets; strip++)
        if (sh_cube_disjoint(cube, plane->relation, slice, strip))
            combine(sh_plane_mask(plane, slice, strip), cube->words,
                    sh_plane_row(plane, slice, strip));
}

void sh_plane_reset(sh_plane *plane, sh_pool *pool) {
    assert(!plane->packed);
    sh_pool_run(pool, plane->cube->sets, reset_slice, plane);
}

void sh_plane_read(const sh_plane *plane, uint32_t slice, uint32_t strip, uint64_t *row) {
    int words = plane->cube->words;
    uint64_t mask[SH_CUBE_MAX_WORDS];
    combine(sh_plane_mask(plane, slice, strip), words, mask);
    if (plane->packed) {
        plane->cube->rows->spread(sh_plane_packed_row(plane, slice, strip), mask, words, row);
    } else {
        const uint64_t *unknown = sh_plane_row(plane, slice, strip);
        for (int w = 0; w < words; w++) row[w] = mask[w] & ~unknown[w];
    }
}

void sh_plane_write(const sh_plane *plane, uint32_t slice, uint32_t strip, const uint64_t *row) {
    int words = plane->cube->words;
    uint64_t mask[SH_CUBE_MAX_WORDS];
    combine(sh_plane_mask(plane, slice, strip), words, mask);
    if (plane->packed) {
        plane->cube->rows->pack(row, mask, words, sh_plane_packed_row(plane, slice, strip));
    } else {
        uint64_t *unknown = sh_plane_row(plane, slice, strip);
        for (int w = 0; w < words; w++) unknown[w] = mask[w] & ~row[w];
    }
}

bool sh_plane_get(const sh_plane *plane, uint32_t slice, uint32_t strip, uint32_t lane) {
    sh_lane_mask mask = sh_plane_mask(plane, slice, strip);
    uint32_t word = lane / 64, before = 0;
    assert((mask.a[word] & mask.b[word]) >> lane % 64 & 1);
    if (!plane->packed) return !sh_bit_get(sh_plane_row(plane, slice, strip), lane);
    for (uint32_t w = 0; w < word; w++)
        before += (uint32_t)__builtin_popcountll(mask.a[w] & mask.b[w]);
    uint64_t below = (1ULL << lane % 64) - 1;
    before += (uint32_t)__builtin_popcountll(mask.a[word] & mask.b[word] & below);
    return sh_bit_get(sh_plane_packed_row(plane, slice, strip), before);
}

// SPDX-License-Identifier: MIT
// A plane: one bit for every placement, as cube.h cuts them.
//
// While it is worked on a plane is unpacked: every strip that can exist has `words` words, one bit
// for each set of the lanes' player, 1.13 GB for star37:3p; placements that are *not* known have
// their bits set. What is kept is packed: of each strip only the lanes that are placements, 0.63
// GB, with the bits of those that are known. Different strips may be written by different threads
// at once. plane_copy.h makes one from another.
#pragma once

#include "base/pool.h"
#include "solve/race/planes/cube.h"

typedef struct sh_plane {
    const sh_cube *cube;
    sh_relation relation; // what the slice's player is to the strip's player
    bool packed;
    uint64_t *words;
} sh_plane;

// All zero, which for an unpacked plane means that everything is known. SH_RESOURCES where there is
// no memory.
sh_status sh_plane_open(sh_plane *plane, const sh_cube *cube, sh_relation relation, bool packed,
                        sh_error *error) SH_NODISCARD;
void sh_plane_close(sh_plane *plane);

// Makes nothing known in an unpacked plane.
void sh_plane_reset(sh_plane *plane, sh_pool *pool);

// Bytes of memory that a plane takes, packed or not.
size_t sh_plane_bytes(const sh_cube *cube, bool packed);

// The lanes of a strip that are placements: the bits of both masks.
typedef struct sh_lane_mask {
    const uint64_t *a, *b;
} sh_lane_mask;

static inline sh_lane_mask sh_plane_mask(const sh_plane *plane, uint32_t slice, uint32_t strip) {
    return (sh_lane_mask){sh_cube_beside(plane->cube, sh_relation_back(plane->relation), slice),
                          sh_cube_beside(plane->cube, plane->relation, strip)};
}

// A strip of an unpacked plane: `words` words.
static inline uint64_t *sh_plane_row(const sh_plane *plane, uint32_t slice, uint32_t strip) {
    const sh_cube *cube = plane->cube;
    size_t pair = cube->pair[plane->relation][(size_t)slice * cube->sets + strip];
    return plane->words + pair * (size_t)cube->words;
}

// The words of a strip of a packed plane, up to those of the next strip.
static inline uint64_t *sh_plane_packed_row(const sh_plane *plane, uint32_t slice, uint32_t strip) {
    const sh_cube *cube = plane->cube;
    return plane->words + cube->start[plane->relation][(size_t)slice * cube->sets + strip];
}

// Asks for a strip to be brought near.
static inline void sh_plane_prefetch(const sh_plane *plane, uint32_t slice, uint32_t strip) {
    const uint64_t *row = plane->packed ? sh_plane_packed_row(plane, slice, strip)
                                        : sh_plane_row(plane, slice, strip);
    for (int w = 0; w < plane->cube->words; w += 8) __builtin_prefetch(row + w);
}

// The known placements of a strip of a plane, packed or not, as `words` words, and back.
void sh_plane_read(const sh_plane *plane, uint32_t slice, uint32_t strip, uint64_t *row);
void sh_plane_write(const sh_plane *plane, uint32_t slice, uint32_t strip, const uint64_t *row);

// Is a placement, one that exists, known?
bool sh_plane_get(const sh_plane *plane, uint32_t slice, uint32_t strip, uint32_t lane);

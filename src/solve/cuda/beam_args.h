// SPDX-License-Identifier: MIT
// What the kernel of beams gets: a cooperative game seen by its winner, how boards are scored, and
// the boards of a level. Plain data; pointers are device memory.
//
// Boards are the winner's men, then the loser's, four words each whatever the width. The names are
// those of puzzle/game_kernel.h, where the bounds are explained.
#pragma once

#include <stdint.h> // uint64_t

#define SH_GPU_IMAGES 13 // of a board under the symmetries of a game
#define SH_GPU_CELLS 256
#define SH_GPU_BEAM_PARTS 256
#define SH_GPU_ARRIVED (1 << 24) // the score of a board whose goal is filled

typedef struct sh_gpu_bits {
    uint64_t w[4];
} sh_gpu_bits;

// By axis: the cells from which a jump leads on, up and down.
typedef struct sh_gpu_edges {
    sh_gpu_bits up[4], down[4];
} sh_gpu_edges;

// A child that may stay.
typedef struct sh_gpu_found {
    sh_gpu_bits army[2]; // of the least image
    uint64_t sum;        // of its codes
    int64_t score;
} sh_gpu_found;

typedef struct sh_gpu_beam {
    // The game. Armies: 0 the winner, 1 the loser.
    int32_t axes, shift[4], men, other_men, images, steps;
    sh_gpu_bits up[4], down[4], middle[4];
    sh_gpu_bits goal, other_goal, stand[2], pass[2], type[4];
    sh_gpu_edges all; // jumps over any cell
    sh_gpu_bits around[SH_GPU_CELLS];
    uint8_t image[SH_GPU_IMAGES][SH_GPU_CELLS];
    uint64_t code[2][SH_GPU_CELLS];
    // The score of a board.
    int32_t dear, worst, ready, slack, spare, stuck, noise;
    uint64_t seed;
    // A level: moves left before the next two, and what scores may still stay.
    int32_t winner_left, loser_left, winner_only;
    int64_t least[SH_GPU_BEAM_PARTS]; // ranks (beam_choice.h) by the first byte of a board's hash
    const sh_gpu_bits *parents;       // two a board
    uint64_t parent_count;
    uint64_t *seen; // sums that came by lately
    uint64_t seen_mask;
    sh_gpu_found *found;
    uint32_t room, *found_count; // the count may pass the room: then some were lost
} sh_gpu_beam;

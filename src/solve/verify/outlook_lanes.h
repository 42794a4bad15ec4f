// SPDX-License-Identifier: MIT
// What the moves of one army make of the words after them (outlook.h), on 32 boards side by side.
//
// The boards differ in the cells that are taken by others. A lane of 16 bits belongs to each, so a
// vector holds a word of every board, and one instruction does for all what outlook.c does for one.
// Because different cells are free on different boards, sets have their colex number among all
// cells that are not `closed`; those must be taken on all boards.
//
// One template for every CPU level; the variants agree bit for bit, with each other and with
// outlook.c.
#pragma once

#include "base/cpu.h"
#include "solve/verify/outlook.h"

enum { SH_OUTLOOK_LANES = 32 };

typedef struct sh_lane_words {
    _Alignas(64) uint16_t of[SH_OUTLOOK_LANES];
} sh_lane_words;

typedef void sh_join_lanes(const sh_outlook *outlook, b64 closed, const b64 taken[SH_OUTLOOK_LANES],
                           const sh_lane_words *after, sh_lane_words *joined);

// words[number[i]].of[lane] = rows[lane][i], for i < count, or back; without numbers words[i].
typedef void sh_turn_lanes(uint16_t *const rows[SH_OUTLOOK_LANES], uint32_t count,
                           const uint32_t *number, sh_lane_words *words);

typedef struct sh_outlook_lanes {
    // joined[number] gets the bits of all words after a move of one piece of that set, on each
    // board, or the greatest of them. A word after is 0 where the set has no room on the board;
    // joined[number] means nothing there.
    sh_join_lanes *any, *greatest;
    sh_turn_lanes *turn, *turn_back;
    // The lanes of `room` whose word has bits that are not known yet. `known` holds words for the
    // lanes of `room` only, in order; `places` gets where in it those of the lanes found are.
    uint32_t (*news)(const sh_lane_words *words, uint32_t room, const uint16_t *known,
                     uint32_t *places);
} sh_outlook_lanes;

// For rhombi of side 3 to 6, and the CPU level; else NULL.
const sh_outlook_lanes *sh_outlook_lanes_get(sh_cpu_level level, int size);

// The variants by side, for it alone.
extern const sh_outlook_lanes sh_outlook_lanes_generic[4], sh_outlook_lanes_avx2[4],
    sh_outlook_lanes_avx512[4];

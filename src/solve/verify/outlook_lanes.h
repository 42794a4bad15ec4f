// SPDX-License-Identifier: MIT
// What the moves of one army make of the bits after them (outlook.h), on 32 boards side by side.
//
// The boards differ in the cells that are taken by others. A lane of 16 bits belongs to each, so a
// vector holds a word of every board, and one instruction does for all what outlook.c does for one.
// Because different cells are free on different boards, sets have their colex number among all
// cells of the rhombus.
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

typedef struct sh_outlook_lanes {
    // any[number] gets the bits of all words after a move of one piece of that set, on each board.
    // A word after is 0 where the set has no room on the board; any[number] means nothing there.
    void (*join)(const sh_outlook *outlook, const b64 taken[SH_OUTLOOK_LANES],
                 const sh_lane_words *after, sh_lane_words *any);
    // words[number[i]].of[lane] = rows[lane][i], for i < count.
    void (*turn)(const uint16_t *const rows[SH_OUTLOOK_LANES], uint32_t count,
                 const uint32_t *number, sh_lane_words *words);
    // The lanes of `room` whose word has bits that are not known yet. `known` holds words for the
    // lanes of `room` only, in order; `places` gets where in it those of the lanes found are.
    uint32_t (*news)(const sh_lane_words *words, uint32_t room, const uint16_t *known,
                     uint32_t *places);
} sh_outlook_lanes;

// For rhombi of side 3 or 5, and the CPU level.
const sh_outlook_lanes *sh_outlook_lanes_get(sh_cpu_level level, int size);

// The variants, for it alone.
extern const sh_outlook_lanes sh_outlook_lanes3_generic, sh_outlook_lanes5_generic;
extern const sh_outlook_lanes sh_outlook_lanes3_avx2, sh_outlook_lanes5_avx2;
extern const sh_outlook_lanes sh_outlook_lanes3_avx512, sh_outlook_lanes5_avx512;

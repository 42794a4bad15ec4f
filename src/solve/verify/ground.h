// SPDX-License-Identifier: MIT
// Do the wins and losses of a table without distances rest on finished games?
//
// Values that agree with those of their successors can still be wrong: drawn positions may be
// called won and lost in a circle, each with the other as its reason. Nothing else can be wrong,
// for a position that is really won in n plies is called so by induction on n. So what is left to
// show is that every win and loss has a reason that ends: a loss is grounded where the game is over
// or all its successors are grounded wins, a win where one successor is a grounded loss. All rows
// that have states left are looked at again and again until no more become grounded.
#pragma once

#include "base/pool.h"
#include "base/progress.h"
#include "solve/verify/derive.h"

typedef struct sh_ground_report {
    uint64_t missing; // wins and losses that are not grounded
    uint64_t first;   // the number of the first of them
    uint32_t rounds;
} sh_ground_report;

// The values must agree with those of their successors. SH_RESOURCES where there is no memory for a
// bit a state.
sh_status sh_ground(const sh_deriving *deriving, sh_pool *pool, const sh_monitor *monitor,
                    sh_ground_report *report, sh_error *error) SH_NODISCARD;

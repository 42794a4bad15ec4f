// SPDX-License-Identifier: MIT
// The obvious solver: sequential value iteration, one state at a time.
//
// Every unknown state lists its moves, looks up the values of its successors and takes its own from
// them; sweeps go on until one changes nothing. Values are found in place, so a sweep uses what it
// has found already. Both symmetries are used and sets are bitboards: this is what one would write
// first, and what the fast solver is measured against (bench solve). No distances.
#pragma once

#include "base/progress.h"
#include "sternhalma/game.h"

typedef struct sh_plain_result {
    uint64_t states; // stored
    uint64_t visits; // states looked at, over all sweeps
    uint32_t sweeps;
    uint64_t mover_wins, mover_losses, draws, illegal; // one player to move, without symmetry
} sh_plain_result;

// SH_USAGE for games that the two-player solver does not have, SH_INTERRUPTED when stopped.
sh_status sh_plain_solve(const sh_game *game, const sh_monitor *monitor, sh_plain_result *result,
                         sh_error *error) SH_NODISCARD;

// SPDX-License-Identifier: MIT
// Checks the control codes of a three-player solution or table against the rules.
//
// A state (mover, next, previous) has all its successors in one row of the table, that of (next,
// previous), and with it all states that differ from it in the mover's set only. So the check goes
// through the next player's sets: with the rows (·, next) for the codes that are checked and, one
// after the other, the rows (next, ·) for their successors it needs no more memory than some rows,
// whatever the game, and a sample reads two rows a state. Moves and verdicts come from the rules
// (sternhalma/moves.h), nothing from the solver.
//
// Codes that agree with their successors hold every answer that is right: what can really be forced
// in n plies is called so by induction on n. They could hold more, coalitions that only go round in
// circles; ground_race.h excludes that. The codes of one turn stand for all three: the star's
// rotation carries each player to the next.
#pragma once

#include "solve/verify/verify.h"

// As sh_verify, for races. Wrong values are in the report only, the status is then SH_OK.
sh_status sh_verify_race(const sh_game *game, const sh_value_source *source,
                         const sh_verify_settings *settings, sh_pool *pool,
                         const sh_monitor *monitor, sh_verify_report *report,
                         sh_error *error) SH_NODISCARD;

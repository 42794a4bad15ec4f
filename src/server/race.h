// SPDX-License-Identifier: MIT
// Reading a race's control structure: what kind of position it is, and who wins it by force.
#pragma once

#include "sternhalma/position.h"
#include "sternhalma/probe.h"

// The classes of the article on three players, tested in this order.
typedef enum sh_race_kind {
    SH_TERMINAL,     // somebody has won
    SH_SOLO_WIN,     // somebody can force its own win against the other two
    SH_SPOILER_DRAW, // nobody can, but somebody can force a draw alone
    SH_KINGMAKES,    // nobody can, but somebody can make another one win
    SH_UNDECIDED,    // none of these
    SH_RACE_KINDS
} sh_race_kind;

const char *sh_race_kind_name(sh_race_kind kind); // "terminal", "solo_win", …

sh_race_kind sh_race_classify(const sh_game *game, const sh_position *position,
                              const sh_control *control);

// The winner of a finished race, else the player who can force its own win (there is never more
// than one), else -1.
int sh_race_winner(const sh_game *game, const sh_position *position, const sh_control *control);

// Can p force a draw but not a win?
static inline bool sh_race_draws(const sh_control *control, int p) {
    return !((control->solo_win | control->solo_loss) >> p & 1);
}

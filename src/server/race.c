// SPDX-License-Identifier: MIT
#include "server/race.h"

const char *sh_race_kind_name(sh_race_kind kind) {
    static const char *const NAMES[] = {"terminal", "solo_win", "spoiler_draw", "kingmaker",
                                        "other"};
    return NAMES[kind];
}

sh_race_kind sh_race_classify(const sh_game *game, const sh_position *position,
                              const sh_control *control) {
    if (sh_position_verdict(game, position, NULL) == SH_WON) return SH_TERMINAL;
    if (control->solo_win) return SH_SOLO_WIN;
    for (int p = 0; p < game->players; p++)
        if (sh_race_draws(control, p)) return SH_SPOILER_DRAW;
    return control->enable_next | control->enable_previous ? SH_KINGMAKES : SH_UNDECIDED;
}

int sh_race_winner(const sh_game *game, const sh_position *position, const sh_control *control) {
    int winner = -1;
    if (sh_position_verdict(game, position, &winner) == SH_WON) return winner;
    return control->solo_win ? __builtin_ctz(control->solo_win) : -1;
}

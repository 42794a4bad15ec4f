// SPDX-License-Identifier: MIT
// Between values and scores.
#include "play/bands.h"

#include <stdlib.h> // abs

_Static_assert(SH_WINNING - SH_MAX_PLIES > SH_PROVEN, "the longest solved win is a proof");
_Static_assert(SH_PROVEN > SH_TABLED && SH_TABLED - SH_MAX_PLIES > SH_RACED + 1000 &&
                   SH_RACED - 1000 > SH_ESTIMATE_MOST,
               "the bands do not meet");

int sh_value_plies(int value) {
    if (sh_value_wins(value)) return SH_WINNING - value;
    if (sh_value_loses(value)) return -(SH_WINNING + value);
    return 0;
}

sh_score sh_score_of(int value) {
    int plies = abs(sh_value_plies(value)), winner = value > 0 ? 1 : -1;
    if (!sh_value_decides(value)) return (sh_score){.kind = SH_SCORE_ESTIMATE, .amount = value};
    return (sh_score){.kind = plies                          ? SH_SCORE_PROOF
                              : abs(value) > SH_RACED + 1000 ? SH_SCORE_TABLE
                                                             : SH_SCORE_RACE,
                      .amount = winner,
                      .plies = plies};
}

sh_score sh_score_by_table(sh_value value) {
    return (sh_score){.kind = SH_SCORE_TABLE,
                      .amount = (int)value.outcome,
                      .plies = value.distance > 0 ? value.distance : 0};
}

int sh_value_of(sh_score score) {
    int winner = sh_score_winner(score);
    if (!winner) return sh_estimate(score.amount);
    int value = score.kind == SH_SCORE_RACE ? SH_RACED
                : score.plies               ? SH_WINNING - score.plies
                                            : SH_TABLED;
    return winner * value;
}

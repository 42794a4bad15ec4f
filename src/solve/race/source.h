// SPDX-License-Identifier: MIT
// A solved three-player game as rows of control codes, for the writer of tables.
//
// Row = mover · sets + next, column = previous (rank/triples.h); a value is a control code
// (rank/control.h), 0xFFFF for triples that are no placement. Three of the nine planes are cut by
// the previous player and have to be turned for each set of the mover; the last few turned are
// kept.
#pragma once

#include "rank/values.h"
#include "solve/race/solved.h"

typedef struct sh_race_source sh_race_source;

// The solution must outlive the source.
sh_status sh_race_source_open(sh_race_source **source, const sh_solved *solved,
                              sh_error *error) SH_NODISCARD;
void sh_race_source_close(sh_race_source *source);
sh_value_source sh_race_source_values(sh_race_source *source);

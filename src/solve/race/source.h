// SPDX-License-Identifier: MIT
// A solved three-player game as rows of control codes, for the writer of tables.
//
// Row = mover · sets + next, column = previous (rank/triples.h); a value is a control code
// (rank/control.h), 0xFFFF for triples that are no placement.
#pragma once

#include "rank/values.h"
#include "solve/race/rounds/solved.h"

// Any thread may read rows; the solution must outlive the source.
sh_value_source sh_race_source(sh_solved *solved);

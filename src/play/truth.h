// SPDX-License-Identifier: MIT
// What a table says during a search: which root moves keep the value, and where value is given
// away.
#pragma once

#include <stdbool.h> // bool

#include "play/course.h"
#include "sternhalma/probe.h"
#include "sternhalma/record.h"
#include "sternhalma/score.h"

typedef struct sh_truth {
    const sh_table *table; // NULL: there is none
    const sh_course *course;
    int turn, outcome; // of the root
    sh_score score;
} sh_truth;

// Keeps the moves of the record's position that the table finds best, and notes their value. A win
// is not repeated away, and in a race no rival is made the winner where that can be helped.
sh_status sh_truth_keep(sh_truth *truth, const sh_record *record, sh_move *moves, int *count,
                        sh_error *error) SH_NODISCARD;

// Has somebody given away value since the root? Then *found is its value for its mover.
// Elsewhere the search goes on: it looks for progress and for traps.
bool sh_truth_differs(const sh_truth *truth, const sh_position *inner, int ply, int *found);

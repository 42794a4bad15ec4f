// SPDX-License-Identifier: MIT
// Grades of moves as text and as JSON.
#pragma once

#include "arena/grade.h"
#include "cli/cli.h"

// Rows by value and phase; rows without moves are left out.
void sh_grade_print(const sh_grade *grade);
// The keys `values` and `phases`, faults and seconds, to be put into the object of `grade`.
json_t *sh_grade_encode(const sh_grade *grade);

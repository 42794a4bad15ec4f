// SPDX-License-Identifier: MIT
// Mining a race of three: a breadth-first walk from the start with the control of every position.
#pragma once

#include "server/mine.h"

// Adds a puzzle unless the kind is full or has that position already.
void sh_findings_add(sh_findings *findings, sh_quiz_kind kind, const sh_puzzle *puzzle);

void sh_mine_race(sh_findings *findings, const sh_table *table, const atomic_bool *stop);

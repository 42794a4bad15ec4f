// SPDX-License-Identifier: MIT
// What the levels of a search depend on, in one place for everything that keeps or compares levels:
// the files of both searches in a scratch folder, and certificates.
//
// The identity of a puzzle is a number for all that changes its levels: the kind, the board and its
// directions, whether men only jump, the start, the goal and the tracks of every army, and the
// bounds by which levels are cut. It does not depend on the name: two names of one puzzle have one
// identity. Files carry it in their name and in their header, so levels of many puzzles may stand
// in one folder, and none is taken for a level of another.
#pragma once

#include <stddef.h> // size_t

#include "puzzle/puzzle.h"

// The bounds by which levels of a kind of puzzle are cut, as certificates name them. Whoever
// changes what a bound keeps must change its name here.
const char *sh_puzzle_bounds(sh_puzzle_kind kind);

uint64_t sh_puzzle_identity(const sh_puzzle *puzzle);

// The file of one level of a search for solutions of `length` moves:
// FOLDER/transfer-0123456789abcdef-26-07.level. SH_USAGE where the folder's name is too long.
#define SH_PUZZLE_PATH 4096
sh_status sh_puzzle_level_path(const sh_puzzle *puzzle, const char *folder, int length, int level,
                               char path[SH_PUZZLE_PATH], sh_error *error) SH_NODISCARD;

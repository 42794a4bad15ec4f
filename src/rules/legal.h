// SPDX-License-Identifier: MIT
// Legal moves on bitboards of each width: what a generator gives, less what the rules forbid.
//
// The functions exist for 64, 128 and 256 cells: sh_legal64_targets and so on. Callers choose the
// width once (game->board.width) and stay with it.
#pragma once

#include <stdbool.h> // bool

#include "board/bits.h"
#include "rules/blockade.h"
#include "rules/generator.h"
#include "sternhalma/position.h"

// Fewer pieces than this inside a goal cannot wall off one of its cells: the tip of a goal has two
// neighbours, and behind each a cell from which it could be hopped over; any other cell has more.
#define SH_SMALLEST_WALL 4

#define TEMPLATE "rules/legal_template.h"
#include "board/widths.h"

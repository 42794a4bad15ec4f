// SPDX-License-Identifier: MIT
// Legal moves on bitboards of each width: what a generator gives, less what the rules forbid.
//
// The functions exist for 64, 128 and 256 cells: sh_legal64_targets and so on. Callers choose the
// width once (game->board.width) and stay with it.
//
// Most moves cannot wall off a goal cell (Definition 3), and counting shows it. From a reached cell
// its player reaches every free cell one or two cells away in a straight line: by a step, by a hop
// over whatever of others stands between, or by two steps. game->wall is the least number of cells
// without which a goal falls apart under this relation (board/game.c counts it out). So with fewer
// pieces of others inside, a player who reaches one cell of its goal reaches all that are free.
#pragma once

#include <stdbool.h> // bool

#include "board/bits.h"
#include "rules/blockade.h"
#include "rules/generator.h"
#include "sternhalma/position.h"

#define TEMPLATE "rules/legal_template.h"
#include "board/widths.h"

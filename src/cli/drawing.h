// SPDX-License-Identifier: MIT
// A position drawn in the terminal as people know the board: a rhombus or star on its tip.
//
// Pieces are the players' letters in capitals, or with colour discs; the empty cells of camps and
// goals are marked and take the colour of the player whose they are. Columns and rows are labelled
// at the edge, in the directions in which they run.
#pragma once

#include "cli/cli.h"

void sh_cli_draw(const sh_cli *cli, const sh_game *game, const sh_position *position);

// Who has a piece, a camp or a goal at a cell, or -1.
int sh_cli_owner(const sh_game *game, const sh_set *sets, int cell);

// SPDX-License-Identifier: MIT
// A position as an SVG picture on standard output: cells, goals tinted, pieces, and moves as
// arrows.
#pragma once

#include "sternhalma/moves.h"

void sh_cli_svg(const sh_game *game, const sh_position *position, const sh_move *arrows,
                int arrow_count);

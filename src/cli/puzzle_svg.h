// SPDX-License-Identifier: MIT
// Solutions of puzzles as SVG on standard output: a sheet of small boards like the paper's
// figures, each with the way of its move; and one board on which the men move.
#pragma once

#include "json/certificate.h"

void sh_cli_puzzle_sheet(const sh_certificate *certificate);
void sh_cli_puzzle_animate(const sh_certificate *certificate);

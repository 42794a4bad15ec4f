// SPDX-License-Identifier: MIT
// sternhalma puzzle game: the shortest game of two sides that help each other.
#pragma once

#include "cli/puzzle_choices.h"

// `picture` is the text of a puzzle that is drawn, else NULL.
sh_status sh_cli_puzzle_game(sh_cli *cli, const sh_puzzle *puzzle, const char *picture,
                             const sh_cli_puzzle *choices, sh_error *error) SH_NODISCARD;

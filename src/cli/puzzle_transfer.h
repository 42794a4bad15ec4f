// SPDX-License-Identifier: MIT
// sternhalma puzzle transfer: one army alone across the board in as few moves as possible.
#pragma once

#include "cli/puzzle_choices.h"

sh_status sh_cli_puzzle_transfer(sh_cli *cli, const sh_puzzle *puzzle, const char *picture,
                                 const sh_cli_puzzle *choices, sh_error *error) SH_NODISCARD;

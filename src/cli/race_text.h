// SPDX-License-Identifier: MIT
// What the commands about three players share: control structures in words.
#pragma once

#include "cli/cli.h"
#include "solve/race/race.h"

// The control structure of a position with `turn` to move in sentences, each on a line with this
// indent.
void sh_cli_control_print(const sh_game *game, int turn, sh_control_code control,
                          const char *indent);

// The sentences as a list.
json_t *sh_cli_control_words(const sh_game *game, int turn, sh_control_code control);

// Who is how often kingmaker for whom, and how many players can be crowned how often: players are
// counted from the mover.
void sh_cli_kingmakers_print(const uint64_t kingmaker[3][3], const uint64_t crowned[4]);

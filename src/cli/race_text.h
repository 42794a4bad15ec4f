// SPDX-License-Identifier: MIT
// What the commands about three players share: control structures in words and as JSON.
#pragma once

#include "cli/cli.h"
#include "solve/race/race.h"

// The control structure of a position with `turn` to move, players by their letters:
// {"type", "winner" | "solo", "enables" (pairs "ab": a enables b), "shut_out", "draw",
// "kingmaker"}.
json_t *sh_cli_control_json(const sh_game *game, int turn, sh_control_code control);

// The same in sentences, each on a line with this indent.
void sh_cli_control_print(const sh_game *game, int turn, sh_control_code control,
                          const char *indent);

// The sentences as a list.
json_t *sh_cli_control_words(const sh_game *game, int turn, sh_control_code control);

// Counts by type as an object with the names of sh_control_type_name.
json_t *sh_cli_types_json(const uint64_t *type);

// Who is how often kingmaker for whom, and how many players can be crowned how often: players are
// counted from the mover. {"mover_for_next", …}, a list of four, and both as text.
json_t *sh_cli_kingmakers_json(const uint64_t kingmaker[3][3]);
json_t *sh_cli_crowned_json(const uint64_t crowned[4]);
void sh_cli_kingmakers_print(const uint64_t kingmaker[3][3], const uint64_t crowned[4]);

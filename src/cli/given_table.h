// SPDX-License-Identifier: MIT
// What the commands on tables share: opening, and values as text and JSON.
#pragma once

#include "cli/cli.h"

// The table of a command: PATH is a file, or a directory of which the table of `game` is picked.
// `game` may be NULL where PATH must be a file. *tables is the caller's to close, in any case.
sh_status sh_cli_table(sh_tables **tables, const sh_table **table, const char *path,
                       const sh_game *game, size_t cache_bytes, sh_error *error) SH_NODISCARD;

// "win", "draw" or "loss".
const char *sh_cli_outcome(sh_outcome outcome);

// "win in 7", "loss in 4", "win", "draw" into a buffer of 32.
void sh_cli_print_value(sh_value value, char *text);

// Adds "value" and, where it is known, "distance" to an object.
void sh_cli_value_json(json_t *object, sh_value value);

// The best line from a position as a list of moves, and as text: numbered from 1, a line break
// after every eighth move.
json_t *sh_cli_line_json(const sh_game *game, const sh_move *line, int length);
void sh_cli_print_line(const sh_game *game, const sh_move *line, int length);

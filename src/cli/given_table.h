// SPDX-License-Identifier: MIT
// What the commands on tables share: opening, and values as text.
#pragma once

#include "cli/cli.h"

// The table of a command: PATH is a file, or a directory of which the table of `game` is picked.
// `game` may be NULL where PATH must be a file; --rules must then be the table's, if it was given.
// *tables is the caller's to close, in any case.
sh_status sh_cli_table(const sh_cli *cli, sh_tables **tables, const sh_table **table,
                       const char *path, const sh_game *game, size_t cache_bytes,
                       sh_error *error) SH_NODISCARD;

// SH_USAGE where --rules was given and the table is of others.
sh_status sh_cli_table_rules(const sh_cli *cli, const sh_table *table,
                             sh_error *error) SH_NODISCARD;

// "win in 7", "loss in 4", "win", "draw" into a buffer of 32.
void sh_cli_print_value(sh_value value, char *text);

// The best line from a position: numbered from 1, a line break after every eighth move.
void sh_cli_print_line(const sh_game *game, const sh_move *line, int length);

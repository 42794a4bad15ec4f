// SPDX-License-Identifier: MIT
// Files of games as text (game_text.h): read game by game, written whole.
#pragma once

#include "arena/game_text.h"

// Called for each game of a file; where it fails the reading ends with its status.
typedef sh_status sh_game_visit(void *user, const sh_played *played, sh_error *error);

// Reads the games of a file in their order. SH_DATA, and the line, where one is malformed; also
// where there is none.
sh_status sh_game_file_read(const char *file, sh_game_visit *visit, void *user,
                            sh_error *error) SH_NODISCARD;

// Writes one game. Where a file stands that has no games of this program it is refused (SH_USAGE).
sh_status sh_game_file_write(const char *file, const sh_played *played,
                             sh_error *error) SH_NODISCARD;

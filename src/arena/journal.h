// SPDX-License-Identifier: MIT
// The record of a match: a file to which every game is added when it is counted.
//
// Its first line says what match it is of; then come games (game_text.h) in their order, each with
// a checksum. A run that is killed leaves whole games and at most one that is cut off; the next run
// cuts that one away and plays on, and in the end the file is the same as if nothing had happened.
// Times are not in it. One run at a time writes a file.
#pragma once

#include "arena/match.h"

typedef struct sh_journal sh_journal;

// Begins a file, or with `resume` goes on with one: its games are replayed and counted into *score,
// which is zeros. SH_USAGE where the file is not ours, is of another match, or is there already
// without `resume`; SH_DATA where it is damaged.
sh_status sh_journal_open(sh_journal **journal, const char *file, const sh_match_options *options,
                          bool resume, sh_match_score *score, sh_error *error) SH_NODISCARD;
sh_status sh_journal_add(sh_journal *journal, const sh_match_game *game,
                         sh_error *error) SH_NODISCARD;
// Syncs and closes.
sh_status sh_journal_close(sh_journal *journal, sh_error *error) SH_NODISCARD;

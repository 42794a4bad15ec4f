// SPDX-License-Identifier: MIT
// Openings for matches: positions, from a file or looked for so that neither side stands better.
//
// A file has one position a line, as notation.h writes them; empty lines and what follows a `#` are
// passed over. So any list of positions is a file of openings; only those that this program wrote
// (their first line says so) are ever replaced.
//
// Balanced openings are ends of walks drawn at random. With a table of the game they are certified:
// the position is a draw. Without one a judge, an agent that gives scores, must find the position
// even: its score lies within a margin, first at a sixteenth of its nodes within four times the
// margin, which sorts most walks out. No two openings are the same or mirror images. The same
// request gives the same openings, on any number of threads.
#pragma once

#include "base/progress.h"
#include "play/agent.h"
#include "sternhalma/probe.h"

typedef struct sh_openings {
    sh_position *position;
    int count, room;
} sh_openings;

void sh_openings_free(sh_openings *openings);
sh_status sh_openings_add(sh_openings *openings, const sh_position *position,
                          sh_error *error) SH_NODISCARD;

// Reads a file. SH_DATA, with the number of the line, where a position is malformed, illegal, or
// its game is over.
sh_status sh_openings_read(sh_openings *openings, const sh_game *game, const char *file,
                           sh_error *error) SH_NODISCARD;
// Could it be written? To be asked before they are looked for.
sh_status sh_openings_check(const char *file, sh_error *error) SH_NODISCARD;
// Writes a file; `note` is one line that says how they were found.
sh_status sh_openings_write(const sh_openings *openings, const sh_game *game, const char *note,
                            const char *file, sh_error *error) SH_NODISCARD;

typedef struct sh_balance {
    const sh_game *game;
    int count;  // openings wanted
    int plies;  // of a walk
    int margin; // of the judge's score, in hundredths of a move
    uint64_t seed, nodes;
    const char *judge;     // an agent without limits
    const sh_table *table; // of the game; NULL: the judge is asked
    int threads;           // 0: one for each CPU
} sh_balance;

// Looks for balanced openings. SH_NO where there are too few among SH_BALANCE_WALKS walks for each
// one wanted; SH_INTERRUPTED where it is stopped. Those found are there in both cases. *walks is
// how many were drawn.
#define SH_BALANCE_WALKS 2000
sh_status sh_openings_find(sh_openings *openings, const sh_balance *balance,
                           const sh_monitor *monitor, uint64_t *walks,
                           sh_error *error) SH_NODISCARD;

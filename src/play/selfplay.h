// SPDX-License-Identifier: MIT
// Games of an agent against itself, or of several players with a rival among them, with scores:
// what evaluations are trained on.
//
// A file is a header (what the games are of, who plays, how many, a checksum) and then a record for
// each game: plies drawn by lot, plies played, the winner (as many as there are players: nobody),
// then for every ply the cells it goes from and to, and for those played the score of the agent (16
// bits, little-endian). Every game begins at the start. Cells are those of the game as its user
// names them.
//
// The file is its own checkpoint: it is written anew from time to time, whole each time, and a run
// that was stopped or killed goes on with the games it has. Games do not depend on those before
// them, so in the end the file is the same as if nothing had happened.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // int16_t

#include "base/progress.h"
#include "play/agent.h"

typedef struct sh_selfplay_options {
    const sh_game *game;
    const char *agent;
    const char *rival; // among several players: has some of the seats, by lot; NULL: none
    int games;
    int opening; // plies drawn by lot, at most; the number itself is drawn, too
    int slips;   // of a hundred moves behind it so many are drawn by lot, too, with score SH_SLIP
    uint64_t seed;
    double every; // seconds between checkpoints; 0: none
    bool resume;  // go on with the games of the file, where there is one
} sh_selfplay_options;

// Plays and writes. Where it is stopped or an agent fails, the file has the games so far. SH_USAGE
// where the file has some of these games and `resume` is not set, or games of another run and it
// is.
sh_status sh_selfplay_write(const sh_selfplay_options *options, const char *file,
                            const sh_monitor *monitor, sh_error *error) SH_NODISCARD;

#define SH_SLIP INT16_MIN

// One game of a file.
#define SH_SELFPLAY_PLIES 400
typedef struct sh_selfplay_game {
    int opening, plies; // drawn by lot, all
    int winner;         // -1: nobody
    sh_move move[SH_SELFPLAY_PLIES];
    int16_t score[SH_SELFPLAY_PLIES]; // for the player to move, of plies played; 0 of those drawn
} sh_selfplay_game;

typedef struct sh_selfplay sh_selfplay;

// Opens a file of games of this game. SH_DATA where it is none, or damaged.
sh_status sh_selfplay_open(sh_selfplay **file, const sh_game *game, const char *name,
                           sh_error *error) SH_NODISCARD;
void sh_selfplay_close(sh_selfplay *file);
int sh_selfplay_games(const sh_selfplay *file);
// The next game; SH_NO after the last.
sh_status sh_selfplay_next(sh_selfplay *file, sh_selfplay_game *game, sh_error *error) SH_NODISCARD;

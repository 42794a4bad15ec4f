// SPDX-License-Identifier: MIT
// Files of games, as `datagen` writes them (selfplay.h) and `train` and `grade` read them.
//
// A file is a header (game and rules, who plays, how many, a checksum) and then a record for
// each game: plies drawn at random, plies played, the winner (as many as there are players:
// nobody), then for every ply the cells it goes from and to, and for those played the score of the
// agent (16 bits, little-endian). Every game begins at the start. Cells are those of the game as
// its user names them.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // int16_t

#include "base/progress.h"
#include "sternhalma/moves.h"

#define SH_SLIP INT16_MIN // the score of a move that was drawn at random behind the opening

// One game of a file.
#define SH_SELFPLAY_PLIES 400
typedef struct sh_selfplay_game {
    int opening, plies; // drawn at random, all
    int winner;         // -1: nobody
    sh_move move[SH_SELFPLAY_PLIES];
    int16_t score[SH_SELFPLAY_PLIES]; // for the player to move, of plies played; 0 of those drawn
} sh_selfplay_game;

// What a file holds: its games as records, and a hash of what decides them.
typedef struct sh_selfplay_content {
    uint64_t run;
    int games;
    const uint8_t *bytes;
    size_t size;
} sh_selfplay_content;

// Could games be written there? To be asked before they are played.
sh_status sh_selfplay_check_place(const char *name, sh_error *error) SH_NODISCARD;
sh_status sh_selfplay_save(const char *name, const sh_game *game,
                           const sh_selfplay_content *content, sh_error *error) SH_NODISCARD;

typedef struct sh_selfplay sh_selfplay;

// Opens a file of games of this game by the same rules. SH_DATA where it is not one, or damaged.
sh_status sh_selfplay_open(sh_selfplay **file, const sh_game *game, const char *name,
                           sh_error *error) SH_NODISCARD;
void sh_selfplay_close(sh_selfplay *file);
// The games that were not read yet, as long as the file is open.
sh_selfplay_content sh_selfplay_content_of(const sh_selfplay *file);
// The next game; SH_NO after the last.
sh_status sh_selfplay_next(sh_selfplay *file, sh_selfplay_game *game, sh_error *error) SH_NODISCARD;

// What is done with a game that was read, which is there until this returns; `number` is another
// one for every game.
typedef sh_status sh_selfplay_take(void *user, const sh_selfplay_game *played, uint64_t number,
                                   sh_error *error);

// All games of some files, one after the other.
typedef struct sh_selfplay_source {
    const sh_game *game;
    const char *const *files;
    int file_count;
    const sh_monitor *monitor; // looked at after every game; may be NULL
    sh_selfplay_take *take;
    void *user;
} sh_selfplay_source;

sh_status sh_selfplay_read(const sh_selfplay_source *source, sh_error *error) SH_NODISCARD;

// Does a file begin like one of games?
sh_status sh_selfplay_recognise(const char *name, bool *yes, sh_error *error) SH_NODISCARD;

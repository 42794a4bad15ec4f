// SPDX-License-Identifier: MIT
// Games of an agent against itself, or of several players with a rival among them, with scores:
// what evaluations are trained on. The files they go to are described in selfplay_file.h.
//
// The file is its own checkpoint: it is written anew from time to time, whole each time, and a run
// that was stopped or killed goes on with the games it has. Games do not depend on those before
// them, so in the end the file is the same as if nothing had happened.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#include "base/progress.h"
#include "play/agent.h"

typedef struct sh_selfplay_options {
    const sh_game *game;
    const char *agent;
    const char *rival; // among several players: has some of the seats, at random; NULL: none
    int games;
    int opening; // plies drawn at random, at most; the number itself is drawn, too
    int slips; // of a hundred moves behind it so many are drawn at random, too, with score SH_SLIP
    uint64_t seed;
    double every; // seconds between checkpoints; 0: none
    bool resume;  // go on with the games of the file, where there is one
} sh_selfplay_options;

// Plays and writes. Where it is stopped or an agent fails, the file has the games so far. SH_USAGE
// where the file has some of these games and `resume` is not set, or games of another run and it
// is.
sh_status sh_selfplay_write(const sh_selfplay_options *options, const char *file,
                            const sh_monitor *monitor, sh_error *error) SH_NODISCARD;

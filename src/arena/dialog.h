// SPDX-License-Identifier: MIT
// The engine as others drive it: lines in, lines out.
//
// Two manners. UGI, the universal game interface of the runner cutegames, is much like chess has it
// (UCI), with questions about the game: `query p1turn`, `query gameover`, `query result`. Moves are
// `a4-e2`, positions as notation.h has them. CCP is the protocol of the engine rating list of
// Chinese checkers (ccerl.h). docs/arena.md lists the commands.
//
// Everything is answered: what is not understood by `info string error: …`, a `go` that cannot be
// obeyed by that and `bestmove 0000`. After an illegal move in `position … moves …` the game is
// over and lost by who made it, so that two engines that are told the same moves agree.
//
// A search runs in a thread of its own; `stop` ends it within milliseconds. Lines are heard by one
// thread at a time.
#pragma once

#include <stdatomic.h> // atomic_bool
#include <stdbool.h>   // bool

#include "sternhalma/game.h"

#define SH_DIALOG_LINE (1 << 20) // the longest line that is understood

// Says one line, without its end. One call at a time, from any thread.
typedef void sh_dialog_say(void *user, const char *line);

typedef struct sh_dialog_options {
    const char *game; // a name; NULL: 7x7/6
    sh_profile profile;
    bool ccp;                // speak CCP, by the rules of the rating list
    const atomic_bool *stop; // ends the preparing of an engine; may be NULL
    sh_dialog_say *say;
    void *user;
} sh_dialog_options;

typedef struct sh_dialog sh_dialog;

// SH_USAGE where there is no such game, or it is none of two players.
sh_status sh_dialog_open(sh_dialog **dialog, const sh_dialog_options *options,
                         sh_error *error) SH_NODISCARD;
// Stops a search under way.
void sh_dialog_close(sh_dialog *dialog);

// Waits for the best move of a search that ends by its limits, as long as `wanted` says so; stops
// any other.
void sh_dialog_finish(sh_dialog *dialog, bool (*wanted)(void *user));

// Hears one line, without its end. False where it says to quit.
bool sh_dialog_hear(sh_dialog *dialog, const char *line);
// Says that a line was longer than SH_DIALOG_LINE; it is not heard.
void sh_dialog_refuse_line(sh_dialog *dialog);

// SPDX-License-Identifier: MIT
// A move that the page asks for: what was asked, and what was found.
//
// The question is a game, how it went so far, a level and a time; the answer the move that a player
// of this level makes, with its score. Making a thought reads and checks the request, thinking is a
// call of its own, so that another thread can do it.
#pragma once

#include "play/seat.h"
#include "server/api.h"
#include "server/seats.h"

#define SH_MAX_THINKING 5000 // milliseconds
typedef struct sh_thought {
    sh_game game;
    sh_catalog *catalog;
    const sh_table *table; // of the game, kept in the catalog; NULL: none
    sh_record *record;
    char level[SH_MAX_LEVEL];
    double seconds;
    uint64_t seed;
    // The answer.
    sh_status status;
    sh_error error;
    sh_finding finding;
} sh_thought;

// Reads game, rules, position, moves (as of /replay), level, milliseconds and seed. Where that
// fails it answers why: NULL then.
sh_thought *sh_thought_open(const sh_api *api, const sh_request *request, sh_reply *reply);
void sh_thought_close(sh_thought *thought);

// Thinks.
void sh_thought_think(sh_thought *thought, sh_seat *seat);
// Answers with what was found, or why nothing was.
void sh_thought_reply(const sh_thought *thought, sh_reply *reply);

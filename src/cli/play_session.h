// SPDX-License-Identifier: MIT
// A game between persons and the computer, whatever it is shown on.
//
// A session is told what to do by lines that a person types: a move, or a word such as undo. What
// it has to say stands in `reply` afterwards, one or more lines. The computer moves when it is
// asked to (sh_play_think), so that whoever shows the game can say meanwhile that it thinks. Where
// a file to save to was named, the game is written there after every change.
#pragma once

#include "arena/game_text.h"
#include "cli/cli.h"
#include "sternhalma/opponent.h"

typedef struct sh_play_options {
    const sh_game *game;
    const sh_position *start; // NULL: the game's
    int level;
    bool human[SH_MAX_PLAYERS]; // who is played by a person
    const char *tables;         // file or folder; NULL: none
    const char *save;           // NULL: not before asked to
    uint64_t seed;
    const sh_monitor *monitor; // of preparing the computer's play; may be NULL
} sh_play_options;

typedef struct sh_play_session {
    sh_game game;
    sh_record *record;
    int level;
    bool human[SH_MAX_PLAYERS];
    bool quit;     // the person wants to end
    bool changed;  // the board is another than when this was last set to false
    bool reseated; // who plays is another than when this was last set to false
    bool drawn;    // the board has been drawn, at some time
    sh_move shown; // a hint to be marked on the board; from == to: none
    sh_text reply;
    // Its own.
    sh_play_options options;
    sh_opponent *opponent;
    sh_engine *advisor; // opened when it is first asked
    sh_tables *tables;
} sh_play_session;

sh_status sh_play_open(sh_play_session *session, const sh_play_options *options,
                       sh_error *error) SH_NODISCARD;
void sh_play_close(sh_play_session *session);

// Goes on with the last game of a file; who plays is as it says there.
sh_status sh_play_load(sh_play_session *session, const char *file, sh_error *error) SH_NODISCARD;
sh_status sh_play_save(sh_play_session *session, const char *file, sh_error *error) SH_NODISCARD;

// Who is a person, by the names of sides: one letter or several, all (between two also both) or
// none. SH_USAGE where it is none of these; `human` is then as before.
sh_status sh_play_side(const sh_game *game, const char *side, bool human[SH_MAX_PLAYERS],
                       sh_error *error) SH_NODISCARD;

// Does what a line says. A line that is not understood has a reply, and changes nothing.
void sh_play_obey(sh_play_session *session, const char *line);
// Plays a move of the person; a move that is not legal has a reply.
void sh_play_move(sh_play_session *session, sh_move move);
// Is it the computer's turn? Then sh_play_think makes its move.
bool sh_play_waits(const sh_play_session *session);
void sh_play_think(sh_play_session *session);

// The number of the person's last move in the record; -1 where there is none.
int sh_play_last_own(const sh_play_session *session);

// Who is to move or how the game ended, in one line, into a buffer of SH_PLAY_STATE.
#define SH_PLAY_STATE 160
void sh_play_state(const sh_play_session *session, char *text);

// One player: its letter, who plays it, and from where to where, into a buffer of SH_PLAY_STATE:
// "b: level 4 (hobbyist), from the upper right to the lower left", or briefly "b: level 4, to the
// lower left".
void sh_play_seat(const sh_play_session *session, int player, bool brief, char *text);

// Advice (play_advice.c): the best move, and what was wrong with the person's last one. They speak
// in `reply`.
void sh_play_hint(sh_play_session *session);
void sh_play_why(sh_play_session *session);

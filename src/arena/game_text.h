// SPDX-License-Identifier: MIT
// Games as text, much like chess has them (PGN): tags, then the moves.
//
//     [Sum "d2c5…"]
//     [Game "7x7/6"]
//     [Rules "strict"]
//     [Round "3"]
//     [First "engine:nodes=1000"]
//     [Second "random"]
//     [Start "x1x4/… x"]
//     [Opening "4"]
//     [Result "1-0"]
//     [End "won"]
//     [Nodes "31000 0"]
//
//     1. a3-a4 g5-g4 2. b2-b4 {+0.35/8} …  1-0
//
// First is who plays the game's first side (x, on stars a), Second the other; the result is seen by
// First: 1-0, 0-1, 1/2-1/2, or * where the game was not ended. Among more players there are Third
// to Sixth, and the result has a number for each: 0-1-0, 1/3-1/3-1/3; Out has the letters of those
// who were taken out after a fault. Start is there where the game did not begin at the start of the
// game, Opening where its first plies were drawn at random. End is why it ended: the name of an
// ending (sh_ending_name), length (it was too long), or fault, and then Fault says what the loser
// did. Moves are numbered by rounds of the players. What stands in braces or between a semicolon
// and the end of its line is a comment; ours are the mover's score, in moves, and its depth. Sum is
// a checksum of what follows it; it may be missing. Of the tags a reader needs Game alone.
//
// Reading replays the game: every move must be legal, and an ending by the rules must be the one
// that the result says.
#pragma once

#include "arena/match.h"
#include "base/text.h"

#define SH_AGENT_TEXT 1024

// The record points to the game beside it: do not copy one.
typedef struct sh_played {
    sh_game game;
    sh_record *record;                         // all moves played
    char agent[SH_MAX_PLAYERS][SH_AGENT_TEXT]; // by player
    int round;                                 // from 1; 0: none
    int opening;                               // plies drawn at random
    bool over;                                 // it was ended
    int winner;                                // the player, or -1
    bool summed;                               // it has a checksum, which is right
    bool out[SH_MAX_PLAYERS];                  // who was taken out
    char end[16], fault[128];
    uint64_t nodes[SH_MAX_PLAYERS];
} sh_played;

void sh_played_close(sh_played *played);

// The tag of a player's agent, "First" to "Sixth".
const char *sh_seat_tag(int player);
// The result in so many numbers; `winner` -1: shared by all.
#define SH_RESULT_TEXT 32
void sh_result_print(int players, int winner, char text[SH_RESULT_TEXT]);

// Appends a game, with its checksum. `choices` (scores of the plies after the opening) may be NULL.
void sh_game_text_print(sh_text *text, const sh_played *played, const sh_agent_choice *choices);

// Reads the next game of a text and moves *at behind it. SH_NO where there is none left; SH_DATA
// where it is malformed, or its checksum is there and wrong. *played is to be closed after SH_OK.
// Line numbers in messages count from `line`, which moves on as well.
sh_status sh_game_text_parse(sh_played *played, const char **at, int *line,
                             sh_error *error) SH_NODISCARD;

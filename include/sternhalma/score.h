// SPDX-License-Identifier: MIT
// A score: what a position is worth to the player to move, and how that is known.
//
// A search estimates, sees the end of the game, or sees two armies past each other that only run
// home; among several players it shares out the win; a table knows. Each of these is a kind with a
// unit of its own, so a number of one kind never stands for another. All functions are thread-safe.
#pragma once

#include <stdbool.h> // bool

#include "sternhalma/status.h" // SH_API

#ifdef __cplusplus
extern "C" {
#endif

#define SH_MAX_SCORE_TEXT 64

typedef enum sh_score_kind {
    SH_SCORE_NONE,     // nothing is known
    SH_SCORE_ESTIMATE, // amount: hundredths of a move's worth that the player to move is ahead by
    SH_SCORE_SHARE,    // several players; amount: the share of the win, in hundredths
    SH_SCORE_RACE,     // amount: moves that the loser still needs at the end; below 0: the mover
                       // loses. 1 or -1 where how many is not known: then plies is 0
    SH_SCORE_PROOF,    // the search has seen the end; amount: 1 won, -1 lost
    SH_SCORE_TABLE,    // a table says so; amount: 1 won, 0 drawn, -1 lost
} sh_score_kind;

typedef struct sh_score {
    sh_score_kind kind;
    int amount;
    int plies; // to the end of the game with best play; 0: not known
} sh_score;

// Who wins: 1 the player to move, -1 another, 0 where that is open or the game is drawn.
SH_API int sh_score_winner(sh_score score);

// Is `after` noticeably worse for the same player than `before`? A decided game is open or lost, or
// an estimate falls by 15 hundredths of a move and more, or a share by 2 of 100 and more.
SH_API bool sh_score_falls(sh_score before, sh_score after);

// "estimate", "share", "race", "proof", "table", "none".
SH_API const char *sh_score_kind_name(sh_score_kind kind);

// How a score is written.
typedef enum sh_score_style {
    SH_SCORE_SPOKEN,   // to the player to move: "you are about 1.3 moves ahead", "you win in 9
                       // plies", "you win the race by 3 moves", "your share of the win is 37 %"
    SH_SCORE_PROTOCOL, // "cp 130", "share 37", "mate 5" (moves of the player to move), "win" or
                       // "loss" without a number; nothing is known: "none"
    SH_SCORE_RECORD,   // "+1.30", "37%", "+M5", "+W", "=", "?"
} sh_score_style;
SH_API void sh_score_print(sh_score score, sh_score_style style, char text[SH_MAX_SCORE_TEXT]);

// Reads a score, as SH_SCORE_PROTOCOL writes it, at the beginning of a text. False: it has none.
SH_API bool sh_score_parse(sh_score *score, const char *text);

#ifdef __cplusplus
}
#endif

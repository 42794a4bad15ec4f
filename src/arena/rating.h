// SPDX-License-Identifier: MIT
// The score of a match, what it means in Elo, and whether it is decided.
//
// Games come in pairs: one opening, played twice with colours swapped. The two games of a pair
// depend on each other, so errors and tests are computed from the five results a pair can have
// (0, 1/2, 1, 3/2, 2 points: the pentanomial model), not from single games.
//
// Elo is that of the logistic model. Normalised Elo (nElo) measures the same lead by the deviation
// of a game: it hardly depends on how drawish openings are, and it says how many games a match
// needs to show the lead. The sequential test (SPRT) weighs two guesses, elo0 and elo1, by the
// ratio of their likelihoods; it ends a match as soon as one of them is believed.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#include "arena/standing.h"
#include "sternhalma/status.h"

// Seen by the first-named agent of two. Errors are two standard deviations (95 %); they are
// infinite, and the Elo 0, where all games went the same way. Among more than two players wins,
// pairs and Elo say nothing; the standing does.
typedef struct sh_match_score {
    int games, wins, draws, losses;
    int pairs[5]; // by points of the pair: 0, 1/2, 1, 3/2, 2
    int half;     // half points of the first game of a pair whose second is not counted yet
    double score, elo, error, nelo, nelo_error;
    sh_standing standing;           // of games with more than two players
    double seconds[SH_MAX_PLAYERS]; // CPU time of each agent's thread
    double wall[SH_MAX_PLAYERS];    // time on the clock that each agent has taken
    uint64_t nodes[SH_MAX_PLAYERS];
    uint64_t moves[SH_MAX_PLAYERS]; // how many each has made
    int faults[SH_MAX_PLAYERS];     // games lost by a fault
} sh_match_score;

// Counts the next game, won by agent 0, 1 or nobody (-1), and fills what follows from the counts.
void sh_score_add(sh_match_score *score, int winner);
// The same for a game of any number of players: among more than two the standing follows.
void sh_score_count(sh_match_score *score, const sh_game *game, const sh_position *end,
                    const sh_seats_result *how, int agents);
// Fills score, Elo, nElo and the errors from the counts.
void sh_score_rate(sh_match_score *score);

typedef struct sh_sprt {
    bool wanted;
    double elo0, elo1;  // the two guesses
    double alpha, beta; // how often each may be believed wrongly
} sh_sprt;

typedef enum sh_sprt_verdict { SH_SPRT_OPEN, SH_SPRT_ELO0, SH_SPRT_ELO1 } sh_sprt_verdict;

// "ELO0,ELO1" or "ELO0,ELO1,ALPHA,BETA" (0.05 each).
sh_status sh_sprt_parse(sh_sprt *sprt, const char *text, sh_error *error) SH_NODISCARD;
// The logarithm of the likelihoods' ratio after these pairs, and its bounds.
double sh_sprt_ratio(const sh_sprt *sprt, const int pairs[5]);
double sh_sprt_lower(const sh_sprt *sprt);
double sh_sprt_upper(const sh_sprt *sprt);
sh_sprt_verdict sh_sprt_judge(const sh_sprt *sprt, const int pairs[5]);

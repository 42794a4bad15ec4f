// SPDX-License-Identifier: MIT
// Matches: agents play from many openings, each of them in every other's seats.
//
// Openings come from a list, or are some plies drawn at random from a seed, so the same seed gives
// the same openings everywhere. Every round of games has one opening and is played by the agents in
// turned seats (seating.h); between two players it is a pair with colours swapped, and the first
// agent has the first move in its first game. What counts is the score of the first-named agent (a
// win 1, a draw 1/2); among more players each agent's share of wins and its places (standing.h).
//
// An agent that fails, answers with a move that is not legal or oversteps its time loses that game,
// and the match goes on. Among more than two players the game goes on, too: the seat is taken out.
// From then on it moves as SH_STAND_IN does and cannot win: where its goal is filled first, the
// others share the game.
//
// Several games can be played at once, each by agents of its own. They are counted and reported in
// the order of their numbers, whichever ends first, and agents begin every game with a seed that
// depends on its number alone: so results, and where a sequential test ends, do not depend on how
// many games are played at once, and a match can go on where it was stopped.
#pragma once

#include <stdint.h> // uint64_t

#include "arena/openings.h"
#include "arena/rating.h"
#include "base/progress.h"
#include "play/agent.h"

#define SH_MATCH_LONGEST 1000
#define SH_STAND_IN "greedy"

typedef struct sh_match_options {
    const sh_game *game;
    const char *agent[SH_MAX_PLAYERS]; // texts
    int agents;                        // how many, not more than there are players; 0: two
    int rounds;                        // games / agents
    const sh_openings *openings;       // as many as rounds; NULL: drawn at random
    int opening;                       // … with so many plies
    int longest;                       // plies after which a game is a draw; 0: SH_MATCH_LONGEST
    int at_once;                       // games; 0: one
    uint64_t seed;
    sh_sprt sprt; // ends the match where it is wanted
} sh_match_options;

// One game, as told to the reporter when it is over.
typedef struct sh_match_game {
    int number; // from 0
    sh_seats_result how;
    int faulty; // the player who failed first, or -1; `fault` says how
    char fault[128];
    const sh_record *record;
    int opening;                    // plies of the record that were drawn at random
    const sh_agent_choice *choices; // one for each ply after that
    uint64_t nodes[SH_MAX_PLAYERS]; // of each player
} sh_match_game;

// Where the time of a match went.
typedef struct sh_match_time {
    double wall; // seconds from the first game to the last
    double own;  // of CPU that the match itself took, outside of agents
} sh_match_time;

// Called after each game, in their order, one at a time; from any thread. Where it fails the match
// ends with its status.
typedef sh_status sh_match_report(void *user, const sh_match_game *game,
                                  const sh_match_score *score, sh_error *error);

// Plays a match. *score is zeros, or the score of the first games, which are not played again.
// SH_INTERRUPTED where the monitor stops it; the score then has the games so far. `report` and
// `time` may be NULL.
sh_status sh_match_play(const sh_match_options *options, const sh_monitor *monitor,
                        sh_match_report *report, void *user, sh_match_score *score,
                        sh_match_time *time, sh_error *error) SH_NODISCARD;

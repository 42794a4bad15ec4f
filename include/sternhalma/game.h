// SPDX-License-Identifier: MIT
// A game: a board, the armies on it, how pieces move, and how it ends.
//
// Names: `7x7/3` two players with three pieces each on a 7×7 rhombus; `star37:3p` three players on
// the 37-cell star, `star37/2:3p` the same with two pieces each; `star121:2p` to `:6p`, with
// `+pass` or `+stand` where foreign corners are open to pass through or to stand in; `sq16/19:8m`
// a square board with its army and number of move directions; `checkers32/12:4m`. `:1p` is one army
// alone. Squares and the checkers board end as plain Halma does; `+halma` says so of the others,
// `+swap` is a swap, and behind all of these `+hops` forbids steps: `sq9/10:6m:1p+hops`. Last comes
// the house rule `+leave30`: after its 30th move nobody may have a piece in its camp.
//
// A player's camp is where its army starts; its goal is the camp's image on the opposite side.
// Turn order is 0, 1, …, players-1. A game is plain data, immutable once parsed, safe to share.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint8_t

#include "sternhalma/board.h"
#include "sternhalma/set.h"
#include "sternhalma/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SH_MAX_PLAYERS 6
#define SH_MAX_SYMMETRIES 12
#define SH_MAX_NAME 32
#define SH_AWAY_NEVER 255 // cells on which a player may not stand

// What may not be reached in games of Definition 1.
typedef enum sh_profile {
    SH_STRICT,    // Definitions 1 to 4 of Sturtevant (2019) as written
    SH_PUBLISHED, // as his solver had them: see docs/rules.md; differs for six pieces only
} sh_profile;

// How a game ends. The first ending is that of Definition 1, and it alone makes positions illegal;
// in the others an army has arrived when its own pieces fill its goal.
typedef enum sh_finish {
    SH_FIRST_FILLED,  // with the first goal that is full, one piece in it at least its owner's
    SH_FIRST_ARRIVED, // with the first army that has arrived: plain Halma, one army alone
    SH_ALL_ARRIVED,   // when all armies have arrived: a swap
} sh_finish;

// How a piece moves. Where it may go besides is in `stand` and `pass` and in the board's
// directions.
typedef enum sh_movement {
    SH_STEPS_AND_HOPS,
    SH_HOPS_ONLY,
} sh_movement;

// A map of the board onto itself that carries the game onto itself.
typedef struct sh_symmetry {
    uint8_t cell[SH_MAX_CELLS];     // where each cell goes
    uint8_t player[SH_MAX_PLAYERS]; // whom each player becomes; cyclic, so turn order is kept
} sh_symmetry;

typedef struct sh_game {
    char name[SH_MAX_NAME];
    sh_board board;
    sh_finish finish;
    sh_movement movement;
    sh_profile profile;
    int leave; // a player's move after which it may have no piece in its camp; 0: there is none
    int players;
    int pieces;                   // a player
    sh_set camp[SH_MAX_PLAYERS];  // where the army starts
    sh_set goal[SH_MAX_PLAYERS];  // where it goes
    sh_set stand[SH_MAX_PLAYERS]; // cells on which a piece may end its move
    sh_set pass[SH_MAX_PLAYERS];  // cells on which it may land in mid-chain; contains stand
    uint8_t tip[SH_MAX_PLAYERS];  // the goal cell with the fewest neighbours
    sh_set entry[SH_MAX_PLAYERS]; // cells from which a step or one hop can lead to the tip
    uint8_t away[SH_MAX_PLAYERS][SH_MAX_CELLS]; // steps to the end of its way: see distance.h
    uint8_t furthest[SH_MAX_PLAYERS];           // the greatest of them
    int wall;       // fewer pieces than this inside a goal do not cut it apart: see rules/legal.h
    int symmetries; // the identity first
    sh_symmetry symmetry[SH_MAX_SYMMETRIES];
} sh_game;

// Reads a game name. Fails with SH_USAGE and a sentence that says what would be right.
SH_API sh_status sh_game_parse(sh_game *game, const char *name, sh_profile profile,
                               sh_error *error) SH_NODISCARD;

// Two players under Definitions 1 to 4; three or more of whom the first to fill its goal wins. What
// a position is worth in these does not depend on how many moves were made.
static inline bool sh_game_is_duel(const sh_game *game) {
    return game->finish == SH_FIRST_FILLED && game->players == 2 && !game->leave;
}
static inline bool sh_game_is_race(const sh_game *game) {
    return game->finish == SH_FIRST_FILLED && game->players > 2 && !game->leave;
}

// sizeof(sh_game), for callers in other languages, who need not know what is in it.
SH_API size_t sh_game_size(void);
// Its name, for the same callers: the one way to write it that sh_game_parse reads.
SH_API const char *sh_game_name(const sh_game *game);
// The same for its board, how many play with how many pieces each, and where a player goes (NULL:
// no such player).
SH_API const sh_board *sh_game_board(const sh_game *game);
SH_API int sh_game_players(const sh_game *game);
SH_API int sh_game_pieces(const sh_game *game);
SH_API const sh_set *sh_game_goal(const sh_game *game, int player);

// "strict" or "published", both ways. Parsing fails with SH_USAGE.
SH_API const char *sh_profile_name(sh_profile profile);
SH_API sh_status sh_profile_parse(sh_profile *profile, const char *name,
                                  sh_error *error) SH_NODISCARD;

// The letter of a player in positions: x and o on rhombi, squares and checkers, a b c … on stars.
// '?' for others.
SH_API char sh_game_letter(const sh_game *game, int player);

// The symmetry, other than the identity, that leaves every player its side; NULL: there is none.
SH_API const sh_symmetry *sh_symmetry_mirror(const sh_game *game);

// The cells of a set under a symmetry.
SH_API sh_set sh_symmetry_apply(const sh_symmetry *symmetry, const sh_set *set);

#ifdef __cplusplus
}
#endif

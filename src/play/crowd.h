// SPDX-License-Identifier: MIT
// Search among several players: one framework for the methods that are known.
//
//   max-n       every player does the best for itself (Luckhardt and Irani 1986)
//   paranoid    all others play together against the player at the root (Sturtevant and Korf 2000)
//   best reply  only the rival with the strongest answer moves (Schadd and Winands 2011)
//   BRS+        … and the others make the move that is expected of them (Esser and others 2013)
//   OPPS        so many rivals of a round may do the unexpected, all others what is expected of
//               them (Baier and Kaisers 2020)
//   tree        Monte Carlo tree search with progressive history and widening (Nijssen and Winands)
//
// What is expected of a player is the move that gains most. All methods share positions, moves, the
// evaluation (the worth of each player's army, kept up to date move by move) and the count of
// nodes: every position that is made is one. A job is one search of one thread. It exists for
// bitboards of 64, 128 and 256 cells and for each instruction set; all visit the same nodes, since
// none fuses a product with a sum.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "play/crowd_likely.h"
#include "play/crowd_ways.h"
#include "play/pvs.h"
#include "play/transposition.h"
#include "sternhalma/engine.h"

#define SH_CROWD_MOVES 2048 // of one player: a piece goes to each empty cell at most
// Of all rivals of a player together: with n players of 10 pieces on the star of 121 cells, each of
// the others has at most 10 · (121 - 10 n) moves, which is most in all for n = 6.
#define SH_CROWD_REPLIES 3072
_Static_assert(SH_CROWD_REPLIES >= 5 * 10 * (121 - 60) && SH_CROWD_REPLIES >= 4 * 10 * (121 - 50) &&
                   SH_CROWD_REPLIES >= 3 * 10 * (121 - 40) && SH_CROWD_REPLIES >= SH_CROWD_MOVES,
               "there is room for the moves of all rivals");

#define SH_GAIN_OF_WIN 30000 // as a move is packed

// A move of a tree; what its player has got from it is in sh_tree.scores.
typedef struct sh_tree_move {
    uint32_t move, visits;
    uint32_t after; // the number of the position after it; 0: not made yet; or SH_TREE_WON + winner
    float bias;     // how likely it is to be good, before it is tried: 1 for the first
} sh_tree_move;

#define SH_TREE_WON 0xfffffff0u

// A position of a tree, apart from its pieces.
typedef struct sh_tree_spot {
    uint32_t visits;
    float mean;             // of shares of the player to move; 1/2 before the first visit
    uint32_t wider_at;      // visits at which one more move is tried
    uint32_t tried, listed; // where its moves are: those that are tried, those that are not
    uint32_t after;         // where the next visit goes on: see sh_tree_move …
    uint16_t next;          // … and 1 + the number of its move; 0: to be decided
    uint16_t count, room;   // moves that are tried
    uint16_t followed;      // the number behind the last of them that was followed
    uint16_t left;          // moves that are not
    int16_t best;           // what the first move gains
    uint8_t turn;
    bool opened; // its moves are listed
    bool drawn;  // they are some of those that go farthest, drawn at random
} sh_tree_spot;

#define SH_TREE_BIASES 4096 // one that gains so much less than the first is hardly ever tried
#define SH_TREE_SHARES 4096 // of armies that are less than so far behind
#define SH_TREE_WIDTHS 256  // with so many tried moves a position gets the others at once

// Room for a tree: positions, the moves that were tried in them, and lists of those that were not.
typedef struct sh_tree {
    sh_tree_spot *spots;
    void *states;        // the pieces of each; their type is that of the width
    sh_crowd_sums *sums; // of the network, of each; NULL without
    sh_tree_move *tried;
    // Of a position whose moves begin at n of `tried`: from 2n on their means, of shares between 0
    // and 1, and behind the room for these what draws to each, bias / (1 + visits).
    float *scores;
    uint32_t *listed;
    uint32_t spots_room, tried_room, listed_room;
    uint32_t spots_used, tried_used, listed_used;
    float explore, modesty;            // of the tuning, 1 for 100; more where habits are known
    int sooner[SH_MAX_PLAYERS];        // what it is worth to move first, second and so on
    int given[SH_MAX_PLAYERS];         // to rivals: see give in crowd_tree_template.h
    float bias[SH_TREE_BIASES];        // of a move that gains so much less than the first
    float share[SH_TREE_SHARES];       // by how far an army is behind: sh_crowd_share
    uint32_t wider_at[SH_TREE_WIDTHS]; // by tried moves: at how many visits there is one more
} sh_tree;

// What moves have brought their players, wherever they were made.
typedef struct sh_move_history {
    float sum;
    uint32_t visits;
} sh_move_history;

#define SH_HISTORY 4096 // entries of a player

typedef struct sh_crowd_job sh_crowd_job;

struct sh_crowd_job {
    const sh_ways *ways;
    const sh_tuning *tuning;
    const void *ground;      // the ways as bitboards
    const sh_crowd_net *net; // for a tree; NULL: without
    sh_transposition *transposition;
    const uint8_t *reductions; // see pvs.h
    sh_tree *tree;             // NULL: the method has none
    sh_move_history *history;  // by player and move
    sh_position root;
    sh_root_move *moves;
    bool farthest[SH_MAX_PLAYERS]; // rivals that always go as far as they can (crowd_habits.h) …
    int known;                     // … how many they are …
    int alarm;                     // … and what they are given besides
    bool *leads_back;              // by number of a root move: to a position that was there before
    int count;
    uint64_t nodes, check_at;                        // calls `check` when nodes reach it
    void (*check)(sh_crowd_job *job, void *context); // sets `stopped`, moves check_at
    void *context;
    bool stopped;
    int length[SH_MAX_PLY + 1];
    sh_move line[SH_MAX_PLY + 1][SH_MAX_PLY + 1];
};

struct sh_promises;

typedef struct sh_crowd {
    // The ways as bitboards, for sh_crowd_job.ground; free with free(). NULL: out of memory.
    void *(*prepare)(const sh_ways *ways);
    // Searches the root to a depth; its best move comes first, and its value is the result, for the
    // player at the root. Where the job was stopped, the first move is the best of those it got
    // through, if it got through any.
    int (*deepen)(sh_crowd_job *job, int depth);
    // Grows a tree until the job is stopped; then as above.
    int (*grow)(sh_crowd_job *job);
    size_t state_bytes; // the pieces of a position of a tree
    // The static value of the root for its mover.
    int (*evaluate)(sh_crowd_job *job);
    // What each army is worth at the root by hand.
    void (*value)(sh_crowd_job *job, int *worth);
    // Which of a position's moves a tree follows: crowd_promise.h. For tests.
    uint32_t (*follow)(const struct sh_promises *promises);
} sh_crowd;

// By instruction set; for boards of 64, 128 and 256 cells.
extern const sh_crowd sh_crowd_portable[3], sh_crowd_avx2[3], sh_crowd_avx512[3];

// What it is worth to move so many turns from now.
int sh_crowd_sooner(const sh_tuning *tuning, int players, int turns);

// The share of an army that is so far behind, before all shares together are made 1.
float sh_crowd_share(const sh_tuning *tuning, int behind);

// For this CPU and board.
const sh_crowd *sh_crowd_best(const sh_board *board);

// An engine for several players; the functions are those of sternhalma/engine.h.
typedef struct sh_crowd_engine sh_crowd_engine;

sh_status sh_crowd_open(sh_crowd_engine **engine, const sh_game *game, const sh_tuning *tuning,
                        const sh_engine_options *options, sh_error *error) SH_NODISCARD;
void sh_crowd_close(sh_crowd_engine *engine);
void sh_crowd_reset(sh_crowd_engine *engine);
// The tree of the last search; NULL where the method has none. For tests.
const sh_tree *sh_crowd_tree(const sh_crowd_engine *engine);
void sh_crowd_stop(sh_crowd_engine *engine);
void sh_crowd_obey(sh_crowd_engine *engine, const sh_monitor *monitor);
void sh_crowd_hit(sh_crowd_engine *engine);
sh_status sh_crowd_search(sh_crowd_engine *engine, const sh_record *record, const sh_move *moves,
                          int count, const sh_limits *limits, sh_finding_report *report, void *user,
                          sh_finding *finding, sh_error *error) SH_NODISCARD;

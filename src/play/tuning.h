// SPDX-License-Identifier: MIT
// The parameters of the search and of the evaluation by hand, each with a name, so that matches and
// tuning can set them: "futility=80,lmr_start=4".
//
// Margins and values are in hundredths of a move's worth, depths in plies. `reference` is the
// configuration that stands still: the ingredients of a sound engine at plain values, to measure
// against. The other one is the best known.
#pragma once

#include <stdbool.h> // bool

#include "sternhalma/game.h"
#include "sternhalma/status.h"

// How it searches: `method` is one of these (crowd.h says what they are).
typedef enum sh_method {
    SH_METHOD_DUEL, // none of those: two players, pvs.h
    SH_MAX_N,
    SH_PARANOID,
    SH_BEST_REPLY,
    SH_BRS_PLUS,
    SH_OPPS,
    SH_TREE,
} sh_method;

// The methods that read a parameter, a bit each. A search refuses the settings of others.
enum {
    SH_READ_BY_DUEL = 1 << SH_METHOD_DUEL,
    SH_READ_BY_OPPS = 1 << SH_OPPS,
    SH_READ_BY_TREE = 1 << SH_TREE,
    SH_READ_BY_ORDERLY = 1 << SH_BRS_PLUS | SH_READ_BY_OPPS, // all players move in their order
    SH_READ_BY_ROUNDS = 1 << SH_PARANOID | 1 << SH_BEST_REPLY | SH_READ_BY_ORDERLY,
    SH_READ_BY_DEEPENING = 1 << SH_MAX_N | SH_READ_BY_ROUNDS,
    SH_READ_BY_CROWD = SH_READ_BY_DEEPENING | SH_READ_BY_TREE,
    SH_READ_BY_PRUNED = SH_READ_BY_DUEL | SH_READ_BY_ROUNDS,    // alpha-beta
    SH_READ_BY_DEPTHS = SH_READ_BY_DUEL | SH_READ_BY_DEEPENING, // whatever deepens
    SH_READ_BY_TAUGHT = SH_READ_BY_DUEL | SH_READ_BY_TREE,      // those with a network
    SH_READ_BY_REPLIES = SH_READ_BY_ORDERLY | SH_READ_BY_TREE,  // rivals with a width …
    SH_READ_BY_WIDTHS = SH_READ_BY_ROUNDS | SH_READ_BY_TREE,    // … and the root's player
    SH_READ_BY_ALL = SH_READ_BY_DUEL | SH_READ_BY_CROWD,
};

// X(name, read by, value, reference value, least, most, what it is)
#define SH_PARAMETERS(X)                                                                           \
    X(tempo, SH_READ_BY_ALL, 60, 60, 0, 400, "what being to move is worth")                        \
    X(linear, SH_READ_BY_ALL, 30, 30, 0, 400, "a row of a piece's way to its goal")                \
    X(convex, SH_READ_BY_ALL, 24, 24, 0, 400,                                                      \
      "added for far pieces: a tenth of this times rows squared")                                  \
    X(aside, SH_READ_BY_ALL, 30, 30, 0, 400,                                                       \
      "a tenth of this times the square of the way to the axis")                                   \
    X(distance, SH_READ_BY_ALL, 100, 100, 0, 1000, "a move of the army's way alone")               \
    X(aspiration, SH_READ_BY_DUEL, 60, 60, 1, 30000,                                               \
      "half the first window around the last score")                                               \
    X(backward, SH_READ_BY_DEPTHS, 4, 4, 0, 64,                                                    \
      "moves that lose ground are pruned in the last so many plies")                               \
    X(futility_depth, SH_READ_BY_PRUNED, 4, 2, 0, 16,                                              \
      "hopeless moves are pruned in the last so many plies")                                       \
    X(futility, SH_READ_BY_PRUNED, 60, 100, 0, 10000,                                              \
      "what a ply is thought to bring at most, for that")                                          \
    X(standing_depth, SH_READ_BY_PRUNED, 3, 0, 0, 16,                                              \
      "good positions are cut in the last so many plies")                                          \
    X(standing, SH_READ_BY_PRUNED, 80, 100, 0, 10000,                                              \
      "what a ply is thought to cost at most, for that")                                           \
    X(late_depth, SH_READ_BY_DUEL, 0, 0, 0, 16, "late moves are pruned in the last so many plies") \
    X(late, SH_READ_BY_DUEL, 8, 8, 0, 1000,                                                        \
      "moves tried before that, and as many again for every ply")                                  \
    X(lmr_start, SH_READ_BY_PRUNED, 3, 3, 1, 100, "moves tried before later ones are reduced")     \
    X(lmr_base, SH_READ_BY_PRUNED, 30, 30, 0, 400, "reduction: hundredths of a ply, and …")        \
    X(lmr_scale, SH_READ_BY_PRUNED, 25, 25, 0, 400,                                                \
      "… as many times log2 of depth and of the move's number")                                    \
    X(reluctance, SH_READ_BY_DEPTHS, 100, 0, 0, 10000,                                             \
      "what a repetition costs the player at the root, besides the draw")                          \
    X(frontier, SH_READ_BY_DUEL, 1, 1, 0, 1,                                                       \
      "1: the moves of the last ply are evaluated, not searched")                                  \
    X(sharing, SH_READ_BY_DUEL, 4, 64, 1, 64,                                                      \
      "threads put off what another is at work on, from this depth on")                            \
    X(probe_depth, SH_READ_BY_DUEL, 3, 3, 1, 64, "tables are asked from this depth on")            \
    X(slack, SH_READ_BY_DUEL, 40, 0, 0, 1000,                                                      \
      "by how much the network may differ from what a move's gain says")                           \
    X(plain, SH_READ_BY_TAUGHT, 0, 1, 0, 1,                                                        \
      "1: the evaluation by hand even where a learned one is there")                               \
    X(alone, SH_READ_BY_ALL, 20000, 20000, 0, 4000000,                                             \
      "distances of armies alone: for so many thousand placements")                                \
    X(method, SH_READ_BY_ALL, 0, 0, 0, 6,                                                          \
      "how it searches among several players: see crowd.h; 0: as two do")                          \
    X(leader, SH_READ_BY_DEEPENING, 50, 50, 0, 100,                                                \
      "a hundred: only the leading rival counts; 0: the mean of all")                              \
    X(stride, SH_READ_BY_CROWD, 35, 35, 0, 1000,                                                   \
      "hundredths of a move that a row costs where marches are unknown")                           \
    X(blocked, SH_READ_BY_CROWD, 20, 20, 0, 1000, "a piece of others in a player's goal")          \
    X(reach, SH_READ_BY_CROWD, 0, 0, 0, 1000,                                                      \
      "a cell ahead to which hops lead an army of several players")                                \
    X(replies, SH_READ_BY_OPPS, 0, 0, 0, 5, "rivals of a round who may play other than expected")  \
    X(reply_width, SH_READ_BY_REPLIES, 0, 0, 0, 1000,                                              \
      "moves that such a rival may choose from; 0: all")                                           \
    X(awake, SH_READ_BY_ORDERLY, 20, 20, 0, 20,                                                    \
      "rounds in which rivals move at all; later they stand still")                                \
    X(own_width, SH_READ_BY_WIDTHS, 0, 0, 0, 1000, "own moves tried inside the tree; 0: all")      \
    X(foresight, SH_READ_BY_TREE, 9, 9, 0, 1000,                                                   \
      "plies from the root whose moves are tried as they are likely")                              \
    X(playout, SH_READ_BY_TREE, 0, 0, 0, 400, "plies of a playout before it is judged")            \
    X(explore, SH_READ_BY_TREE, 20, 20, 0, 1000,                                                   \
      "how much is tried of what was tried little, in hundredths")                                 \
    X(focus, SH_READ_BY_TREE, 60, 60, 1, 10000,                                                    \
      "a move that gains so much less is tried e times less")                                      \
    X(modesty, SH_READ_BY_TREE, 5, 5, 0, 100,                                                      \
      "what a move that was not tried is thought to cost, in hundredths")                          \
    X(history, SH_READ_BY_TREE, 0, 0, 0, 10000,                                                    \
      "how much what was good elsewhere counts, in hundredths")                                    \
    X(widening, SH_READ_BY_TREE, 30, 30, 1, 1000, "children of a node: this many hundredths …")    \
    X(widening_root, SH_READ_BY_TREE, 50, 50, 0, 100,                                              \
      "… times its visits to this power, in hundredths, and two")                                  \
    X(habit, SH_READ_BY_TREE, 100, 100, 0, 600,                                                    \
      "odds, 100 for e to 1, at which a rival always goes far; 0: never")                          \
    X(lots, SH_READ_BY_TREE, 25, 25, 1, 100000,                                                    \
      "visits of such a rival's position for every move drawn there")                              \
    X(alarm, SH_READ_BY_TREE, 0, 0, 0, 10000,                                                      \
      "such rivals are thought to be so far ahead, if others look ahead")                          \
    X(contest, SH_READ_BY_TREE, 3, 3, 0, 100,                                                      \
      "rivals are thought to be so many warmths behind at most; 0: as is")                         \
    X(warmth, SH_READ_BY_TREE, 300, 300, 1, 10000, "a lead of this much is an even chance times e")

typedef struct sh_tuning {
#define SH_PARAMETER_FIELD(name, readers, value, reference, least, most, what) int name;
    SH_PARAMETERS(SH_PARAMETER_FIELD)
#undef SH_PARAMETER_FIELD
} sh_tuning;

// The best known for this game, or the reference.
void sh_tuning_best(sh_tuning *tuning, const sh_game *game);
void sh_tuning_reference(sh_tuning *tuning, const sh_game *game);

// The best known value of a parameter and its bounds; false where there is none of this name.
bool sh_tuning_about(const char *name, int *value, int *least, int *most);

// Sets one parameter by its name. SH_USAGE where there is none, or the value is out of bounds.
sh_status sh_tuning_set(sh_tuning *tuning, const char *name, const char *value,
                        sh_error *error) SH_NODISCARD;
// "reference", "name=value,name=value", or "reference,name=value"; NULL and "" change nothing.
// SH_USAGE also where the method that comes of it does not read a parameter that was named.
sh_status sh_tuning_parse(sh_tuning *tuning, const sh_game *game, const char *text,
                          sh_error *error) SH_NODISCARD;

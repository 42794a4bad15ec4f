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

// X(name, value, reference value, least, most, what it is)
#define SH_PARAMETERS(X)                                                                           \
    X(tempo, 60, 60, 0, 400, "what being to move is worth")                                        \
    X(linear, 30, 30, 0, 400, "a row of a piece's way to its goal")                                \
    X(convex, 24, 24, 0, 400, "added for far pieces: a tenth of this times rows squared")          \
    X(aside, 30, 30, 0, 400, "a tenth of this times the square of the way to the axis")            \
    X(distance, 100, 100, 0, 1000, "a move of the army's way alone")                               \
    X(aspiration, 60, 60, 1, 30000, "half the first window around the last score")                 \
    X(backward, 4, 4, 0, 64, "moves that lose ground are pruned in the last so many plies")        \
    X(futility_depth, 4, 2, 0, 16, "hopeless moves are pruned in the last so many plies")          \
    X(futility, 60, 100, 0, 10000, "what a ply is thought to bring at most, for that")             \
    X(standing_depth, 3, 0, 0, 16, "good positions are cut in the last so many plies")             \
    X(standing, 80, 100, 0, 10000, "what a ply is thought to cost at most, for that")              \
    X(late_depth, 0, 0, 0, 16, "late moves are pruned in the last so many plies")                  \
    X(late, 8, 8, 0, 1000, "moves tried before that, and as many again for every ply")             \
    X(lmr_start, 3, 3, 1, 100, "moves tried before later ones are reduced")                        \
    X(lmr_base, 30, 30, 0, 400, "reduction: hundredths of a ply, and …")                           \
    X(lmr_scale, 25, 25, 0, 400, "… as many times log2 of depth and of the move's number")         \
    X(reluctance, 100, 0, 0, 10000,                                                                \
      "what a repetition costs the player at the root, besides the draw")                          \
    X(frontier, 1, 1, 0, 1, "1: the moves of the last ply are evaluated, not searched")            \
    X(sharing, 4, 64, 1, 64, "threads put off what another is at work on, from this depth on")     \
    X(probe_depth, 3, 3, 1, 64, "tables are asked from this depth on")                             \
    X(slack, 40, 0, 0, 1000, "by how much the network may differ from what a move's gain says")    \
    X(plain, 0, 1, 0, 1, "1: the evaluation by hand even where a learned one is there")            \
    X(alone, 20000, 20000, 0, 4000000,                                                             \
      "distances of armies alone: for so many thousand placements")                                \
    X(method, 0, 0, 0, 6, "how it searches among several players: see crowd.h; 0: as two do")      \
    X(leader, 50, 50, 0, 100, "a hundred: only the leading rival counts; 0: the mean of all")      \
    X(stride, 35, 35, 0, 1000, "hundredths of a move that a row costs where marches are unknown")  \
    X(blocked, 20, 20, 0, 1000, "a piece of others in a player's goal")                            \
    X(reach, 0, 0, 0, 1000, "a cell ahead to which hops lead an army of several players")          \
    X(replies, 0, 0, 0, 5, "rivals of a round who may play other than expected")                   \
    X(reply_width, 0, 0, 0, 1000, "moves that such a rival may choose from; 0: all")               \
    X(awake, 20, 20, 0, 20, "rounds in which rivals move at all; later they stand still")          \
    X(own_width, 0, 0, 0, 1000, "own moves tried inside the tree; 0: all")                         \
    X(foresight, 9, 9, 0, 1000, "plies from the root whose moves are tried as they are likely")    \
    X(playout, 0, 0, 0, 400, "plies of a playout before it is judged")                             \
    X(explore, 20, 20, 0, 1000, "how much is tried of what was tried little, in hundredths")       \
    X(focus, 60, 60, 1, 10000, "a move that gains so much less is tried e times less")             \
    X(modesty, 5, 5, 0, 100, "what a move that was not tried is thought to cost, in hundredths")   \
    X(history, 0, 0, 0, 10000, "how much what was good elsewhere counts, in hundredths")           \
    X(widening, 30, 30, 1, 1000, "children of a node: this many hundredths …")                     \
    X(widening_root, 50, 50, 0, 100, "… times its visits to this power, in hundredths, and two")   \
    X(habit, 100, 100, 0, 600, "odds, 100 for e to 1, at which a rival always goes far; 0: never") \
    X(lots, 25, 25, 1, 100000, "visits of such a rival's position for every move drawn there")     \
    X(alarm, 0, 0, 0, 10000, "such rivals are thought to be so far ahead, if others look ahead")   \
    X(contest, 3, 3, 0, 100, "rivals are thought to be so many warmths behind at most; 0: as is")  \
    X(warmth, 300, 300, 1, 10000, "a lead of this much is an even chance times e")

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

typedef struct sh_tuning {
#define SH_PARAMETER_FIELD(name, value, reference, least, most, what) int name;
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
sh_status sh_tuning_parse(sh_tuning *tuning, const sh_game *game, const char *text,
                          sh_error *error) SH_NODISCARD;

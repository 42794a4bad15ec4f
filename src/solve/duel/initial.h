// SPDX-License-Identifier: MIT
// What the rules say of every state before any move: overlaps, illegal, lost; 512 lanes at a time.
//
// For one set A (an id) and the waiters of one block the verdict of both turns is found together:
// the row's, with A to move, and the column's, with the lane's R to move. With f_a (f_r) for "the
// goal of A's owner (R's owner) is filled, at least one cell by its owner":
//   row: illegal where f_a, lost where f_r and not illegal; column: the other way round.
// Which goal cells A leaves to the lanes decides f; the lanes that fill a given rest of a goal are
// tabulated once a block. Definition 3 (six pieces: tip empty, both outer edges held by the
// opponent) makes both turns illegal; under the published profile it is not applied to the goal of
// a player to move who has no piece in its own camp and none in its goal.
#pragma once

#include "solve/duel/index.h"

typedef struct sh_initial_rules {
    uint64_t camp, goal; // of the player at the top
    bool blockade;       // Definition 3 applies
    sh_profile profile;
} sh_initial_rules;

// Tables of one block.
typedef struct sh_initial_block {
    const sh_initial_rules *rules;
    const sh_duel_index *index;
    const sh_strip *waiter;
    sh_strip exists;                             // lanes that are rows
    sh_strip camp_held[1 << SH_DUEL_MAX_PIECES]; // by cells of the camp: lanes that hold them all
    sh_strip goal_held[1 << SH_DUEL_MAX_PIECES];
    sh_strip goal_walled;  // Definition 3 for the mover, the tip aside
    sh_strip never_exempt; // lanes with a piece in their camp or goal
} sh_initial_block;

typedef struct sh_initial_strips {
    sh_strip row_unknown, row_illegal, row_lost;          // T[R][A]
    sh_strip column_unknown, column_illegal, column_lost; // T[A][R]
} sh_initial_strips;

void sh_initial_rules_make(sh_initial_rules *rules, const sh_game *game);
void sh_initial_block_make(sh_initial_block *block, const sh_initial_rules *rules,
                           const sh_duel_index *index, uint64_t number);
void sh_initial_verdict(const sh_initial_block *block, uint64_t set, sh_initial_strips *strips);

// The illegal states of a whole block: [ids] strips of rows.
void sh_initial_illegal(const sh_initial_rules *rules, const sh_duel_index *index, uint64_t number,
                        sh_strip *illegal);
// Adds the lost states of a strip, and the lost and illegal positions they stand for.
void sh_initial_count(const sh_duel_index *index, uint64_t number, const sh_initial_strips *strips,
                      uint64_t *lost_states, uint64_t *lost, uint64_t *illegal);

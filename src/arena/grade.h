// SPDX-License-Identifier: MIT
// Grades of moves: what a table says a move has given away.
//
// A table knows the value of every position of its game, so each move can be judged for the player
// who makes it. A move of a won position after which it is won no more, and a move of a drawn one
// after which it is lost, gives value away; a position is critical where some legal move does. A
// move that keeps the value of a decided position can still give plies away: it wins later or loses
// sooner than the best. A move that brings back a position of its game makes a draw, whatever the
// table says.
//
// In a race of three a position is won where its mover can force its win alone, lost where the
// others can shut it out, else drawn: so giving a win away is to let go of a solo win, and to come
// to a loss is to be shut out. Besides, a move crowns somebody where a rival can force its win
// after it, or has won, and another move would not have let it.
//
// Grades are counted by phase: thirds of the way that both armies together have to go. Pure
// functions, thread-safe.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#include "sternhalma/moves.h"
#include "sternhalma/probe.h"

typedef enum sh_phase {
    SH_PHASE_OPENING,
    SH_PHASE_MIDDLE,
    SH_PHASE_LAST,
    SH_PHASES,
} sh_phase;

// "opening", "middle", "last".
const char *sh_phase_name(sh_phase phase);
sh_phase sh_phase_of(const sh_game *game, const sh_position *position);

// How many steps the player to move is ahead of the foremost of the others.
int sh_lead(const sh_game *game, const sh_position *position);

// One move.
typedef struct sh_graded_move {
    sh_phase phase;
    bool critical;   // some legal move gives value away
    sh_value before; // of the position
    sh_value after;  // of the move, both for the player who makes it
    bool crowned;    // a race: it has made a rival the winner, without need
} sh_graded_move;

// Judges a legal move of a position of the table's game. `repeats`: it brings back a position.
sh_status sh_grade_move(const sh_table *table, const sh_position *position, sh_move move,
                        bool repeats, sh_graded_move *graded, sh_error *error) SH_NODISCARD;

// Is the position critical? *value is what it is worth to the player to move.
sh_status sh_grade_critical(const sh_table *table, const sh_position *position, bool *critical,
                            sh_value *value, sh_error *error) SH_NODISCARD;

// Moves of positions of one value in one phase.
typedef struct sh_grade_count {
    uint64_t moves, critical;
    uint64_t to_draw, to_loss; // given away
    uint64_t crowned;          // moves that made a rival the winner, without need
    uint64_t timed, plies;     // moves that kept a value with distances, plies they gave away
} sh_grade_count;

// All moves of somebody, by phase and by value of the position: lost, drawn, won.
typedef struct sh_grade {
    sh_grade_count count[SH_PHASES][3];
    uint64_t careful, achieved; // games against best play; those that brought what was due
    uint64_t faults;            // no move, or none that is legal
    double seconds;             // CPU time of whoever chose the moves
    double judging;             // CPU time of the judgement
} sh_grade;

void sh_grade_add(sh_grade *grade, const sh_graded_move *graded);
void sh_grade_merge(sh_grade *grade, const sh_grade *other);
// The sum of some phases of one value; SH_PHASES: of all.
sh_grade_count sh_grade_sum(const sh_grade *grade, sh_phase phase, sh_outcome value);

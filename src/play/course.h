// SPDX-License-Identifier: MIT
// A game as the engine sees it: a course from one corner to the opposite one, for two armies.
//
// The strict star of two players is a rhombus: its armies never leave the track between their two
// corners, which is one. So the engine searches it as a rhombus, with smaller bitboards; `inside`
// and `outside` translate cells. Everything here is data, made once, shared by all threads.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // int16_t

#include "play/tuning.h"
#include "sternhalma/key.h"
#include "sternhalma/moves.h"
#include "sternhalma/position.h"

typedef struct sh_course {
    sh_game game;                  // the one searched
    char lone[SH_MAX_NAME];        // the same of one army alone: its name
    uint8_t inside[SH_MAX_CELLS];  // by cell of the outer game: the cell of the inner one
    uint8_t outside[SH_MAX_CELLS]; // and back
    int rows;                      // from tip to tip
    int8_t row[2][SH_MAX_CELLS]; // by player: 0 at the tip of its camp, rows-1 at that of its goal;
                                 // no steps, which sternhalma/distance.h counts
    int8_t aside[SH_MAX_CELLS];  // how far from the axis, in half cells
    sh_keys keys;                // of positions of the inner game
    int16_t place[2][SH_MAX_CELLS]; // what a piece is worth there
    sh_set near[SH_MAX_CELLS];      // the cells one or two away in a straight line
    sh_set behind[2][64];           // by player and row: the cells of earlier rows
} sh_course;

// Makes the course of a game of two players, however it ends: what the search takes is in
// play/scopes.h. SH_RESOURCES where there is no memory.
sh_status sh_course_make(sh_course *course, const sh_game *game, sh_error *error) SH_NODISCARD;
// The value of a cell, cut off so that a move's gain, which is the difference of two, fits 16 bits
// (play/packed.h).
#define SH_PLACE_MOST 16000
static inline int16_t sh_place_of(int value) {
    return (int16_t)(value > SH_PLACE_MOST    ? SH_PLACE_MOST
                     : value < -SH_PLACE_MOST ? -SH_PLACE_MOST
                                              : value);
}

// Gives the cells their values by hand.
void sh_course_value(sh_course *course, const sh_tuning *tuning);

// Translations between the outer and the inner game.
void sh_course_enter(const sh_course *course, const sh_position *outer, sh_position *inner);
void sh_course_leave(const sh_course *course, const sh_position *inner, sh_position *outer);
sh_move sh_course_move_in(const sh_course *course, sh_move move);
sh_move sh_course_move_out(const sh_course *course, sh_move move);

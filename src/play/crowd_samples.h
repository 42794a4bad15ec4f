// SPDX-License-Identifier: MIT
// The positions of games of several players as samples to train on.
//
// Besides its pieces a sample has what each army is ahead by, judged by hand, then and some rounds
// later: how well it got on from there. And it has the moves that gain, with the one that was
// played.
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint8_t

#include "play/train.h"

#define SH_CROWD_PIECES 15
#define SH_CROWD_LISTED 40 // moves of a sample: those that gain most
#define SH_LEAD_ONE 600    // the worth that is 1 in a lead

typedef struct sh_crowd_sample {
    uint8_t cell[SH_MAX_PLAYERS][SH_CROWD_PIECES]; // by their place in ascending order
    uint8_t kept;                                  // apart
    uint8_t winner;
    uint8_t rows;       // that the leader has to go …
    uint8_t later_rows; // … and some rounds later; 0: the game was over by then
    float lead[SH_MAX_PLAYERS], later[SH_MAX_PLAYERS];
    uint8_t turn, phase; // who moves, and how far its army is (weights.h)
    uint8_t moves,
        played; // so many; 0: the one that was played gains nothing, or was drawn at random
    uint8_t from[SH_CROWD_LISTED], to[SH_CROWD_LISTED];
    int16_t gain[SH_CROWD_LISTED];
} sh_crowd_sample;

typedef struct sh_crowd_samples {
    sh_crowd_sample *sample;
    size_t count, room;
    int players, cells, pieces;
    uint8_t view[SH_MAX_PLAYERS][SH_MAX_CELLS]; // where each player sees a cell
    uint8_t mirror[SH_MAX_CELLS];               // where a left-right mirror takes what is seen
} sh_crowd_samples;

sh_status sh_crowd_samples_load(sh_crowd_samples *samples, const sh_training *training,
                                const sh_monitor *monitor, sh_error *error) SH_NODISCARD;
void sh_crowd_samples_free(sh_crowd_samples *samples);

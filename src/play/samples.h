// SPDX-License-Identifier: MIT
// The positions of games as samples to train on.
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint8_t

#include "play/train.h"

#define SH_SAMPLE_PIECES 15

// A position as its mover sees it: cells by their place in ascending order, after half a turn for
// the second player.
typedef struct sh_lesson_sample {
    uint8_t own[SH_SAMPLE_PIECES], other[SH_SAMPLE_PIECES];
    uint8_t kept; // apart
    int8_t lead;  // of the march, in moves; 0 where it is not known
    float result; // of the game for the mover, or the true value: 0, 1/2, 1
    float score;  // of the search
} sh_lesson_sample;

typedef struct sh_samples {
    sh_lesson_sample *sample;
    size_t count, room;
    int cells, pieces;
    uint8_t mirror[SH_MAX_CELLS]; // where a left-right mirror takes each cell; as it is if there is
                                  // none
} sh_samples;

sh_status sh_samples_load(sh_samples *samples, const sh_training *training,
                          const sh_monitor *monitor, sh_error *error) SH_NODISCARD;
void sh_samples_free(sh_samples *samples);

// SPDX-License-Identifier: MIT
// Adam in single precision; weights shrink a little with every step.
#include "play/adam.h"

#include <math.h>   // sqrtf
#include <stdlib.h> // calloc
#include <string.h> // memset

#define KEEP 0.9f
#define KEEP_SQUARE 0.999f
#define SHRINK 1e-6f

sh_status sh_adam_open(sh_adam *adam, int count, sh_error *error) {
    float *all = calloc(4 * (size_t)count, sizeof *all);
    if (!all) return sh_fail(error, SH_RESOURCES, "out of memory for training");
    *adam = (sh_adam){.weight = all,
                      .gradient = all + count,
                      .mean = all + 2 * count,
                      .square = all + 3 * count,
                      .count = count};
    return SH_OK;
}

void sh_adam_close(sh_adam *adam) { free(adam->weight); }

void sh_adam_restart(sh_adam *adam) {
    memset(adam->mean, 0, 2 * (size_t)adam->count * sizeof *adam->mean);
    adam->steps = 0;
}

void sh_adam_step(sh_adam *adam, int first, int batch, float rate) {
    float number = (float)++adam->steps;
    float fix = 1 - powf(KEEP, number), fix_square = 1 - powf(KEEP_SQUARE, number);
    for (int i = first; i < adam->count; i++) {
        float g = adam->gradient[i] / (float)batch + SHRINK * adam->weight[i];
        adam->mean[i] = KEEP * adam->mean[i] + (1 - KEEP) * g;
        adam->square[i] = KEEP_SQUARE * adam->square[i] + (1 - KEEP_SQUARE) * g * g;
        adam->weight[i] -=
            rate * adam->mean[i] / fix / (sqrtf(adam->square[i] / fix_square) + 1e-8f);
    }
    memset(adam->gradient, 0, (size_t)adam->count * sizeof *adam->gradient);
}

// SPDX-License-Identifier: MIT
// Adam (Kingma and Ba 2015): weights that follow their gradient, each at a pace of its own.
#pragma once

#include "sternhalma/status.h"

typedef struct sh_adam {
    float *weight, *gradient; // `gradient` is summed up between steps
    float *mean, *square;     // of gradients, fading
    int count, steps;
} sh_adam;

// So many weights, all 0.
sh_status sh_adam_open(sh_adam *adam, int count, sh_error *error) SH_NODISCARD;
void sh_adam_close(sh_adam *adam);
// Forgets the gradients seen, not the weights.
void sh_adam_restart(sh_adam *adam);
// Moves the weights from `first` on by the gradient of a batch of so many samples.
void sh_adam_step(sh_adam *adam, int first, int batch, float rate);

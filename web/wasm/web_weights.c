// SPDX-License-Identifier: MIT
// play/weights.h for a module: the worker has fetched the numbers of the game that is played.
#include <stdlib.h> // malloc

#include "play/weights.h"

__attribute__((import_module("host"), import_name("weights"))) extern int
host_weights(const char *game, int16_t *numbers, int most);

bool sh_weights_find(const sh_game *game, sh_weights *weights) {
    int16_t *numbers = malloc(SH_WEIGHTS_MOST * sizeof *numbers);
    int count = numbers ? host_weights(game->name, numbers, SH_WEIGHTS_MOST) : 0;
    bool found = count > 0 && sh_weights_fill(weights, game, numbers, count);
    free(numbers);
    return found;
}

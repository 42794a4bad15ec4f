// SPDX-License-Identifier: MIT
// Games and positions for property tests: every board and army, placements at random.
#pragma once

#include "base/random.h"
#include "sternhalma/position.h"

#define SAMPLE_GAMES 2400 // room for all names
typedef char sample_name[32];

// The names of the collection: all rhombi, stars with their options, squares and checkers boards
// with every army that fits; each of them without steps, too. Their number.
int sample_names(sample_name *names);

// Both armies anywhere they may stand; `crowded` puts pieces near the first goals more often than
// not, where the rules about goals bite.
void sample_position(const sh_game *game, sh_random *random, bool crowded, sh_position *position);

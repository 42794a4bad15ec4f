// SPDX-License-Identifier: MIT
// Who knows the values of a two-player game: a table, or a solution that is still in memory.
#pragma once

#include "rank/pairs.h"
#include "rank/values.h"

typedef struct sh_judge {
    const sh_game *game;
    const sh_pairs *pairs;
    bool distances; // false: wins are all 1 and losses all 0
    void *context;
    // The value of a legal position for its mover, as in rank/values.h.
    sh_status (*value)(void *context, const sh_position *position, uint16_t *value,
                       sh_error *error);
    // The values of the positions so many plies after this one may be asked for. For judges that
    // answer many questions as fast as one; may be NULL.
    void (*expect)(void *context, const sh_position *position, int plies);
} sh_judge;

static inline void sh_judge_expect(const sh_judge *judge, const sh_position *position, int plies) {
    if (judge->expect) judge->expect(judge->context, position, plies);
}

// SPDX-License-Identifier: MIT
// Fast armies (Bell, section 3.4): on a board without edges, armies that n moves carry to a
// translate of themselves n cells away. No army is faster under 4-move rules (Auslander, Benjamin
// and Wilkerson 1993).
#pragma once

#include "base/progress.h"
#include "sternhalma/status.h"

#define SH_FAST_MEN 6

typedef struct sh_fast_army {
    int men, width, height;
    int x[SH_FAST_MEN], y[SH_FAST_MEN]; // ascending by row, then column; from 0
    int moves, dx, dy;                  // after so many moves it stands shifted by (dx, dy)
} sh_fast_army;

typedef struct sh_fast_armies {
    int count;
    sh_fast_army *army; // to be freed
} sh_fast_armies;

// All armies of 1 … men men that fit a box of four by four cells in some phase and have speed 1
// with a period of at most four moves; one of each class under the symmetries of the rules and of
// its phases. `directions` is 4, 6 or 8.
sh_status sh_fast_armies_find(sh_fast_armies *armies, int directions, int men,
                              const sh_monitor *monitor, sh_error *error) SH_NODISCARD;

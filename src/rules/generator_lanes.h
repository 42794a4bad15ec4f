// SPDX-License-Identifier: MIT
// A generator over lanes for the instruction set of the including file, which defines GENERATOR,
// NAME and WIDE_LANES, the lanes for boards of 128 and 256 cells.
#include "rules/lanes.h"

#define LANES 4
#define W 64
#include "rules/generator_lanes_template.h"
#undef W
#undef LANES

#define LANES 8
#define W 64
#include "rules/generator_lanes_template.h"
#undef W
#undef LANES

#define LANES WIDE_LANES
#define W 128
#include "rules/generator_lanes_template.h"
#undef W

#define W 256
#include "rules/generator_lanes_template.h"
#undef W

// Small armies need no more than four lanes.
static void targets64(const sh_game *game, int player, const b64 *army, const b64 *occupied,
                      b64 *targets) {
    (game->pieces <= 4 ? lanes4x64_targets : lanes8x64_targets)(game, player, army, occupied,
                                                                targets);
}

// lanes4x128_targets and lanes4x256_targets, or lanes8x128_targets and lanes8x256_targets.
const sh_generator GENERATOR = {
    .name = NAME,
    .targets64 = targets64,
    .targets128 = SH_CAT(SH_CAT(lanes, LANES), x128_targets),
    .targets256 = SH_CAT(SH_CAT(lanes, LANES), x256_targets),
};

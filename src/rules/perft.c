// SPDX-License-Identifier: MIT
// Counting move sequences. The last ply is counted from the target sets without playing it.
#include "rules/legal.h"
#include "rules/placement.h"
#include "sternhalma/moves.h"

#define TEMPLATE "rules/perft_template.h"
#include "board/widths.h"

static uint64_t perft(const sh_game *game, const sh_position *position, int depth, bool legal) {
    if (depth <= 0) return 1;
    if (depth > SH_MAX_PERFT || !sh_is_placement(game, position)) return 0;
    const sh_generator *generator = sh_generator_best();
    return game->board.width == 64    ? perft64_all(generator, game, position, depth, legal)
           : game->board.width == 128 ? perft128_all(generator, game, position, depth, legal)
                                      : perft256_all(generator, game, position, depth, legal);
}

uint64_t sh_perft(const sh_game *game, const sh_position *position, int depth) {
    return perft(game, position, depth, false);
}

uint64_t sh_perft_legal(const sh_game *game, const sh_position *position, int depth) {
    return perft(game, position, depth, true);
}

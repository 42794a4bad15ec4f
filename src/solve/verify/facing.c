// SPDX-License-Identifier: MIT
// See facing.h; the rows are in facing_row.h.
#include "solve/verify/facing.h"

#include <stdlib.h> // malloc

#include "base/cpu.h"
#include "rank/mirror.h"
#include "rank/subset.h"
#include "rank/turn.h"

// Canonical sets have their rows in ascending order, the images of others have theirs.
static void number_armies(sh_facing *facing, uint64_t sets) {
    const sh_game *game = facing->game;
    b64 set = sh_subset64_lowest(game->pieces);
    uint32_t rows = 0;
    for (uint64_t rank = 0; rank < sets; rank++, set = sh_subset64_next(set)) {
        b64 image = sh_mirror64(game, set);
        sh_facing_army *army = &facing->army[rank];
        *army = (sh_facing_army){.mirrored = sh_symmetry_mirror(game) && image < set,
                                 .own_image = sh_symmetry_mirror(game) && image == set};
        army->taken = sh_turn64(army->mirrored ? image : set, game->board.cells);
        uint64_t of_image =
            army->mirrored ? sh_subset64_rank(&facing->binomials, image, game->pieces) : rank;
        army->row = army->mirrored ? facing->army[of_image].row : rows++;
    }
}

sh_status sh_facing_make(sh_facing *facing, const sh_game *game, const sh_pairs *pairs,
                         sh_error *error) {
    *facing = (sh_facing){.game = game, .pairs = pairs, .columns = sh_pairs_columns(pairs)};
    if (game->board.cells > 64)
        return sh_fail(error, SH_USAGE, "values are verified on boards of up to 64 cells");
    sh_binomials_make(&facing->binomials);
    uint64_t sets = facing->binomials.of[game->pieces][game->board.cells];
    facing->army = malloc(sets * sizeof *facing->army);
    if (!facing->army) return sh_fail(error, SH_RESOURCES, "no memory to number %s", game->name);
    number_armies(facing, sets);
    facing->faced = sh_facing_row_generic;
#if defined(__x86_64__)
    if (sh_cpu_has_fast_pext()) facing->faced = sh_facing_row_bmi2;
#endif
    return SH_OK;
}

void sh_facing_free(sh_facing *facing) { free(facing->army); }

b64 sh_facing_taken(const sh_facing *facing, uint64_t row) {
    sh_set waiter = sh_pairs_waiter(facing->pairs, row);
    return sh_turn64(b64_from(&waiter), facing->game->board.cells);
}

b64 sh_facing_row(const sh_facing *facing, uint64_t row, sh_faced *faced) {
    return facing->faced(facing, row, faced);
}

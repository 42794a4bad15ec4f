// SPDX-License-Identifier: MIT
// See facing.h. What a row costs is the column of R among the cells that each A leaves free.
#include "solve/verify/facing.h"

#include <stdlib.h> // malloc

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
    return SH_OK;
}

void sh_facing_free(sh_facing *facing) { free(facing->army); }

// The column of a set among those beside `taken`.
static uint64_t column_of(const sh_facing *facing, b64 set, b64 taken) {
    uint64_t column = 0;
    for (int i = 1; set; i++, set = b64_rest(set)) {
        int cell = b64_first(set);
        column += facing->binomials.of[i][cell - b64_count(taken & (b64_of(cell) - 1))];
    }
    return column;
}

b64 sh_facing_row(const sh_facing *facing, uint64_t row, sh_faced *faced) {
    const sh_game *game = facing->game;
    sh_set waiter = sh_pairs_waiter(facing->pairs, row);
    b64 own[2] = {b64_from(&waiter), 0}; // as it is, and mirrored
    own[1] = sh_mirror64(game, own[0]);
    b64 taken = sh_turn64(own[0], game->board.cells);
    b64 army = sh_subset64_expand(sh_subset64_lowest(game->pieces), taken);
    for (uint64_t i = 0; i < facing->columns; i++) {
        const sh_facing_army *a =
            &facing->army[sh_subset64_rank(&facing->binomials, army, game->pieces)];
        uint64_t first = a->row * facing->columns;
        uint64_t across = first + column_of(facing, own[a->mirrored], a->taken);
        faced[i] = (sh_faced){.army = army,
                              .across = across,
                              .twin = a->own_image && own[0] != own[1]
                                          ? first + column_of(facing, own[1], a->taken)
                                          : across,
                              .again = a->mirrored && own[0] == own[1]};
        army = sh_subset64_next_beside(army, taken);
    }
    return taken;
}

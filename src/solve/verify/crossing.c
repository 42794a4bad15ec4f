// SPDX-License-Identifier: MIT
// See crossing.h. What a row costs is the column of R among the cells that each A leaves free.
#include "solve/verify/crossing.h"

#include <stdlib.h> // malloc

#include "board/symmetry.h"
#include "rank/subset.h"
#include "rank/turn.h"

static b64 mirror(const sh_game *game, b64 set) {
    const sh_symmetry *symmetry = sh_symmetry_mirror(game);
    if (!symmetry) return set;
    b64 image = 0;
    for (; set; set = b64_rest(set)) image |= b64_of(symmetry->cell[b64_first(set)]);
    return image;
}

// Canonical sets have their rows in ascending order, the images of others have theirs.
static void number_armies(sh_crossing *crossing, uint64_t sets) {
    const sh_game *game = crossing->game;
    b64 set = sh_subset64_lowest(game->pieces);
    uint32_t rows = 0;
    for (uint64_t rank = 0; rank < sets; rank++, set = sh_subset64_next(set)) {
        b64 image = mirror(game, set);
        sh_crossing_army *army = &crossing->army[rank];
        *army = (sh_crossing_army){.mirrored = sh_symmetry_mirror(game) && image < set,
                                   .own_image = sh_symmetry_mirror(game) && image == set};
        army->taken = sh_turn64(army->mirrored ? image : set, game->board.cells);
        uint64_t of_image =
            army->mirrored ? sh_subset64_rank(&crossing->binomials, image, game->pieces) : rank;
        army->row = army->mirrored ? crossing->army[of_image].row : rows++;
    }
}

sh_status sh_crossing_make(sh_crossing *crossing, const sh_game *game, const sh_pairs *pairs,
                           sh_error *error) {
    *crossing = (sh_crossing){.game = game, .pairs = pairs, .columns = sh_pairs_columns(pairs)};
    if (game->board.cells > 64)
        return sh_fail(error, SH_USAGE, "values are verified on boards of up to 64 cells");
    sh_binomials_make(&crossing->binomials);
    uint64_t sets = crossing->binomials.of[game->pieces][game->board.cells];
    crossing->army = malloc(sets * sizeof *crossing->army);
    if (!crossing->army) return sh_fail(error, SH_RESOURCES, "no memory to number %s", game->name);
    number_armies(crossing, sets);
    return SH_OK;
}

void sh_crossing_free(sh_crossing *crossing) { free(crossing->army); }

// The column of a set among those beside `taken`.
static uint64_t column_of(const sh_crossing *crossing, b64 set, b64 taken) {
    uint64_t column = 0;
    for (int i = 1; set; i++, set = b64_rest(set)) {
        int cell = b64_first(set);
        column += crossing->binomials.of[i][cell - b64_count(taken & (b64_of(cell) - 1))];
    }
    return column;
}

b64 sh_crossing_row(const sh_crossing *crossing, uint64_t row, sh_crossed *crossed) {
    const sh_game *game = crossing->game;
    sh_set waiter = sh_pairs_waiter(crossing->pairs, row);
    b64 own[2] = {b64_from(&waiter), 0}; // as it is, and mirrored
    own[1] = mirror(game, own[0]);
    b64 taken = sh_turn64(own[0], game->board.cells);
    b64 army = sh_subset64_expand(sh_subset64_lowest(game->pieces), taken);
    for (uint64_t i = 0; i < crossing->columns; i++) {
        const sh_crossing_army *a =
            &crossing->army[sh_subset64_rank(&crossing->binomials, army, game->pieces)];
        uint64_t first = a->row * crossing->columns;
        uint64_t across = first + column_of(crossing, own[a->mirrored], a->taken);
        crossed[i] = (sh_crossed){.army = army,
                                  .across = across,
                                  .twin = a->own_image && own[0] != own[1]
                                              ? first + column_of(crossing, own[1], a->taken)
                                              : across,
                                  .again = a->mirrored && own[0] == own[1]};
        army = sh_subset64_next_beside(army, taken);
    }
    return taken;
}

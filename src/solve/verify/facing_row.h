// SPDX-License-Identifier: MIT
// sh_facing_row for one instruction set, named FACING_ROW: included by the files that define it.
//
// What a row costs is the column of R among the cells that each A leaves free, which is counting
// bits.
#include "rank/mirror.h"
#include "rank/subset.h"
#include "rank/turn.h"
#include "solve/verify/facing.h"

// The column of a set among those beside `taken`.
static uint64_t column_of(const sh_facing *facing, b64 set, b64 taken) {
    uint64_t column = 0;
    for (int i = 1; set; i++, set = b64_rest(set)) {
        int cell = b64_first(set);
        column += facing->binomials.of[i][cell - b64_count(taken & (b64_of(cell) - 1))];
    }
    return column;
}

b64 FACING_ROW(const sh_facing *facing, uint64_t row, sh_faced *faced) {
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

// SPDX-License-Identifier: MIT
// See symmetry.h. The candidates are the 81 matrices with entries -1, 0, 1: every automorphism of
// the four-, six- or eight-neighbour lattice is one of them.
#include "board/symmetry.h"

#include <assert.h>  // assert
#include <stdbool.h> // bool

typedef struct matrix {
    int xx, xy, yx, yy;
} matrix;

static bool keeps_directions(const sh_board *board, matrix m) {
    bool hit[SH_MAX_DIRS] = {false};
    for (int d = 0; d < board->directions; d++) {
        int dx = m.xx * board->dir[d].dx + m.xy * board->dir[d].dy;
        int dy = m.yx * board->dir[d].dx + m.yy * board->dir[d].dy;
        for (int e = 0; e < board->directions; e++)
            if (board->dir[e].dx == dx && board->dir[e].dy == dy) hit[e] = true;
    }
    for (int d = 0; d < board->directions; d++)
        if (!hit[d]) return false;
    return true;
}

// Maps the cells about the centre, in doubled coordinates so that even boards work too.
static bool map_cells(const sh_board *board, matrix m, uint8_t *image) {
    for (int cell = sh_set_next(&board->mask, 0); cell >= 0;
         cell = sh_set_next(&board->mask, cell + 1)) {
        int x = 2 * board->x[cell] - (board->columns - 1);
        int y = 2 * board->y[cell] - (board->rows - 1);
        int to_x = m.xx * x + m.xy * y + board->columns - 1;
        int to_y = m.yx * x + m.yy * y + board->rows - 1;
        if ((to_x | to_y) & 1) return false;
        int to = sh_board_cell(board, to_x / 2, to_y / 2);
        if (to < 0) return false;
        image[cell] = (uint8_t)to;
    }
    return true;
}

static bool carries(const sh_symmetry *symmetry, const sh_set *from, const sh_set *to) {
    return sh_set_equal(sh_symmetry_apply(symmetry, from), *to);
}

static bool map_players(const sh_game *game, sh_symmetry *symmetry) {
    for (int shift = 0; shift < game->players; shift++) {
        bool fits = true;
        for (int p = 0; p < game->players && fits; p++) {
            int q = (p + shift) % game->players;
            symmetry->player[p] = (uint8_t)q;
            fits = carries(symmetry, &game->camp[p], &game->camp[q]) &&
                   carries(symmetry, &game->goal[p], &game->goal[q]) &&
                   carries(symmetry, &game->stand[p], &game->stand[q]) &&
                   carries(symmetry, &game->pass[p], &game->pass[q]);
        }
        if (fits) return true;
    }
    return false;
}

static void try_matrix(sh_game *game, matrix m) {
    sh_symmetry symmetry = {{0}, {0}};
    if (!keeps_directions(&game->board, m) || !map_cells(&game->board, m, symmetry.cell) ||
        !map_players(game, &symmetry))
        return;
    assert(game->symmetries < SH_MAX_SYMMETRIES);
    game->symmetry[game->symmetries++] = symmetry;
}

void sh_symmetry_find(sh_game *game) {
    matrix identity = {1, 0, 0, 1};
    game->symmetries = 0;
    try_matrix(game, identity);
    for (int code = 0; code < 81; code++) {
        matrix m = {code % 3 - 1, code / 3 % 3 - 1, code / 9 % 3 - 1, code / 27 - 1};
        if (m.xx == 1 && m.xy == 0 && m.yx == 0 && m.yy == 1) continue;
        try_matrix(game, m);
    }
}

const sh_symmetry *sh_symmetry_mirror(const sh_game *game) {
    for (int s = 1; s < game->symmetries; s++)
        if (game->symmetry[s].player[0] == 0) return &game->symmetry[s];
    return NULL;
}

sh_set sh_symmetry_apply(const sh_symmetry *symmetry, const sh_set *set) {
    sh_set image = sh_set_empty();
    for (int cell = sh_set_next(set, 0); cell >= 0; cell = sh_set_next(set, cell + 1))
        sh_set_add(&image, symmetry->cell[cell]);
    return image;
}

// SPDX-License-Identifier: MIT
// See game_case.h. The longer half of the moves is the winner's. Images are the symmetries that
// exchange nobody, the identity first; the code of a man is mixed from his cell and his role.
#include "puzzle/game_case.h"
#include "base/random.h"

#include <string.h> // memset

// The symmetries of the puzzle that exchange nobody; the identity comes first.
static void find_images(sh_game_case *one) {
    const sh_game *game = &one->puzzle->game;
    one->images = 1;
    for (int cell = 0; cell < SH_MAX_CELLS; cell++) one->image[0][cell] = (uint8_t)cell;
    for (int i = 0; i < game->symmetries; i++) {
        const sh_symmetry *symmetry = &game->symmetry[i];
        bool same = true;
        for (int cell = 0; cell < game->board.span; cell++)
            if (sh_set_has(&game->board.mask, cell)) same &= symmetry->cell[cell] == cell;
        if (same || symmetry->player[0] != 0) continue;
        memcpy(one->image[one->images++], symmetry->cell, sizeof symmetry->cell);
    }
}

static void fill_types(sh_game_case *one) {
    const sh_board *board = &one->puzzle->game.board;
    for (int t = 0; t < SH_PUZZLE_TYPES; t++) one->type[t] = sh_set_empty();
    for (int cell = sh_set_next(&board->mask, 0); cell >= 0;
         cell = sh_set_next(&board->mask, cell + 1))
        sh_set_add(&one->type[sh_puzzle_type(board, cell)], cell);
}

int sh_game_least(const sh_puzzle *puzzle) {
    int least[2];
    for (int p = 0; p < 2; p++)
        least[p] = 2 * sh_set_count(sh_set_minus(puzzle->game.camp[p], puzzle->game.goal[p])) - !p;
    return least[0] < least[1] ? least[0] : least[1];
}

sh_status sh_game_case_make(sh_game_case *one, const sh_puzzle *puzzle, int length,
                            sh_error *error) {
    const sh_game *game = &puzzle->game;
    memset(one, 0, sizeof *one);
    if (sh_puzzle_arrived(puzzle, game->camp) >= 0)
        return sh_fail(error, SH_NO, "no game of %d moves: a goal is full before the first",
                       length);
    one->puzzle = puzzle;
    one->length = length;
    one->winner_first = length % 2 == 1;
    one->moves[SH_GAME_WINNER] = (length + 1) / 2;
    one->moves[SH_GAME_LOSER] = length / 2;
    for (int role = 0; role < SH_GAME_ROLES; role++) {
        int player = one->player[role] = one->winner_first ? role : 1 - role;
        one->start[role] = game->camp[player];
        one->goal[role] = game->goal[player];
        one->stand[role] = game->stand[player];
        one->pass[role] = game->pass[player];
        for (int cell = 0; cell < SH_MAX_CELLS; cell++)
            one->code[role][cell] = sh_mix(0x9e3779b97f4a7c15ULL * (uint64_t)(2 * cell + role + 1));
    }
    one->men = sh_set_count(one->start[SH_GAME_WINNER]);
    fill_types(one);
    find_images(one);
    if (one->men != sh_set_count(one->goal[SH_GAME_WINNER]))
        return sh_fail(error, SH_NO, "the army that would win in %d moves does not fit its goal",
                       length);
    return SH_OK;
}

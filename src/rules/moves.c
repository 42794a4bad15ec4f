// SPDX-License-Identifier: MIT
// Listing, playing and checking moves.
#include "sternhalma/moves.h"

#include <assert.h> // assert

#include "rules/legal.h"
#include "sternhalma/notation.h"

// The legal targets of every piece of the mover as sets.
#define LEGAL_SETS(w)                                                                              \
    static void legal_sets##w(const sh_game *game, const sh_position *position, sh_set *sets) {    \
        b##w targets[SH_TARGETS_ROOM];                                                             \
        sh_state##w state = sh_legal##w##_load(game, position);                                    \
        sh_legal##w##_targets(sh_generator_best(), game, &state, targets);                         \
        for (int i = 0; i < game->pieces; i++) sets[i] = b##w##_set(targets[i]);                   \
    }
LEGAL_SETS(64)
LEGAL_SETS(128)
LEGAL_SETS(256)
#undef LEGAL_SETS

static void legal_sets(const sh_game *game, const sh_position *position, sh_set *sets) {
    (game->board.width == 64    ? legal_sets64
     : game->board.width == 128 ? legal_sets128
                                : legal_sets256)(game, position, sets);
}

int sh_moves_list(const sh_game *game, const sh_position *position, sh_move *moves) {
    sh_set targets[SH_MAX_PIECES];
    legal_sets(game, position, targets);
    int count = 0;
    const sh_set *army = &position->army[position->turn];
    for (int i = 0, from = sh_set_next(army, 0); i < game->pieces;
         i++, from = sh_set_next(army, from + 1))
        for (int to = sh_set_next(&targets[i], 0); to >= 0; to = sh_set_next(&targets[i], to + 1))
            moves[count++] = (sh_move){(uint8_t)from, (uint8_t)to};
    assert(count <= SH_MAX_MOVES);
    return count;
}

static void toggle(sh_position *position, sh_move move) {
    sh_set *army = &position->army[position->turn];
    army->w[move.from >> 6] ^= 1ULL << (move.from & 63);
    army->w[move.to >> 6] ^= 1ULL << (move.to & 63);
}

void sh_move_apply(const sh_game *game, sh_position *position, sh_move move) {
    assert(sh_set_has(&position->army[position->turn], move.from));
    toggle(position, move);
    position->turn = (uint8_t)((position->turn + 1) % game->players);
}

void sh_move_undo(const sh_game *game, sh_position *position, sh_move move) {
    position->turn = (uint8_t)((position->turn + game->players - 1) % game->players);
    assert(sh_set_has(&position->army[position->turn], move.to));
    toggle(position, move);
}

static int rank_among(const sh_set *army, int cell) {
    int rank = 0;
    for (int c = sh_set_next(army, 0); c < cell; c = sh_set_next(army, c + 1)) rank++;
    return rank;
}

// Why a move that is not listed is not legal.
static sh_status refuse(const sh_game *game, const sh_position *position, sh_move move,
                        sh_error *error) {
    int mover = position->turn;
    char from[SH_MAX_CELL_TEXT], to[SH_MAX_CELL_TEXT], letter = sh_game_letter(game, mover);
    sh_cell_print(game, move.from, from);
    sh_cell_print(game, move.to, to);
    if (sh_position_verdict(game, position, NULL) != SH_OPEN)
        return sh_fail(error, SH_DATA, "the game is over: there are no moves");
    if (move.from == move.to)
        return sh_fail(error, SH_DATA, "a move must end on another cell than %s", from);
    sh_set occupied = sh_position_occupied(game, position);
    if (sh_set_has(&occupied, move.to))
        return sh_fail(error, SH_DATA, "%s is occupied; a move ends on an empty cell", to);
    if (!sh_set_has(&game->stand[mover], move.to))
        return sh_fail(error, SH_DATA, "%s is in a corner that is closed to %c", to, letter);
    sh_position after = *position;
    sh_move_apply(game, &after, move);
    sh_verdict verdict = sh_position_verdict(game, &after, NULL);
    if (verdict == SH_ILLEGAL_FILLED)
        return sh_fail(error, SH_DATA,
                       "%s-%s is illegal (Definition 2): it would fill the opponent's goal", from,
                       to);
    if (verdict == SH_ILLEGAL_BLOCKED)
        return sh_fail(error, SH_DATA,
                       "%s-%s is illegal (Definition 3): an empty goal cell would be walled off",
                       from, to);
    return sh_fail(error, SH_DATA, "%c cannot go from %s to %s by one step or a chain of hops",
                   letter, from, to);
}

sh_status sh_move_check(const sh_game *game, const sh_position *position, sh_move move,
                        sh_error *error) {
    const sh_set *army = &position->army[position->turn];
    if (!sh_set_has(&game->board.mask, move.from) || !sh_set_has(&game->board.mask, move.to))
        return sh_fail(error, SH_DATA, "the move leaves the board of %s", game->name);
    if (!sh_set_has(army, move.from)) {
        char from[SH_MAX_CELL_TEXT];
        sh_cell_print(game, move.from, from);
        return sh_fail(error, SH_DATA, "%c is to move and has no piece on %s",
                       sh_game_letter(game, position->turn), from);
    }
    sh_set targets[SH_MAX_PIECES];
    legal_sets(game, position, targets);
    if (!sh_set_has(&targets[rank_among(army, move.from)], move.to))
        return refuse(game, position, move, error);
    return SH_OK;
}

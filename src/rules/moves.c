// SPDX-License-Identifier: MIT
// Listing, playing and checking moves.
#include "sternhalma/moves.h"

#include "rules/legal.h"
#include "rules/placement.h"
#include "sternhalma/notation.h"

// The targets of every piece of the mover as sets: all of them, or the legal ones only.
#define TARGET_SETS(w)                                                                             \
    static void target_sets##w(const sh_game *game, const sh_position *position, bool legal,       \
                               sh_set *sets) {                                                     \
        b##w targets[SH_TARGETS_ROOM];                                                             \
        sh_state##w state = sh_legal##w##_load(game, position);                                    \
        (legal ? sh_legal##w##_targets : sh_legal##w##_plain_targets)(sh_generator_best(), game,   \
                                                                      &state, targets);            \
        for (int i = 0; i < game->pieces; i++) sets[i] = b##w##_set(targets[i]);                   \
    }
TARGET_SETS(64)
TARGET_SETS(128)
TARGET_SETS(256)
#undef TARGET_SETS

static void target_sets(const sh_game *game, const sh_position *position, bool legal,
                        sh_set *sets) {
    (game->board.width == 64    ? target_sets64
     : game->board.width == 128 ? target_sets128
                                : target_sets256)(game, position, legal, sets);
}

// Can the piece on `move.from` go to `move.to`, legally or by the movement rules alone?
static bool can_go(const sh_game *game, const sh_position *position, sh_move move, bool legal) {
    sh_set targets[SH_MAX_PIECES];
    target_sets(game, position, legal, targets);
    const sh_set *army = &position->army[position->turn];
    int piece = 0;
    for (int cell = sh_set_next(army, 0); cell < move.from; cell = sh_set_next(army, cell + 1))
        piece++;
    return sh_set_has(&targets[piece], move.to);
}

static int list_moves(const sh_game *game, const sh_position *position, bool legal,
                      sh_move *moves) {
    if (!sh_is_placement(game, position)) return 0;
    sh_set targets[SH_MAX_PIECES];
    target_sets(game, position, legal, targets);
    int count = 0;
    const sh_set *army = &position->army[position->turn];
    for (int i = 0, from = sh_set_next(army, 0); i < game->pieces;
         i++, from = sh_set_next(army, from + 1))
        for (int to = sh_set_next(&targets[i], 0); to >= 0; to = sh_set_next(&targets[i], to + 1))
            moves[count++] = (sh_move){(uint8_t)from, (uint8_t)to};
    return count;
}

int sh_moves_list(const sh_game *game, const sh_position *position, sh_move *moves) {
    return list_moves(game, position, true, moves);
}

int sh_moves_list_plain(const sh_game *game, const sh_position *position, sh_move *moves) {
    return list_moves(game, position, false, moves);
}

// Has the player a piece on this cell?
static bool stands(const sh_game *game, const sh_position *position, int player, int cell) {
    return player < game->players && sh_set_has(&position->army[player], cell);
}

static void toggle(sh_position *position, sh_move move) {
    sh_set *army = &position->army[position->turn];
    army->w[move.from >> 6] ^= 1ULL << (move.from & 63);
    army->w[move.to >> 6] ^= 1ULL << (move.to & 63);
}

void sh_move_apply(const sh_game *game, sh_position *position, sh_move move) {
    if (!stands(game, position, position->turn, move.from)) return;
    toggle(position, move);
    position->turn = (uint8_t)((position->turn + 1) % game->players);
}

void sh_move_undo(const sh_game *game, sh_position *position, sh_move move) {
    int mover = (position->turn + game->players - 1) % game->players;
    if (!stands(game, position, mover, move.to)) return;
    position->turn = (uint8_t)mover;
    toggle(position, move);
}

// Why a move that is not listed is not legal.
static sh_status refuse(const sh_game *game, const sh_position *position, sh_move move,
                        sh_error *error) {
    int mover = position->turn;
    char from[SH_MAX_CELL_TEXT], to[SH_MAX_CELL_TEXT], letter = sh_game_letter(game, mover);
    sh_cell_print(game, move.from, from);
    sh_cell_print(game, move.to, to);
    if (sh_position_verdict(game, position, NULL) != SH_ONGOING)
        return sh_fail(error, SH_DATA, "the game is over: there are no moves");
    if (move.from == move.to)
        return sh_fail(error, SH_DATA, "a move must end on another cell than %s", from);
    sh_set occupied = sh_position_occupied(game, position);
    if (sh_set_has(&occupied, move.to))
        return sh_fail(error, SH_DATA, "%s is occupied; a move ends on an empty cell", to);
    if (!sh_set_has(&game->stand[mover], move.to))
        return sh_fail(error, SH_DATA, "%s is in a corner that is closed to %c", to, letter);
    if (!can_go(game, position, move, false))
        return sh_fail(error, SH_DATA, "%c cannot go from %s to %s by %sa chain of hops", letter,
                       from, to, game->movement == SH_HOPS_ONLY ? "" : "one step or ");
    sh_position after = *position;
    sh_move_apply(game, &after, move);
    if (sh_position_verdict(game, &after, NULL) == SH_ILLEGAL_FILLED)
        return sh_fail(error, SH_DATA,
                       "%s-%s is illegal (Definition 2): it would fill the opponent's goal", from,
                       to);
    return sh_fail(error, SH_DATA,
                   "%s-%s is illegal (Definition 3): an empty goal cell would be walled off", from,
                   to);
}

sh_status sh_move_check(const sh_game *game, const sh_position *position, sh_move move,
                        sh_error *error) {
    sh_status status = sh_position_check(game, position, error);
    if (status) return status;
    if (!sh_set_has(&game->board.mask, move.from) || !sh_set_has(&game->board.mask, move.to))
        return sh_fail(error, SH_DATA, "the move leaves the board of %s", game->name);
    if (!sh_set_has(&position->army[position->turn], move.from)) {
        char from[SH_MAX_CELL_TEXT];
        sh_cell_print(game, move.from, from);
        return sh_fail(error, SH_DATA, "%c is to move and has no piece on %s",
                       sh_game_letter(game, position->turn), from);
    }
    if (!can_go(game, position, move, true)) return refuse(game, position, move, error);
    return SH_OK;
}

// SPDX-License-Identifier: MIT
// What a position is and what the rules say of it: see docs/rules.md for the definitions and the
// counts that pin them down.
#include "sternhalma/position.h"

#include <string.h> // memset

#include "rules/blockade.h"
#include "rules/placement.h"

void sh_position_start(const sh_game *game, sh_position *position) {
    memset(position, 0, sizeof *position);
    for (int p = 0; p < game->players; p++) position->army[p] = game->camp[p];
}

// All bits of a set that must be empty.
static uint64_t bits_of(const sh_set *set) { return set->w[0] | set->w[1] | set->w[2] | set->w[3]; }

// Boards of 64 bits, which tables are of: one word of each army counts, and the others are empty.
static bool is_placement64(const sh_game *game, const sh_position *position) {
    uint64_t seen = 0, wrong = 0;
    for (int p = 0; p < game->players; p++) {
        const sh_set *army = &position->army[p];
        uint64_t own = army->w[0];
        wrong |= (own & (seen | ~game->stand[p].w[0])) | army->w[1] | army->w[2] | army->w[3];
        wrong |= (uint64_t)(__builtin_popcountll(own) ^ game->pieces);
        seen |= own;
    }
    for (int p = game->players; p < SH_MAX_PLAYERS; p++) wrong |= bits_of(&position->army[p]);
    return wrong == 0;
}

static bool is_placement256(const sh_game *game, const sh_position *position) {
    sh_set seen = sh_set_empty();
    uint64_t wrong = 0;
    for (int p = 0; p < game->players; p++) {
        const sh_set *army = &position->army[p];
        sh_set off = sh_set_minus(*army, game->stand[p]), twice = sh_set_and(*army, seen);
        wrong |= bits_of(&off) | bits_of(&twice);
        wrong |= (uint64_t)(sh_set_count(*army) ^ game->pieces);
        seen = sh_set_or(seen, *army);
    }
    for (int p = game->players; p < SH_MAX_PLAYERS; p++) wrong |= bits_of(&position->army[p]);
    return wrong == 0;
}

bool sh_is_placement(const sh_game *game, const sh_position *position) {
    if (position->turn >= game->players) return false;
    return game->board.width == 64 ? is_placement64(game, position)
                                   : is_placement256(game, position);
}

// What is wrong with a position that is none.
static sh_status refuse(const sh_game *game, const sh_position *position, sh_error *error) {
    if (position->turn >= game->players)
        return sh_fail(error, SH_DATA, "%s has %d players; player %d cannot be to move", game->name,
                       game->players, position->turn + 1);
    sh_set seen = sh_set_empty();
    for (int p = 0; p < game->players; p++) {
        char letter = sh_game_letter(game, p);
        const sh_set *army = &position->army[p];
        if (!sh_set_within(*army, game->board.mask))
            return sh_fail(error, SH_DATA, "a piece of %c stands off the board of %s", letter,
                           game->name);
        if (!sh_set_is_empty(sh_set_and(seen, *army)))
            return sh_fail(error, SH_DATA, "two pieces stand on the same cell, one of them %c's",
                           letter);
        if (sh_set_count(*army) != game->pieces)
            return sh_fail(error, SH_DATA, "%c has %d pieces; in %s each side has %d", letter,
                           sh_set_count(*army), game->name, game->pieces);
        if (!sh_set_within(*army, game->stand[p]))
            return sh_fail(error, SH_DATA, "a piece of %c stands in a corner that is closed to it",
                           letter);
        seen = sh_set_or(seen, *army);
    }
    return sh_fail(error, SH_DATA, "%s has only %d players", game->name, game->players);
}

sh_status sh_position_check(const sh_game *game, const sh_position *position, sh_error *error) {
    return sh_is_placement(game, position) ? SH_OK : refuse(game, position, error);
}

sh_set sh_position_occupied(const sh_game *game, const sh_position *position) {
    sh_set occupied = position->army[0];
    for (int p = 1; p < game->players; p++) occupied = sh_set_or(occupied, position->army[p]);
    return occupied;
}

// Definition 1 without the turn: every goal cell is occupied, at least one by its owner.
static bool goal_filled(const sh_game *game, const sh_position *position, int player) {
    return sh_set_within(game->goal[player], sh_position_occupied(game, position)) &&
           !sh_set_is_empty(sh_set_and(game->goal[player], position->army[player]));
}

// The army has arrived: every goal cell is its own.
static bool goal_occupied(const sh_game *game, const sh_position *position, int player) {
    return sh_set_within(game->goal[player], position->army[player]);
}

// The same for two players. Nearly always a hole among the first 64 cells decides.
static bool duel_filled(const sh_game *game, const sh_position *position, int player) {
    uint64_t occupied = position->army[0].w[0] | position->army[1].w[0];
    return !(game->goal[player].w[0] & ~occupied) && goal_filled(game, position, player);
}

static sh_verdict duel_verdict(const sh_game *game, const sh_position *position, int *winner) {
    int mover = position->turn, waiter = 1 - mover;
    if (duel_filled(game, position, mover)) return SH_ILLEGAL_FILLED;
    for (int p = 0; p < 2; p++)
        if (sh_blockade_illegal(game, position, p)) return SH_ILLEGAL_BLOCKED;
    if (!duel_filled(game, position, waiter)) return SH_ONGOING;
    *winner = waiter;
    return SH_WON;
}

// Everywhere else the game ends whoever is to move. Only a race forbids that several have arrived.
static sh_verdict other_verdict(const sh_game *game, const sh_position *position, int *winner) {
    int arrived = 0, last = -1;
    for (int p = 0; p < game->players; p++) {
        if (!(game->finish == SH_FIRST_FILLED ? goal_filled : goal_occupied)(game, position, p))
            continue;
        arrived++;
        last = p;
    }
    if (arrived > 1 && game->finish == SH_FIRST_FILLED) return SH_ILLEGAL_FILLED;
    if (arrived < (game->finish == SH_ALL_ARRIVED ? game->players : 1)) return SH_ONGOING;
    bool swap = game->finish == SH_ALL_ARRIVED;
    *winner = swap ? (position->turn + game->players - 1) % game->players : last;
    return SH_WON;
}

sh_verdict sh_position_verdict(const sh_game *game, const sh_position *position, int *winner) {
    if (position->turn >= game->players) return SH_ILLEGAL_FILLED;
    int nobody = -1;
    return (sh_game_is_duel(game) ? duel_verdict : other_verdict)(game, position,
                                                                  winner ? winner : &nobody);
}

sh_status sh_position_check_legal(const sh_game *game, const sh_position *position,
                                  sh_error *error) {
    sh_status status = sh_position_check(game, position, error);
    if (status) return status;
    switch (sh_position_verdict(game, position, NULL)) {
    case SH_ILLEGAL_FILLED:
        return sh_game_is_duel(game)
                   ? sh_fail(
                         error, SH_DATA,
                         "illegal position (Definition 2): the goal of %c is filled although %c "
                         "is to move",
                         sh_game_letter(game, position->turn), sh_game_letter(game, position->turn))
                   : sh_fail(error, SH_DATA, "illegal position: two goals are filled at once");
    case SH_ILLEGAL_BLOCKED:
        return sh_fail(error, SH_DATA,
                       "illegal position (Definition 3): an empty goal cell is walled off from the "
                       "player it belongs to");
    case SH_ONGOING:
    case SH_WON:
        break;
    }
    return SH_OK;
}

void sh_position_transform(const sh_game *game, const sh_symmetry *symmetry,
                           const sh_position *from, sh_position *to) {
    sh_position image;
    memset(&image, 0, sizeof image);
    for (int p = 0; p < game->players; p++)
        image.army[symmetry->player[p]] = sh_symmetry_apply(symmetry, &from->army[p]);
    image.turn = from->turn < game->players ? symmetry->player[from->turn] : from->turn;
    *to = image;
}

bool sh_position_equal(const sh_position *a, const sh_position *b) {
    if (a->turn != b->turn) return false;
    for (int p = 0; p < SH_MAX_PLAYERS; p++)
        if (!sh_set_equal(a->army[p], b->army[p])) return false;
    return true;
}

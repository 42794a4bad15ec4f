// SPDX-License-Identifier: MIT
// From the terms of a game to its board, armies, tracks and symmetries.
#include "sternhalma/game.h"

#include <assert.h>  // assert
#include <stdbool.h> // bool
#include <stdio.h>   // snprintf
#include <string.h>  // strlen

#include "board/camps.h"
#include "board/symmetry.h"
#include "board/terms.h"
#include "sternhalma/distance.h"

// The tip of each goal and the cells from which one move can enter it.
static void find_tips(sh_game *game) {
    const sh_board *board = &game->board;
    for (int p = 0; p < game->players; p++) {
        int tip = sh_set_next(&game->goal[p], 0);
        for (int c = tip; c >= 0; c = sh_set_next(&game->goal[p], c + 1))
            if (sh_set_count(board->steps[c]) < sh_set_count(board->steps[tip])) tip = c;
        game->tip[p] = (uint8_t)tip;
        game->entry[p] = board->steps[tip];
        for (int d = 0; d < board->directions; d++) {
            int middle = board->neighbour[tip][d];
            int source = middle < 0 ? -1 : board->neighbour[middle][d];
            if (source >= 0) sh_set_add(&game->entry[p], source);
        }
    }
}

// How a game ends whose name does not say it.
static sh_finish usual_finish(sh_shape shape) {
    switch (shape) {
    case SH_RHOMBUS:
    case SH_STAR:
        return SH_FIRST_FILLED;
    case SH_SQUARE:
    case SH_CHECKERS:
        break;
    }
    return SH_FIRST_ARRIVED;
}

static bool says(const sh_terms *terms, uint32_t rule) { return terms->added & rule; }

// Adds the players and the rules to the name: what is not usual on this board.
static sh_status complete_name(sh_game *game, const sh_terms *terms, sh_error *error) {
    char rest[96] = "";
    size_t used = 0;
    uint32_t said = terms->added;
    if (game->players == 1 || usual_finish(terms->shape) == SH_FIRST_ARRIVED)
        said &= ~(uint32_t)SH_RULE_HALMA;
    if (terms->shape == SH_STAR || game->players == 1)
        used += (size_t)snprintf(rest, sizeof rest, ":%dp", game->players);
    for (int number = 0; number < SH_RULE_COUNT; number++)
        if (said >> number & 1)
            used += (size_t)snprintf(rest + used, sizeof rest - used, "%s", sh_rule_suffix(number));
    if (says(terms, SH_RULE_LEAVE)) snprintf(rest + used, sizeof rest - used, "%d", terms->leave);
    size_t length = strlen(game->name);
    if (length + strlen(rest) >= sizeof game->name)
        return sh_fail(error, SH_USAGE, "too many rules for the name of a game: leave some out");
    strcpy(game->name + length, rest);
    return SH_OK;
}

// Sets how the game ends and how pieces move.
static sh_status add_rules(sh_game *game, const sh_terms *terms, sh_error *error) {
    sh_finish usual = usual_finish(terms->shape);
    bool swap = says(terms, SH_RULE_SWAP), halma = says(terms, SH_RULE_HALMA);
    if (swap && game->players == 1)
        return sh_fail(error, SH_USAGE, "a swap needs two armies; with :1p leave out +swap");
    game->finish = swap ? SH_ALL_ARRIVED : halma || game->players == 1 ? SH_FIRST_ARRIVED : usual;
    game->movement = says(terms, SH_RULE_HOPS) ? SH_HOPS_ONLY : SH_STEPS_AND_HOPS;
    if (game->movement == SH_HOPS_ONLY && game->finish == SH_FIRST_FILLED)
        return sh_fail(error, SH_USAGE,
                       "+hops is for one army (:1p) and for games with +halma or +swap");
    if (!says(terms, SH_RULE_LEAVE)) return SH_OK;
    game->leave = terms->leave;
    if (swap || game->players == 1 || (game->players == 2 && !halma && usual == SH_FIRST_FILLED))
        return sh_fail(error, SH_USAGE,
                       "+leave%d is for games with +halma and for three and more players on stars",
                       terms->leave);
    return SH_OK;
}

static sh_status check_armies(const sh_game *game, sh_error *error) {
    for (int p = 0; p < game->players; p++)
        for (int q = 0; q < game->players; q++)
            if (!sh_set_is_empty(sh_set_and(game->camp[p], game->goal[p])) ||
                (p != q && !sh_set_is_empty(sh_set_and(game->camp[p], game->camp[q]))))
                return sh_fail(error, SH_USAGE, "%s: the camps of %d pieces overlap on this board",
                               game->name, game->pieces);
    return SH_OK;
}

// One army in the first corner or two in opposite ones, every cell open to both.
static sh_status corner_armies(sh_game *game, const sh_terms *terms, sh_error *error) {
    if (says(terms, SH_RULE_STAND | SH_RULE_PASS) || game->players < 1 || game->players > 2)
        return sh_fail(error, SH_USAGE, "%s has one or two players and no corners to open",
                       game->name);
    sh_set camp[2];
    if (!sh_camp_corner(&game->board, game->pieces, &camp[0])) {
        char sizes[64];
        sh_camp_sizes(&game->board, sizes, sizeof sizes);
        return sh_fail(error, SH_USAGE, "%s: armies here have %s pieces, not %d", game->name, sizes,
                       game->pieces);
    }
    camp[1] = sh_camp_opposite(&game->board, &camp[0]);
    for (int p = 0; p < game->players; p++) {
        game->camp[p] = camp[p];
        game->goal[p] = camp[1 - p];
        game->stand[p] = game->pass[p] = game->board.mask;
    }
    return SH_OK;
}

static sh_status star_armies(sh_game *game, const sh_terms *terms, sh_error *error) {
    int full = game->board.size * (game->board.size + 1) / 2;
    if (game->pieces < 1 || game->pieces > full)
        return sh_fail(error, SH_USAGE, "a corner of star%d holds 1 to %d pieces, not %d",
                       game->board.cells, full, game->pieces);
    if (game->players < 1 || game->players > 6 || game->players == 5)
        return sh_fail(error, SH_USAGE, "a star seats 1, 2, 3, 4 or 6 players, not %d",
                       game->players);
    for (int p = 0; p < game->players; p++) {
        int corner = sh_star_seat(game->players, p), opposite = (corner + 3) % 6;
        sh_set track = sh_set_or(sh_star_corner(&game->board, corner, full),
                                 sh_star_corner(&game->board, opposite, full));
        track = sh_set_or(track, sh_star_centre(&game->board));
        game->camp[p] = sh_star_corner(&game->board, corner, game->pieces);
        game->goal[p] = sh_camp_opposite(&game->board, &game->camp[p]);
        game->stand[p] = says(terms, SH_RULE_STAND) ? game->board.mask : track;
        game->pass[p] = says(terms, SH_RULE_STAND | SH_RULE_PASS) ? game->board.mask : track;
    }
    return SH_OK;
}

// The name of the board and the army.
static void begin_name(sh_game *game, const sh_terms *terms) {
    size_t room = sizeof game->name;
    int size = terms->size, pieces = terms->pieces;
    switch (terms->shape) {
    case SH_RHOMBUS:
        snprintf(game->name, room, "%dx%d/%d", size, size, pieces);
        return;
    case SH_STAR:
        if (pieces == size * (size + 1) / 2)
            snprintf(game->name, room, "star%d", game->board.cells);
        else
            snprintf(game->name, room, "star%d/%d", game->board.cells, pieces);
        return;
    case SH_SQUARE:
        snprintf(game->name, room, "sq%d/%d:%dm", size, pieces, terms->directions);
        return;
    case SH_CHECKERS:
        snprintf(game->name, room, "checkers32/%d:%dm", pieces, terms->directions);
        return;
    }
}

// Is there a way from every cell to every other, each leg one or two cells in a straight line?
// `near` says by cell which others are so far away.
static bool hangs_together(const uint32_t *near, uint32_t cells) {
    uint32_t found = cells & -cells;
    for (uint32_t newest = found; newest;) {
        uint32_t more = near[__builtin_ctz(newest)] & cells & ~found;
        found |= more;
        newest = (newest & (newest - 1)) | more;
    }
    return found == cells;
}

// Tries every set of cells that could be taken out of a goal. One goal serves: all are alike.
static int find_wall(const sh_game *game) {
    int wall = game->pieces, number[SH_MAX_CELLS] = {0}, count = 0;
    uint32_t near[32] = {0}, all = (1u << game->pieces) - 1;
    assert(game->pieces < 32);
    for (int c = sh_set_next(&game->goal[0], 0); c >= 0; c = sh_set_next(&game->goal[0], c + 1))
        number[c] = count++;
    for (int c = sh_set_next(&game->goal[0], 0); c >= 0; c = sh_set_next(&game->goal[0], c + 1))
        for (int d = 0; d < game->board.directions; d++) {
            int to = c;
            for (int leg = 0; leg < 2; leg++) {
                to = game->board.neighbour[to][d];
                if (to < 0 || !sh_set_has(&game->stand[0], to)) break;
                if (sh_set_has(&game->goal[0], to)) near[number[c]] |= 1u << number[to];
            }
        }
    for (uint32_t left = 1; left < all; left++) {
        int out = __builtin_popcount(all & ~left);
        if (out < wall && !hangs_together(near, left)) wall = out;
    }
    return wall;
}

sh_status sh_game_make(sh_game *game, const sh_terms *terms, sh_error *error) {
    memset(game, 0, sizeof *game);
    game->profile = terms->profile;
    game->players = terms->players;
    game->pieces = terms->pieces;
    sh_status status =
        sh_board_make(&game->board, terms->shape, terms->size, terms->directions, error);
    if (status) return status;
    begin_name(game, terms);
    status = (terms->shape == SH_STAR ? star_armies : corner_armies)(game, terms, error);
    if (!status) status = check_armies(game, error);
    if (!status) status = add_rules(game, terms, error);
    if (!status) status = complete_name(game, terms, error);
    if (status) return status;
    assert(!(terms->added & ~sh_rules_of(game)));
    find_tips(game);
    sh_distance_find(game);
    if (sh_game_is_duel(game)) game->wall = find_wall(game);
    sh_symmetry_find(game);
    return SH_OK;
}

sh_status sh_game_parse(sh_game *game, const char *name, sh_profile profile, sh_error *error) {
    sh_terms terms;
    memset(game, 0, sizeof *game);
    sh_status status = sh_terms_parse(&terms, name, profile, error);
    return status ? status : sh_game_make(game, &terms, error);
}

size_t sh_game_size(void) { return sizeof(sh_game); }

const char *sh_game_name(const sh_game *game) { return game->name; }

const sh_board *sh_game_board(const sh_game *game) { return &game->board; }

int sh_game_players(const sh_game *game) { return game->players; }

int sh_game_pieces(const sh_game *game) { return game->pieces; }

const sh_set *sh_game_goal(const sh_game *game, int player) {
    return player >= 0 && player < game->players ? &game->goal[player] : NULL;
}

const char *sh_profile_name(sh_profile profile) {
    return profile == SH_STRICT ? "strict" : "published";
}

sh_status sh_profile_parse(sh_profile *profile, const char *name, sh_error *error) {
    for (sh_profile p = SH_STRICT; p <= SH_PUBLISHED; p++)
        if (!strcmp(name, sh_profile_name(p))) {
            *profile = p;
            return SH_OK;
        }
    return sh_fail(error, SH_USAGE, "rules are 'strict' or 'published', not '%.40s'", name);
}

char sh_game_letter(const sh_game *game, int player) {
    if (player < 0 || player >= game->players) return '?';
    return game->board.shape == SH_STAR ? (char)('a' + player) : "xo"[player];
}

// SPDX-License-Identifier: MIT
// From a game's name to its board, armies, tracks and symmetries.
#include "sternhalma/game.h"

#include <assert.h>  // assert
#include <stdbool.h> // bool
#include <stdio.h>   // snprintf
#include <stdlib.h>  // strtol
#include <string.h>  // strlen

#include "board/camps.h"
#include "board/symmetry.h"

static const char NAMES[] = "write 7x7/3 (rhombus, pieces), star37:3p (star, players), "
                            "sq16/19:8m or checkers32/12:4m (board, pieces, directions)";

static sh_status bad_name(sh_error *error, const char *name) {
    return sh_fail(error, SH_USAGE, "'%.40s' is not a game; %s", name, NAMES);
}

// Reads a decimal number of at most three digits without leading zero; moves *at behind it.
static bool number(const char **at, int *value) {
    if (**at < '1' || **at > '9') return false;
    *value = 0;
    for (int digits = 0; **at >= '0' && **at <= '9'; digits++, (*at)++) {
        if (digits == 3) return false;
        *value = *value * 10 + (**at - '0');
    }
    return true;
}

static bool literal(const char **at, const char *text) {
    size_t length = strlen(text);
    if (strncmp(*at, text, length)) return false;
    *at += length;
    return true;
}

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

static sh_status check_armies(const sh_game *game, sh_error *error) {
    for (int p = 0; p < game->players; p++)
        for (int q = 0; q < p; q++)
            if (!sh_set_is_empty(sh_set_and(game->camp[p], game->camp[q])))
                return sh_fail(error, SH_USAGE, "%s: the camps of %d pieces overlap on this board",
                               game->name, game->pieces);
    return SH_OK;
}

// Two armies in opposite corners, every cell open to both.
static sh_status two_armies(sh_game *game, sh_error *error) {
    game->players = 2;
    if (!sh_camp_corner(&game->board, game->pieces, &game->camp[0])) {
        char sizes[64];
        sh_camp_sizes(&game->board, sizes, sizeof sizes);
        return sh_fail(error, SH_USAGE, "%s: armies here have %s pieces, not %d", game->name, sizes,
                       game->pieces);
    }
    game->camp[1] = sh_camp_opposite(&game->board, &game->camp[0]);
    for (int p = 0; p < 2; p++) {
        game->goal[p] = game->camp[1 - p];
        game->stand[p] = game->pass[p] = game->board.mask;
    }
    return check_armies(game, error);
}

static sh_status parse_rhombus(sh_game *game, const char *name, sh_error *error) {
    const char *at = name;
    int rows, columns;
    if (!number(&at, &rows) || !literal(&at, "x") || !number(&at, &columns) || !literal(&at, "/") ||
        !number(&at, &game->pieces) || *at)
        return bad_name(error, name);
    if (rows != columns)
        return sh_fail(error, SH_USAGE, "a rhombus has as many rows as columns, not %d×%d", rows,
                       columns);
    snprintf(game->name, sizeof game->name, "%dx%d/%d", rows, columns, game->pieces);
    game->family = SH_DUEL;
    sh_status status = sh_board_make(&game->board, SH_RHOMBUS, rows, 6, error);
    return status ? status : two_armies(game, error);
}

static sh_status parse_squares(sh_game *game, const char *name, sh_error *error) {
    const char *at = name;
    int size = 8, directions;
    bool checkers = literal(&at, "checkers32");
    if (!checkers && (!literal(&at, "sq") || !number(&at, &size))) return bad_name(error, name);
    if (!literal(&at, "/") || !number(&at, &game->pieces) || !literal(&at, ":") ||
        !number(&at, &directions) || !literal(&at, "m") || *at)
        return bad_name(error, name);
    snprintf(game->name, sizeof game->name, "%s", name);
    game->family = SH_HALMA;
    sh_status status =
        sh_board_make(&game->board, checkers ? SH_CHECKERS : SH_SQUARE, size, directions, error);
    return status ? status : two_armies(game, error);
}

static sh_status parse_star(sh_game *game, const char *name, sh_error *error) {
    const char *at = name;
    int cells, size = 1;
    if (!literal(&at, "star") || !number(&at, &cells)) return bad_name(error, name);
    while (size <= 4 && 6 * size * (size + 1) + 1 != cells) size++;
    if (size > 4)
        return sh_fail(error, SH_USAGE, "stars have 13, 37, 73 or 121 cells, not %d", cells);
    int full = size * (size + 1) / 2;
    game->pieces = full;
    if (literal(&at, "/") && !number(&at, &game->pieces)) return bad_name(error, name);
    if (!literal(&at, ":") || !number(&at, &game->players) || !literal(&at, "p"))
        return bad_name(error, name);
    bool stand = literal(&at, "+stand"), pass = stand || literal(&at, "+pass");
    if (*at) return bad_name(error, name);
    if (game->pieces > full)
        return sh_fail(error, SH_USAGE, "a corner of star%d holds 1 to %d pieces, not %d", cells,
                       full, game->pieces);
    if (game->players < 2 || game->players > 6 || game->players == 5)
        return sh_fail(error, SH_USAGE, "a star seats 2, 3, 4 or 6 players, not %d", game->players);
    char few[8] = "";
    if (game->pieces < full) snprintf(few, sizeof few, "/%d", game->pieces);
    snprintf(game->name, sizeof game->name, "star%d%s:%dp%s", cells, few, game->players,
             stand  ? "+stand"
             : pass ? "+pass"
                    : "");
    game->family = game->players == 2 ? SH_DUEL : SH_RACE;
    sh_status status = sh_board_make(&game->board, SH_STAR, size, 6, error);
    if (status) return status;
    for (int p = 0; p < game->players; p++) {
        int corner = sh_star_seat(game->players, p), opposite = (corner + 3) % 6;
        sh_set track = sh_set_or(sh_star_corner(&game->board, corner, full),
                                 sh_star_corner(&game->board, opposite, full));
        track = sh_set_or(track, sh_star_centre(&game->board));
        game->camp[p] = sh_star_corner(&game->board, corner, game->pieces);
        game->goal[p] = sh_camp_opposite(&game->board, &game->camp[p]);
        game->stand[p] = stand ? game->board.mask : track;
        game->pass[p] = pass ? game->board.mask : track;
    }
    return check_armies(game, error);
}

// Is there a way from every cell to every other, each leg one or two cells in a straight line?
// `near` says by cell which others are so far away.
static bool hangs_together(const uint32_t *near, uint32_t cells) {
    uint32_t found = cells & -cells;
    for (uint32_t open = found; open;) {
        uint32_t more = near[__builtin_ctz(open)] & cells & ~found;
        found |= more;
        open = (open & (open - 1)) | more;
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

sh_status sh_game_parse(sh_game *game, const char *name, sh_profile profile, sh_error *error) {
    memset(game, 0, sizeof *game);
    game->profile = profile;
    if (strlen(name) >= SH_MAX_NAME) return bad_name(error, name);
    sh_status status = SH_OK;
    if (!strncmp(name, "star", 4))
        status = parse_star(game, name, error);
    else if (!strncmp(name, "sq", 2) || !strncmp(name, "checkers", 8))
        status = parse_squares(game, name, error);
    else
        status = parse_rhombus(game, name, error);
    if (status) return status;
    find_tips(game);
    if (game->family == SH_DUEL) game->wall = find_wall(game);
    sh_symmetry_find(game);
    return SH_OK;
}

size_t sh_game_size(void) { return sizeof(sh_game); }

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
    assert(player >= 0 && player < game->players);
    return game->board.shape == SH_STAR ? (char)('a' + player) : "xo"[player];
}

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
#include "sternhalma/distance.h"

static const char NAMES[] =
    "write 7x7/3 (rhombus, pieces), star37:3p (star, players), "
    "sq16/19:8m or checkers32/12:4m (board, pieces, directions), and :1p, "
    "+halma, +swap, +hops, +leave30 behind it (one army, endings, no steps, "
    "camps left by a move)";

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

// What stands behind the board and the army in a name.
typedef struct suffix {
    int players; // 0: not said
    bool stand, pass, halma, swap, hops;
    int leave; // 0: not said
} suffix;

static bool parse_suffix(const char *at, suffix *s) {
    *s = (suffix){0};
    if (literal(&at, ":") && !(number(&at, &s->players) && literal(&at, "p"))) return false;
    s->stand = literal(&at, "+stand");
    s->pass = s->stand || literal(&at, "+pass");
    s->halma = literal(&at, "+halma");
    s->swap = !s->halma && literal(&at, "+swap");
    s->hops = literal(&at, "+hops");
    if (literal(&at, "+leave") && !number(&at, &s->leave)) return false;
    return !*at;
}

// Sets how the game ends and how pieces move, and completes its name: it says what is not `usual`
// on this board.
static sh_status apply_suffix(sh_game *game, const suffix *s, sh_finish usual, sh_error *error) {
    if (s->swap && game->players == 1)
        return sh_fail(error, SH_USAGE, "a swap needs two armies; with :1p leave out +swap");
    game->finish = s->swap                          ? SH_ALL_ARRIVED
                   : s->halma || game->players == 1 ? SH_FIRST_ARRIVED
                                                    : usual;
    game->movement = s->hops ? SH_HOPS_ONLY : SH_STEPS_AND_HOPS;
    if (s->hops && game->finish == SH_FIRST_FILLED)
        return sh_fail(error, SH_USAGE,
                       "+hops is for one army (:1p) and for games with +halma or +swap");
    game->leave = s->leave;
    if (s->leave && (s->swap || game->players == 1 ||
                     (game->players == 2 && !s->halma && usual == SH_FIRST_FILLED)))
        return sh_fail(error, SH_USAGE,
                       "+leave%d is for games with +halma and for three and more players on stars",
                       s->leave);
    char players[8] = "", leave[12] = "";
    if (s->leave) snprintf(leave, sizeof leave, "+leave%d", s->leave);
    if (game->board.shape == SH_STAR || game->players == 1)
        snprintf(players, sizeof players, ":%dp", game->players);
    const char *corners = s->stand ? "+stand" : s->pass ? "+pass" : "";
    const char *finish = game->finish == usual || game->players == 1 ? ""
                         : s->swap                                   ? "+swap"
                                                                     : "+halma";
    size_t used = strlen(game->name);
    int more = snprintf(game->name + used, sizeof game->name - used, "%s%s%s%s%s", players, corners,
                        finish, s->hops ? "+hops" : "", leave);
    if (more < 0 || used + (size_t)more >= sizeof game->name)
        return sh_fail(error, SH_USAGE, "a game with so many rules has no name");
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
static sh_status corner_armies(sh_game *game, const suffix *s, sh_finish usual, sh_error *error) {
    game->players = s->players ? s->players : 2;
    if (s->pass || game->players > 2)
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
    sh_status status = check_armies(game, error);
    return status ? status : apply_suffix(game, s, usual, error);
}

static sh_status parse_rhombus(sh_game *game, const char *name, sh_error *error) {
    const char *at = name;
    int rows, columns;
    suffix s;
    if (!number(&at, &rows) || !literal(&at, "x") || !number(&at, &columns) || !literal(&at, "/") ||
        !number(&at, &game->pieces) || !parse_suffix(at, &s))
        return bad_name(error, name);
    if (rows != columns)
        return sh_fail(error, SH_USAGE, "a rhombus has as many rows as columns, not %d×%d", rows,
                       columns);
    snprintf(game->name, sizeof game->name, "%dx%d/%d", rows, columns, game->pieces);
    sh_status status = sh_board_make(&game->board, SH_RHOMBUS, rows, 6, error);
    return status ? status : corner_armies(game, &s, SH_FIRST_FILLED, error);
}

static sh_status parse_squares(sh_game *game, const char *name, sh_error *error) {
    const char *at = name;
    int size = 8, directions;
    suffix s;
    bool checkers = literal(&at, "checkers32");
    if (!checkers && (!literal(&at, "sq") || !number(&at, &size))) return bad_name(error, name);
    if (!literal(&at, "/") || !number(&at, &game->pieces) || !literal(&at, ":") ||
        !number(&at, &directions) || !literal(&at, "m"))
        return bad_name(error, name);
    snprintf(game->name, sizeof game->name, "%.*s", (int)(at - name), name);
    if (!parse_suffix(at, &s)) return bad_name(error, name);
    sh_status status =
        sh_board_make(&game->board, checkers ? SH_CHECKERS : SH_SQUARE, size, directions, error);
    return status ? status : corner_armies(game, &s, SH_FIRST_ARRIVED, error);
}

static void star_armies(sh_game *game, const suffix *s) {
    int full = game->board.size * (game->board.size + 1) / 2;
    for (int p = 0; p < game->players; p++) {
        int corner = sh_star_seat(game->players, p), opposite = (corner + 3) % 6;
        sh_set track = sh_set_or(sh_star_corner(&game->board, corner, full),
                                 sh_star_corner(&game->board, opposite, full));
        track = sh_set_or(track, sh_star_centre(&game->board));
        game->camp[p] = sh_star_corner(&game->board, corner, game->pieces);
        game->goal[p] = sh_camp_opposite(&game->board, &game->camp[p]);
        game->stand[p] = s->stand ? game->board.mask : track;
        game->pass[p] = s->pass ? game->board.mask : track;
    }
}

static sh_status parse_star(sh_game *game, const char *name, sh_error *error) {
    const char *at = name;
    int cells, size = 1;
    suffix s;
    if (!literal(&at, "star") || !number(&at, &cells)) return bad_name(error, name);
    while (size <= 4 && 6 * size * (size + 1) + 1 != cells) size++;
    if (size > 4)
        return sh_fail(error, SH_USAGE, "stars have 13, 37, 73 or 121 cells, not %d", cells);
    int full = size * (size + 1) / 2;
    game->pieces = full;
    if (literal(&at, "/") && !number(&at, &game->pieces)) return bad_name(error, name);
    if (!parse_suffix(at, &s) || !s.players) return bad_name(error, name);
    if (game->pieces > full)
        return sh_fail(error, SH_USAGE, "a corner of star%d holds 1 to %d pieces, not %d", cells,
                       full, game->pieces);
    if (s.players > 6 || s.players == 5)
        return sh_fail(error, SH_USAGE, "a star seats 1, 2, 3, 4 or 6 players, not %d", s.players);
    game->players = s.players;
    char few[16] = "";
    if (game->pieces < full) snprintf(few, sizeof few, "/%d", game->pieces);
    snprintf(game->name, sizeof game->name, "star%d%s", cells, few);
    sh_status status = sh_board_make(&game->board, SH_STAR, size, 6, error);
    if (status) return status;
    star_armies(game, &s);
    status = check_armies(game, error);
    return status ? status : apply_suffix(game, &s, SH_FIRST_FILLED, error);
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
    sh_distance_find(game);
    if (sh_game_is_duel(game)) game->wall = find_wall(game);
    sh_symmetry_find(game);
    return SH_OK;
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

// SPDX-License-Identifier: MIT
// The view of each player is found among the turns of the star: the one that carries its camp to
// the top.
#include "play/crowd_ways.h"

#include <stdlib.h> // calloc
#include <string.h> // memset

#include "board/terms.h"
#include "play/scopes.h"

// What is needed only while the ways are made.
typedef struct views {
    sh_game turning; // six players: its symmetries are the turns of the star
    sh_game track;   // two players between the corners at the top and at the bottom
    sh_course whole; // the same on the whole star, for rows and the axis
} views;

// A game like this one for other players, on tracks, or where an army may stand on all cells.
static sh_status make_like(sh_game *game, const sh_game *like, int players, bool stand,
                           sh_error *error) {
    sh_terms terms = sh_terms_of(like);
    terms.players = players;
    terms.added &= ~(uint32_t)(SH_RULE_STAND | SH_RULE_PASS | SH_RULE_LEAVE);
    if (stand) terms.added |= SH_RULE_STAND;
    return sh_game_make(game, &terms, error);
}

// The turn of the star that carries a player's camp to the top.
static const sh_symmetry *view_of(const views *v, const sh_set *camp) {
    for (int i = 0; i < v->turning.symmetries; i++) {
        sh_set top = sh_symmetry_apply(&v->turning.symmetry[i], camp);
        if (sh_set_equal(top, v->track.camp[0])) return &v->turning.symmetry[i];
    }
    return NULL;
}

static void see(sh_ways *ways, const views *v, int player, const sh_symmetry *view,
                const sh_tuning *tuning) {
    const sh_game *game = &ways->game;
    for (int cell = sh_set_next(&game->board.mask, 0); cell >= 0;
         cell = sh_set_next(&game->board.mask, cell + 1)) {
        int to = view->cell[cell];
        int left = v->whole.rows - 1 - v->whole.row[0][to];
        ways->view[player][cell] = (uint8_t)to;
        ways->left[player][cell] = (int8_t)left;
        ways->place[player][cell] =
            sh_place_of(v->whole.place[0][to] - left * tuning->stride * tuning->distance / 100);
        ways->turned[player][cell] =
            sh_set_has(&v->track.stand[0], to) ? ways->course.inside[to] : SH_OFF_TRACK;
        if (!sh_set_has(&game->goal[player], cell)) continue;
        ways->goal_of[cell] = (int8_t)player;
        if (player == 0) ways->home += left;
    }
}

static sh_status look(sh_ways *ways, views *v, const sh_tuning *tuning, sh_error *error) {
    const sh_game *game = &ways->game;
    sh_game whole;
    sh_status status = make_like(&v->turning, game, 6, false, error);
    if (!status) status = make_like(&v->track, game, 2, false, error);
    if (!status) status = make_like(&whole, game, 2, true, error);
    if (!status) status = sh_course_make(&v->whole, &whole, error);
    if (!status) status = sh_course_make(&ways->course, &v->track, error);
    if (status) return status;
    sh_course_value(&v->whole, tuning);
    memset(ways->goal_of, -1, sizeof ways->goal_of);
    for (int p = 0; p < game->players; p++) {
        const sh_symmetry *view = view_of(v, &game->camp[p]);
        if (!view)
            return sh_fail(error, SH_USAGE, "%s has camps that no turn of the star exchanges",
                           game->name);
        see(ways, v, p, view, tuning);
    }
    return SH_OK;
}

sh_status sh_ways_open(sh_ways *ways, const sh_game *game, const sh_tuning *tuning,
                       const sh_engine_options *options, sh_error *error) {
    memset(ways, 0, sizeof *ways);
    ways->game = *game;
    sh_status status = sh_scope_check(&sh_crowd_scope, game, error);
    if (status) return status;
    views *v = calloc(1, sizeof *v);
    if (!v) return sh_fail(error, SH_RESOURCES, "out of memory for the engine");
    sh_keys_make(&ways->keys, game, NULL);
    status = look(ways, v, tuning, error);
    free(v);
    if (!status && tuning->alone && ways->course.game.board.width <= 128)
        status = sh_march_open_for(&ways->march, &ways->course, tuning, options, error);
    return status;
}

void sh_ways_close(sh_ways *ways) { sh_march_close(&ways->march); }

// Does a direction lead a player ahead? Then also: from where its track lets it hop there.
static bool leads_on(const sh_ways *ways, int player, int direction, sh_set *leap) {
    const sh_set *track = &ways->game.stand[player];
    bool ahead = false;
    *leap = sh_set_empty();
    for (int cell = sh_set_next(track, 0); cell >= 0; cell = sh_set_next(track, cell + 1)) {
        int next = ways->game.board.neighbour[cell][direction];
        int land = next < 0 ? -1 : ways->game.board.neighbour[next][direction];
        if (land < 0 || !sh_set_has(track, land)) continue;
        ahead = ways->left[player][land] < ways->left[player][cell];
        sh_set_add(leap, cell);
    }
    return ahead;
}

void sh_leaps_find(const sh_ways *ways, sh_leaps *leaps) {
    sh_set from;
    for (int p = 0; p < ways->game.players; p++)
        for (int d = 0, found = 0; d < ways->game.board.directions && found < 2; d++) {
            if (!leads_on(ways, p, d, &from)) continue;
            leaps->direction[p][found] = d;
            leaps->from[p][found++] = from;
        }
}

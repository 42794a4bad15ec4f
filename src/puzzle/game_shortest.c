// SPDX-License-Identifier: MIT
// See game_shortest.h. For each length beams of growing width, then the exact search; the first
// length with a game ends it.
#include "puzzle/game_shortest.h"

#include <stdlib.h> // realloc, free

#include "puzzle/beam_game.h"
#include "puzzle/game_reach.h"

enum { WIDENING = 4, NOISE = 20 };

// Beams of a growing width, the last one as wide as asked for.
static sh_status try_beams(const sh_puzzle *puzzle, int length, const sh_game_options *options,
                           size_t most, sh_game_result *result, sh_error *error) {
    result->found = false;
    for (size_t width = most / (WIDENING * WIDENING); width <= most && width; width *= WIDENING) {
        sh_beam_options beam = {.threads = options->threads,
                                .width = width,
                                .weights = SH_BEAM_USUAL,
                                .seed = width,
                                .noise = width < most ? 0 : NOISE,
                                .monitor = options->monitor};
        sh_status status = sh_beam_game(puzzle, length, &beam, result, error);
        // A beam that lost no board on its way has seen all there is.
        bool whole = true;
        for (int i = 0; i < result->stages; i++) whole &= result->stage[i].boards < width / 2;
        if (status || result->found || whole) return status;
    }
    return SH_OK;
}

static sh_status settle(const sh_puzzle *puzzle, int length, const sh_game_options *options,
                        size_t beam, sh_game_result *result, sh_error *error) {
    sh_status status = try_beams(puzzle, length, options, beam, result, error);
    if (status || (result->found && !options->count)) return status;
    sh_game_result seen = *result; // a game is a game, whatever becomes of the count
    status = sh_game_search(puzzle, length, options, result, error);
    if (status != SH_RESOURCES || !seen.found) return status;
    *result = seen;
    return sh_fail(error, status,
                   "no memory to count the games of %d moves: give more --memory, or a --scratch "
                   "folder",
                   length);
}

// A goal is full at the start.
static sh_status no_moves(sh_game_shortest *shortest, sh_error *error) {
    shortest->result = calloc(1, sizeof *shortest->result);
    if (!shortest->result) return sh_fail(error, SH_RESOURCES, "no memory for the levels");
    shortest->result[0].found = true;
    shortest->lengths = 1;
    return SH_OK;
}

sh_status sh_game_find_shortest(const sh_puzzle *puzzle, const sh_game_options *options,
                                size_t beam, sh_game_settled *settled, void *user,
                                sh_game_shortest *shortest, sh_error *error) {
    *shortest = (sh_game_shortest){.proved = true};
    if (sh_puzzle_arrived(puzzle, puzzle->game.camp) >= 0) return no_moves(shortest, error);
    sh_status possible = sh_game_reach(puzzle, error);
    if (possible) {
        shortest->proved = false;
        return possible;
    }
    for (int length = sh_game_least(puzzle); length < SH_GAME_MOST_MOVES; length++) {
        size_t bytes = (size_t)(shortest->lengths + 1) * sizeof *shortest->result;
        sh_game_result *grown = realloc(shortest->result, bytes);
        if (!grown) return sh_fail(error, SH_RESOURCES, "no memory for the levels");
        shortest->result = grown;
        sh_game_result *result = &grown[shortest->lengths];
        sh_status status = settle(puzzle, length, options, beam, result, error);
        if (status == SH_NO) continue; // the army of this length's winner does not fit its goal
        if (status && !result->found) {
            shortest->proved = false;
            return status;
        }
        shortest->lengths++;
        if (settled) settled(user, result);
        if (result->found) return status;
    }
    shortest->proved = false;
    return sh_fail(error, SH_NO, "no game of less than %d moves", SH_GAME_MOST_MOVES);
}

void sh_game_shortest_free(sh_game_shortest *shortest) {
    free(shortest->result);
    shortest->result = NULL;
}

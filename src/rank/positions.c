// SPDX-License-Identifier: MIT
// See sternhalma/positions.h: packing, and ranks. Work is cut into chunks of positions; the first
// chunk that fails says why, whichever thread had it.
#include "sternhalma/positions.h"

#include <string.h> // memset

#include "rank/chunks.h"
#include "rules/placement.h"

int sh_positions_words(const sh_game *game) { return game->board.width / 64; }

void sh_positions_get(const sh_game *game, const sh_positions *batch, size_t number,
                      sh_position *position) {
    int words = sh_positions_words(game);
    const uint64_t *from = batch->armies + number * (size_t)(game->players * words);
    memset(position, 0, sizeof *position);
    for (int p = 0; p < game->players; p++)
        memcpy(position->army[p].w, from + p * words, sizeof *from * (size_t)words);
    position->turn = batch->turns[number];
}

void sh_positions_put(const sh_game *game, const sh_positions *batch, size_t number,
                      const sh_position *position) {
    int words = sh_positions_words(game);
    uint64_t *to = batch->armies + number * (size_t)(game->players * words);
    for (int p = 0; p < game->players; p++)
        memcpy(to + p * words, position->army[p].w, sizeof *to * (size_t)words);
    batch->turns[number] = position->turn;
}

sh_status sh_positions_check(const sh_game *game, const sh_positions *batch, size_t number,
                             sh_position *position, sh_error *error) {
    sh_positions_get(game, batch, number, position);
    if (sh_is_placement(game, position)) return SH_OK;
    sh_error why;
    sh_status status = sh_position_check(game, position, &why);
    return sh_fail(error, status, "position %zu of the batch: %.480s", number, why.text);
}

// What ranking and its way back share.
typedef struct ranking {
    const sh_game *game;
    const sh_ranker *ranker;
    const sh_positions *batch;
    const uint64_t *given;
    uint64_t *ranks;
} ranking;

static sh_status rank_chunk(void *context, size_t first, size_t end, sh_error *error) {
    const ranking *r = context;
    for (size_t i = first; i < end; i++) {
        sh_position position;
        sh_status status = sh_positions_check(r->game, r->batch, i, &position, error);
        if (status) return status;
        r->ranks[i] = (uint64_t)sh_position_rank(r->ranker, &position);
    }
    return SH_OK;
}

static sh_status unrank_chunk(void *context, size_t first, size_t end, sh_error *error) {
    const ranking *r = context;
    for (size_t i = first; i < end; i++) {
        sh_position position;
        sh_status status = sh_position_unrank(r->ranker, r->given[i], &position, error);
        if (status) return status;
        sh_positions_put(r->game, r->batch, i, &position);
    }
    return SH_OK;
}

static sh_status open_small(sh_ranker **ranker, const sh_game *game, sh_error *error) {
    sh_status status = sh_ranker_open(ranker, game, error);
    if (status || sh_ranker_positions(*ranker) >> 64 == 0) return status;
    sh_ranker_close(*ranker);
    return sh_fail(error, SH_USAGE, "ranks of %s do not fit 64 bits: rank one at a time",
                   game->name);
}

sh_status sh_positions_rank(const sh_game *game, const sh_positions *batch, int threads,
                            uint64_t *ranks, sh_error *error) {
    sh_ranker *ranker;
    sh_status status = open_small(&ranker, game, error);
    if (status) return status;
    ranking r = {.game = game, .ranker = ranker, .batch = batch, .ranks = ranks};
    status = sh_chunks_run(batch->count, threads, rank_chunk, &r, error);
    sh_ranker_close(ranker);
    return status;
}

sh_status sh_positions_unrank(const sh_game *game, const uint64_t *ranks, int threads,
                              const sh_positions *batch, sh_error *error) {
    sh_ranker *ranker;
    sh_status status = open_small(&ranker, game, error);
    if (status) return status;
    ranking r = {.game = game, .ranker = ranker, .batch = batch, .given = ranks};
    status = sh_chunks_run(batch->count, threads, unrank_chunk, &r, error);
    sh_ranker_close(ranker);
    return status;
}

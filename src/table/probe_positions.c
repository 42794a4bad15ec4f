// SPDX-License-Identifier: MIT
// See sternhalma/positions.h: probing. Three steps, each by all threads: what the rules decide is
// written at once, everything else is noted with the place of its answer; the notes are sorted by
// place; then they are answered in that order, so that a block is decoded once and found in the
// cache after that.
#include <stdlib.h> // malloc, qsort

#include "rank/chunks.h"
#include "table/reader.h"
#include "table/stats.h"

// One question: where the answer is stored, and whose it is.
typedef struct sh_asked {
    uint64_t place; // sh_table_place
    uint64_t number;
} sh_asked;

static const uint64_t DECIDED = UINT64_MAX; // a place: the rules have answered

// A batch on its way. Positions come packed or as ranks; answers go out as values or controls.
typedef struct inquiry {
    const sh_table *table;
    const sh_positions *batch;
    const sh_ranker *ranker; // with ranks
    const uint64_t *ranks;
    sh_asked *asked;
    uint16_t *values;
    sh_control *controls;
} inquiry;

static sh_status position_of(const inquiry *q, size_t number, sh_position *position,
                             sh_error *error) {
    if (q->ranks) return sh_position_unrank(q->ranker, q->ranks[number], position, error);
    return sh_positions_check(&q->table->game, q->batch, number, position, error);
}

static sh_control all_set(void) { return (sh_control){0xFF, 0xFF, 0xFF, 0xFF}; }

static uint64_t place_in_duel(const inquiry *q, const sh_position *position, size_t number) {
    sh_verdict verdict = sh_position_verdict(&q->table->game, position, NULL);
    if (verdict == SH_ONGOING) return sh_table_place(q->table, position);
    q->values[number] = verdict == SH_WON ? 0 : SH_VALUE_ILLEGAL;
    return DECIDED;
}

static uint64_t place_in_race(const inquiry *q, const sh_position *position, size_t number) {
    int winner;
    sh_verdict verdict = sh_position_verdict(&q->table->game, position, &winner);
    if (verdict == SH_ONGOING) {
        sh_triple triple = sh_triples_rank(&q->table->triples, position);
        uint64_t row = (uint64_t)triple.mover * q->table->triples.sets + triple.next;
        return sh_table_place_in_row(q->table, row, triple.previous);
    }
    int ahead = verdict == SH_WON ? (winner + 3 - position->turn) % 3 : 0;
    q->controls[number] =
        verdict == SH_WON ? sh_control_players(sh_control_won(ahead), position->turn) : all_set();
    return DECIDED;
}

static sh_status note_chunk(void *context, size_t first, size_t end, sh_error *error) {
    const inquiry *q = context;
    for (size_t i = first; i < end; i++) {
        sh_position position;
        sh_status status = position_of(q, i, &position, error);
        if (status) return status;
        uint64_t place =
            q->values ? place_in_duel(q, &position, i) : place_in_race(q, &position, i);
        q->asked[i] = (sh_asked){place, i};
    }
    return SH_OK;
}

static int compare_places(const void *left, const void *right) {
    const sh_asked *a = left, *b = right;
    return a->place < b->place ? -1 : a->place > b->place;
}

// The distance of a loss that is not stored.
static sh_status derive_value(const inquiry *q, size_t number, sh_error *error) {
    sh_position position;
    sh_status status = position_of(q, number, &position, error);
    return status ? status : sh_table_value(q->table, &position, &q->values[number], error);
}

static sh_status answer_chunk(void *context, size_t first, size_t end, sh_error *error) {
    const inquiry *q = context;
    for (size_t i = first; i < end && q->asked[i].place != DECIDED; i++) {
        uint64_t place = q->asked[i].place, number = q->asked[i].number;
        uint16_t stored;
        sh_status status = sh_table_at(q->table, place, &stored, error);
        if (!status && !q->values)
            q->controls[number] = sh_control_players(stored, q->batch->turns[number]);
        else if (!status && stored == 0 && q->table->header.info.only_wins)
            status = derive_value(q, number, error);
        else if (!status)
            q->values[number] = sh_table_value_of_byte(stored);
        if (status) return status;
    }
    return SH_OK;
}

static sh_status inquire(inquiry *q, size_t count, int threads, sh_error *error) {
    if (count == 0) return SH_OK;
    q->asked = malloc(count * sizeof *q->asked);
    if (!q->asked)
        return sh_fail(error, SH_RESOURCES, "out of memory for a batch of %zu positions", count);
    sh_status status = sh_chunks_run(count, threads, note_chunk, q, error);
    if (!status) {
        qsort(q->asked, count, sizeof *q->asked, compare_places);
        status = sh_chunks_run(count, threads, answer_chunk, q, error);
    }
    free(q->asked);
    return status;
}

static sh_status need_duel(const sh_table *table, sh_error *error) {
    if (sh_game_is_duel(&table->game)) return SH_OK;
    return sh_fail(error, SH_USAGE, "a table of %s knows who controls the game, not its value",
                   table->game.name);
}

sh_status sh_probe_ranks(const sh_table *table, const uint64_t *ranks, size_t count,
                         uint16_t *values, sh_error *error) {
    sh_status status = need_duel(table, error);
    if (status) return status;
    sh_ranker *ranker;
    status = sh_ranker_open(&ranker, &table->game, error);
    if (status) return status;
    inquiry q = {.table = table, .ranker = ranker, .ranks = ranks, .values = values};
    status = inquire(&q, count, 0, error);
    sh_ranker_close(ranker);
    return status;
}

sh_status sh_positions_probe(const sh_table *table, const sh_positions *batch, int threads,
                             uint16_t *values, sh_error *error) {
    sh_status status = need_duel(table, error);
    if (status) return status;
    inquiry q = {.table = table, .batch = batch, .values = values};
    return inquire(&q, batch->count, threads, error);
}

sh_status sh_positions_control(const sh_table *table, const sh_positions *batch, int threads,
                               sh_control *controls, sh_error *error) {
    if (!sh_game_is_race(&table->game))
        return sh_fail(error, SH_USAGE, "a table of %s knows its value, not who controls it",
                       table->game.name);
    inquiry q = {.table = table, .batch = batch, .controls = controls};
    return inquire(&q, batch->count, threads, error);
}

sh_status sh_table_histogram(const sh_table *table, int threads, uint64_t *counts,
                             sh_error *error) {
    sh_pool *pool = NULL;
    sh_stats *stats = malloc(sizeof *stats);
    if (!stats) return sh_fail(error, SH_RESOURCES, "out of memory for counts");
    sh_status status = sh_pool_open(&pool, threads, error);
    if (!status) status = sh_stats_gather(stats, table, pool, NULL, error);
    sh_pool_close(pool);
    for (int i = 0; !status && i < SH_STATS_PLIES; i++) counts[i] = stats->plies[i];
    if (!status && table->header.info.metric != SH_DTW) {
        counts[0] = stats->all.loss;
        counts[1] = stats->all.win;
    }
    counts[SH_HISTOGRAM_DRAWS] = status ? 0 : stats->all.draw;
    counts[SH_HISTOGRAM_ILLEGAL] = status ? 0 : stats->illegal;
    free(stats);
    return status;
}

// SPDX-License-Identifier: MIT
// The rounds of the squeezed layout. Each task is one block, whole, in the workspace of its thread.
#include <assert.h> // assert
#include <string.h> // memset

#include "solve/duel/squeezed/squeezed.h"

sh_status sh_squeezed_read(sh_squeezed *squeezed, int plane, uint64_t block, sh_strip *strips,
                           sh_error *error) {
    uint64_t *words;
    sh_status status = squeezed->kind->borrow(squeezed->store, plane, block, false, &words, error);
    if (status) return status;
    sh_bit_stream stream = {words, 0, 0};
    squeezed->kernels->expand(&squeezed->index, block, &stream, 0, squeezed->index.ids, strips);
    return squeezed->kind->give_back(squeezed->store, plane, block, words, false, error);
}

void sh_squeezed_squeeze(const sh_squeezed *squeezed, uint64_t block, const sh_strip *strips,
                         uint64_t *words) {
    sh_bit_stream stream = {words, 0, 0};
    squeezed->kernels->squeeze(&squeezed->index, block, strips, 0, squeezed->index.ids, &stream);
    if (stream.fill) *stream.words++ = stream.held;
    memset(stream.words, 0, (size_t)(words + squeezed->block_words - stream.words) * sizeof *words);
}

sh_status sh_squeezed_write(sh_squeezed *squeezed, int plane, uint64_t block,
                            const sh_strip *strips, sh_error *error) {
    uint64_t *words;
    sh_status status = squeezed->kind->borrow(squeezed->store, plane, block, true, &words, error);
    if (status) return status;
    sh_squeezed_squeeze(squeezed, block, strips, words);
    return squeezed->kind->give_back(squeezed->store, plane, block, words, true, error);
}

// Sets the states of a stream in a block of a plane.
static sh_status add_block(sh_squeezed *squeezed, int plane, uint64_t block, const uint64_t *stream,
                           sh_error *error) {
    uint64_t *words;
    sh_status status = squeezed->kind->borrow(squeezed->store, plane, block, false, &words, error);
    if (status) return status;
    for (uint64_t w = 0; w < squeezed->block_words; w++) words[w] |= stream[w];
    return squeezed->kind->give_back(squeezed->store, plane, block, words, true, error);
}

static void find_alive(const sh_duel_index *index, const sh_strip *unknown, uint64_t *alive) {
    memset(alive, 0, index->ids / 8);
    for (uint64_t id = 0; id < index->ids; id++) {
        if (!sh_duel_is_copy(index, id) && sh_strip_any(&unknown[id])) sh_bit_set(alive, id);
    }
}

// States that the sets of a block's news that are their own mirrors are sent for once more.
static uint64_t count_copies(const sh_duel_news *news) {
    const sh_duel_index *index = news->index;
    uint64_t states = 0;
    for (uint64_t w = 0; index->mirrored && w < index->half / 64; w++)
        for (uint64_t left = news->changed[w] & index->own_mirror[w]; left; left &= left - 1)
            states += (uint64_t)sh_strip_count(
                &news->found[index->half + w * 64 + (uint64_t)__builtin_ctzll(left)]);
    return states;
}

// Adds what a block has proven to the planes of distances of the round.
static sh_status note_distance(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t block) {
    if (squeezed->metric != SH_DTW || squeezed->round < 2) return SH_OK;
    sh_squeezed_squeeze(squeezed, block, worker->news.found, worker->stream);
    sh_status status = SH_OK;
    for (int j = 0; !status && squeezed->round >> (j + 1); j++)
        if (squeezed->round >> (j + 1) & 1)
            status =
                add_block(squeezed, SH_PLANE_DISTANCE + j, block, worker->stream, &worker->error);
    return status;
}

// Records what a block has proven and sends it to where it matters. The rounds have taken it out of
// the strips of U.
static sh_status publish(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t block) {
    sh_duel_news *news = &worker->news;
    const sh_duel_index *index = &squeezed->index;
    int plane = squeezed->round & 1 ? SH_PLANE_NOT_WON : SH_PLANE_UNKNOWN;
    if (!worker->sum.states)
        sh_duel_example(news, block, &worker->sum.example_row, &worker->sum.example_set);
    worker->sum.states += news->states;
    worker->sum.positions += news->positions;
    worker->sum.strips += news->strips;
    worker->proven += news->states + count_copies(news);
    sh_status status =
        sh_squeezed_write(squeezed, SH_PLANE_UNKNOWN, block, worker->unknown, &worker->error);
    if (!status) status = note_distance(squeezed, worker, block);
    for (uint64_t group = 0; !status && group < index->groups; group++) {
        sh_duel_tile tile = sh_duel_tile_at(index, block, group);
        if (sh_duel_has_news(news, &tile))
            status = sh_tile_post(squeezed, worker, block, group, plane, news->found);
    }
    return status ? status : sh_tile_send_all(squeezed, worker);
}

// X of a block are the losses sent to it; N is what it was without the wins sent to it.
static sh_status fetch_targets(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t block,
                               bool wins) {
    if (wins) {
        memset(worker->targets, 0, squeezed->index.ids * sizeof *worker->targets);
        return sh_tile_apply(squeezed, block, SH_PLANE_UNKNOWN, worker->targets, worker->dirty,
                             false, &worker->error);
    }
    sh_status status =
        sh_squeezed_read(squeezed, SH_PLANE_NOT_WON, block, worker->targets, &worker->error);
    if (status || !squeezed->kind->waiting(squeezed->store, block)) return status;
    status = sh_tile_apply(squeezed, block, SH_PLANE_NOT_WON, worker->targets, worker->dirty, true,
                           &worker->error);
    if (status) return status;
    return sh_squeezed_write(squeezed, SH_PLANE_NOT_WON, block, worker->targets, &worker->error);
}

static sh_status run_block(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t block) {
    bool wins = squeezed->round & 1, all = !wins && squeezed->ask_all;
    if (!all && !squeezed->kind->waiting(squeezed->store, block)) return SH_OK;
    sh_status status = fetch_targets(squeezed, worker, block, wins);
    if (!status)
        status =
            sh_squeezed_read(squeezed, SH_PLANE_UNKNOWN, block, worker->unknown, &worker->error);
    if (status) return status;
    find_alive(&squeezed->index, worker->unknown, worker->alive);
    sh_duel_block view = {.number = block,
                          .targets = worker->targets,
                          .dirty = all ? NULL : worker->dirty,
                          .unknown = worker->unknown,
                          .alive = worker->alive};
    (wins ? squeezed->kernels->wins : squeezed->kernels->losses)(&worker->news, &view);
    if (worker->news.states) status = publish(squeezed, worker, block);
    squeezed->kernels->clear(&worker->news);
    return status;
}

static void round_task(void *context, size_t index, int number) {
    sh_squeezed *squeezed = context;
    sh_squeezed_worker *worker = &squeezed->workers[number];
    uint64_t block = sh_squeezed_block(squeezed, index);
    if (!worker->status) worker->status = run_block(squeezed, worker, block);
    squeezed->kind->forget(squeezed->store, block);
}

// The first planes of a block. The losses that the rules give are sent like those of a round, as
// strips by id.
static sh_status start_block(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t number) {
    const sh_duel_index *index = &squeezed->index;
    sh_initial_block block;
    sh_initial_block_make(&block, &squeezed->rules, index, number);
    for (uint64_t id = 0; id < index->ids; id++) {
        sh_initial_strips strips;
        sh_initial_verdict(&block, index->set[id], &strips);
        worker->unknown[id] = strips.row_unknown;
        SH_EACH_WORD(i)
        worker->targets[id].w[i] = strips.column_unknown.w[i] | strips.column_lost.w[i];
        worker->news.found[id] = strips.row_lost;
        worker->proven += (uint64_t)sh_strip_count(&strips.row_lost);
        if (sh_duel_is_copy(index, id)) continue;
        sh_initial_count(index, number, &strips, &worker->sum.states, &worker->sum.positions,
                         &worker->sum.illegal);
    }
    sh_status status =
        sh_squeezed_write(squeezed, SH_PLANE_UNKNOWN, number, worker->unknown, &worker->error);
    if (!status)
        status =
            sh_squeezed_write(squeezed, SH_PLANE_NOT_WON, number, worker->targets, &worker->error);
    for (uint64_t group = 0; !status && group < index->groups; group++)
        status =
            sh_tile_post(squeezed, worker, number, group, SH_PLANE_UNKNOWN, worker->news.found);
    memset(worker->news.found, 0, index->ids * sizeof *worker->news.found);
    return status ? status : sh_tile_send_all(squeezed, worker);
}

static void start_task(void *context, size_t index, int number) {
    sh_squeezed *squeezed = context;
    sh_squeezed_worker *worker = &squeezed->workers[number];
    if (!worker->status)
        worker->status = start_block(squeezed, worker, sh_squeezed_block(squeezed, index));
}

uint64_t sh_squeezed_blocks(const sh_squeezed *squeezed) {
    uint64_t rank = (uint64_t)sh_crew_rank(squeezed->crew);
    uint64_t ranks = (uint64_t)sh_crew_ranks(squeezed->crew);
    return (squeezed->index.blocks + ranks - 1 - rank) / ranks;
}

// Adds up what the ranks did; the example of the lowest row wins.
static void add_ranks(sh_squeezed *squeezed, sh_round *round) {
    if (!squeezed->crew) return;
    uint64_t mine = round->states ? round->example_row + 1 : 0, first = mine;
    int owner = 0, ranks = squeezed->crew->ranks;
    for (int rank = 0; rank < ranks; rank++) {
        uint64_t row = mine;
        sh_crew_broadcast(squeezed->crew, rank, &row, sizeof row);
        if (rank == 0 || (row && (!first || row < first))) {
            first = row;
            owner = rank;
        }
    }
    uint64_t example[2] = {round->example_row, round->example_set};
    sh_crew_broadcast(squeezed->crew, owner, example, sizeof example);
    uint64_t sums[] = {round->states, round->positions, round->illegal, round->strips};
    sh_crew_sum(squeezed->crew, sums, sizeof sums / sizeof *sums);
    *round = (sh_round){.states = sums[0],
                        .positions = sums[1],
                        .illegal = sums[2],
                        .strips = sums[3],
                        .example_row = example[0],
                        .example_set = example[1]};
}

sh_status sh_squeezed_run(sh_squeezed *squeezed, sh_task *task, sh_round *round, sh_error *error) {
    sh_pool_run(squeezed->pool, sh_squeezed_blocks(squeezed), task, squeezed);
    sh_status status = SH_OK;
    sh_round sum = {.states = 0};
    for (int t = 0; t < sh_pool_threads(squeezed->pool); t++) {
        sh_squeezed_worker *worker = &squeezed->workers[t];
        if (worker->status && !status) {
            status = worker->status;
            if (error) *error = worker->error;
        }
        worker->status = SH_OK;
        sh_round_add(&sum, &worker->sum);
        memset(&worker->sum, 0, sizeof worker->sum);
    }
    add_ranks(squeezed, &sum);
    sh_round_add(round, &sum);
    return sh_crew_agree(squeezed->crew, status, error);
}

sh_status sh_squeezed_turn(sh_squeezed *squeezed, sh_round *round, sh_error *error) {
    uint64_t proven = 0;
    for (int t = 0; t < sh_pool_threads(squeezed->pool); t++) {
        proven += squeezed->workers[t].proven;
        squeezed->workers[t].proven = 0;
    }
    sh_status status = squeezed->kind->turn(squeezed->store, proven, error);
    sh_store_traffic traffic;
    squeezed->kind->traffic(squeezed->store, &traffic);
    uint64_t moved[] = {traffic.read - squeezed->read, traffic.written - squeezed->written};
    sh_crew_sum(squeezed->crew, moved, 2);
    round->read += moved[0];
    round->written += moved[1];
    round->mail += traffic.mail;
    squeezed->read = traffic.read;
    squeezed->written = traffic.written;
    return status;
}

sh_status sh_squeezed_begin(void *state, sh_round *round, sh_error *error) {
    sh_squeezed *squeezed = state;
    memset(round, 0, sizeof *round);
    squeezed->round = 0;
    sh_status status = sh_squeezed_run(squeezed, start_task, round, error);
    if (status) return status;
    squeezed->ask_all = true;
    status = sh_squeezed_run(squeezed, round_task, round, error);
    squeezed->ask_all = false;
    return status ? status : sh_squeezed_turn(squeezed, round, error);
}

sh_status sh_squeezed_round(void *state, int number, sh_round *round, sh_error *error) {
    sh_squeezed *squeezed = state;
    assert(number > 0);
    memset(round, 0, sizeof *round);
    if (squeezed->metric == SH_DTW && number >> (SH_DISTANCE_PLANES + 1))
        return sh_fail(error, SH_RESOURCES, "a win takes more than %d plies",
                       (2 << SH_DISTANCE_PLANES) - 1);
    squeezed->round = number;
    sh_status status = sh_squeezed_run(squeezed, round_task, round, error);
    if (!(number & 1)) squeezed->ask_all = false;
    return status ? status : sh_squeezed_turn(squeezed, round, error);
}

// SPDX-License-Identifier: MIT
#include "oracle/spot_check.h"

#include <stdlib.h> // malloc
#include <string.h> // memset

#include "base/random.h"
#include "sternhalma/notation.h"

#define TASK_POSITIONS 256
#define MOST_MOVES 512 // of a two-player position on these boards: 6 pieces, 37 free cells at most

typedef struct sh_sampling {
    sh_solution *solution;
    uint64_t count, seed;
    sh_sample_report *samples; // one a worker
    sh_status *statuses;       // one a worker
} sh_sampling;

// A drawn position and where its queries stand: its own, then its successors'.
typedef struct sh_drawn {
    sh_position position;
    sh_verdict verdict;
    uint32_t first, successors;
} sh_drawn;

static bool is_illegal(sh_verdict verdict) {
    return verdict == SH_ILLEGAL_FILLED || verdict == SH_ILLEGAL_BLOCKED;
}

static sh_state_query query_of(const sh_solution *solution, const sh_position *position) {
    sh_pair pair = sh_pairs_find(solution->pairs, position);
    sh_position stored;
    sh_pairs_position(solution->pairs, pair, &stored);
    return (sh_state_query){.row = pair.row, .set = stored.army[0].w[0]};
}

static uint32_t draw(const sh_solution *solution, sh_random *random, sh_drawn *drawn,
                     sh_state_query *queries, uint32_t next) {
    sh_pair pair = {.row = sh_random_below(random, sh_pairs_rows(solution->pairs)),
                    .column = sh_random_below(random, sh_pairs_columns(solution->pairs))};
    memset(drawn, 0, sizeof *drawn);
    sh_pairs_position(solution->pairs, pair, &drawn->position);
    drawn->verdict = sh_position_verdict(&solution->game, &drawn->position, NULL);
    drawn->first = next;
    if (is_illegal(drawn->verdict)) return next;
    queries[next++] = query_of(solution, &drawn->position);
    if (drawn->verdict == SH_WON) return next;
    sh_move moves[SH_MAX_MOVES];
    drawn->successors = (uint32_t)sh_moves_list(&solution->game, &drawn->position, moves);
    for (uint32_t i = 0; i < drawn->successors; i++) {
        sh_position after = drawn->position;
        sh_move_apply(&solution->game, &after, moves[i]);
        queries[next++] = query_of(solution, &after);
    }
    return next;
}

// What a position is worth by its successors.
static uint16_t expected(const sh_solution *solution, const sh_drawn *drawn,
                         const uint16_t *successors) {
    sh_successors seen = {0};
    for (uint32_t i = 0; i < drawn->successors; i++) sh_successors_add(&seen, successors[i]);
    return sh_successors_value(&seen, solution->options.metric == SH_DTW);
}

static sh_status look_up(sh_solution *solution, const sh_state_query *queries, uint32_t count,
                         uint16_t *values) {
    const sh_backend *backend = solution->backend;
    if (backend->probe) return backend->probe(solution->state, queries, count, values);
    sh_status status = SH_OK;
    for (uint32_t i = 0; i < count && !status; i++)
        status = backend->value(solution->state, queries[i].row, queries[i].set, &values[i]);
    return status;
}

static void sample_task(void *context, size_t task, int worker) {
    sh_sampling *sampling = context;
    sh_solution *solution = sampling->solution;
    sh_sample_report *sample = &sampling->samples[worker];
    uint64_t left = sampling->count - task * TASK_POSITIONS;
    uint32_t count = left < TASK_POSITIONS ? (uint32_t)left : TASK_POSITIONS, queries_count = 0;
    sh_drawn *drawn = malloc(TASK_POSITIONS * sizeof *drawn);
    sh_state_query *queries = malloc(TASK_POSITIONS * MOST_MOVES * sizeof *queries);
    uint16_t *values = malloc(TASK_POSITIONS * MOST_MOVES * sizeof *values);
    sh_status status = drawn && queries && values ? SH_OK : SH_RESOURCES;
    sh_random random = {.state = sampling->seed + task};
    for (uint32_t i = 0; i < count && !status; i++)
        queries_count = draw(solution, &random, &drawn[i], queries, queries_count);
    if (!status) status = look_up(solution, queries, queries_count, values);
    for (uint32_t i = 0; i < count && !status; i++) {
        sample->positions++;
        sample->successors += drawn[i].successors;
        sample->illegal += is_illegal(drawn[i].verdict);
        if (is_illegal(drawn[i].verdict)) continue;
        const uint16_t *own = &values[drawn[i].first];
        if (*own == expected(solution, &drawn[i], own + 1)) continue;
        sample->wrong++;
        sample->example = drawn[i].position;
    }
    if (status) sampling->statuses[worker] = status;
    free(drawn);
    free(queries);
    free(values);
}

sh_status sh_solution_sample(sh_solution *solution, uint64_t count, uint64_t seed,
                             sh_sample_report *sample, sh_error *error) {
    size_t threads = (size_t)sh_pool_threads(solution->pool);
    sh_sampling sampling = {.solution = solution, .count = count, .seed = seed};
    memset(sample, 0, sizeof *sample);
    sh_status status = sh_solution_finish(solution, error);
    if (status) return status;
    sampling.samples = calloc(threads, sizeof *sampling.samples);
    sampling.statuses = calloc(threads, sizeof *sampling.statuses);
    if (sampling.samples && sampling.statuses)
        sh_pool_run(solution->pool, (count + TASK_POSITIONS - 1) / TASK_POSITIONS, sample_task,
                    &sampling);
    else
        status = SH_RESOURCES;
    for (size_t t = 0; t < threads && !status; t++) {
        status = sampling.statuses[t];
        sample->positions += sampling.samples[t].positions;
        sample->illegal += sampling.samples[t].illegal;
        sample->successors += sampling.samples[t].successors;
        sample->wrong += sampling.samples[t].wrong;
        if (sampling.samples[t].wrong) sample->example = sampling.samples[t].example;
    }
    free(sampling.samples);
    free(sampling.statuses);
    if (status) return sh_fail(error, status, "the values of the sample could not be looked up");
    if (!sample->wrong) return SH_OK;
    char text[SH_MAX_POSITION_TEXT];
    sh_position_print(&solution->game, &sample->example, text);
    return sh_fail(error, SH_NO, "%llu of %llu sampled positions are wrong, such as %s",
                   (unsigned long long)sample->wrong, (unsigned long long)sample->positions, text);
}

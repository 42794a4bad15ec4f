// SPDX-License-Identifier: MIT
// Grading agents and games, in parallel.
#include "arena/grading.h"

#include <stdatomic.h> // atomic_size_t
#include <stdlib.h>    // calloc

#include "base/random.h"
#include "play/agent.h"
#include "play/opening.h"

// A thread's agent, its grade, and the first error that came up.
typedef struct grader {
    sh_agent *agent;
    sh_grade grade;
    sh_status status;
    sh_error error;
} grader;

typedef struct gradings gradings;
struct gradings {
    const sh_grading_options *options;
    const sh_game *game;
    sh_status (*one)(gradings *g, grader *one, size_t index); // of `count`
    const sh_position *positions;
    sh_outcome start; // value of the start
    size_t count;
    int opening;
    const sh_monitor *monitor;
    double began;
    atomic_size_t done;
    atomic_bool failed;
    grader *grader;
};

// Judges a move that has been chosen and plays it; a move that is not legal is a fault.
static sh_status judge(const sh_table *table, sh_record *record, sh_move move, sh_grade *grade,
                       bool *faulty, sh_error *error) {
    sh_position before = *sh_record_position(record);
    sh_graded_move graded;
    sh_status played = sh_record_play(record, move, error);
    if (played == SH_RESOURCES) return played;
    *faulty = played != SH_OK;
    grade->faults += *faulty;
    if (*faulty) return SH_OK;
    bool repeats = sh_record_result(record).ending == SH_ENDED_REPETITION;
    double began = sh_thread_clock();
    sh_status status = sh_grade_move(table, &before, move, repeats, &graded, error);
    grade->judging += sh_thread_clock() - began;
    if (!status) sh_grade_add(grade, &graded);
    return status;
}

// One move by the agent. *faulty: it had none, or none that is legal.
static sh_status ask(gradings *g, grader *one, sh_record *record, bool *faulty) {
    sh_agent_choice choice;
    sh_status status = sh_agent_choose(one->agent, record, NULL, &choice, &one->error);
    if (status == SH_RESOURCES || status == SH_INTERRUPTED) return status; // no fault of the agent
    if (status) {
        *faulty = true;
        one->grade.faults++;
        return SH_OK;
    }
    one->grade.seconds += choice.seconds;
    return judge(g->options->table, record, choice.move, &one->grade, faulty, &one->error);
}

static sh_status grade_position(gradings *g, grader *one, size_t index) {
    sh_record *record;
    bool faulty;
    sh_status status = sh_record_open(&record, g->game, &g->positions[index], &one->error);
    if (status) return status;
    sh_agent_reset(one->agent, g->options->seed + index);
    status = ask(g, one, record, &faulty);
    sh_record_close(record);
    return status;
}

static sh_status grade_game(gradings *g, grader *one, size_t index) {
    sh_record *record = NULL;
    bool faulty = false;
    sh_random random = {g->options->seed * 0x9e3779b97f4a7c15ULL + index};
    int opening = g->opening ? (int)sh_random_below(&random, (uint64_t)g->opening) + 1 : 0;
    sh_status status =
        sh_opening_draw(&record, g->game, opening, sh_random_next(&random), &one->error);
    sh_agent_reset(one->agent, sh_random_next(&random));
    while (!status && !faulty && !sh_record_over(record) &&
           sh_record_count(record) < SH_GRADING_PLIES && !sh_stopped(g->monitor))
        status = ask(g, one, record, &faulty);
    sh_record_close(record);
    return status;
}

// A move of the agent's opponent, drawn at random from the best ones or from all.
static sh_status answer(gradings *g, sh_record *record, bool careful, sh_random *random,
                        sh_error *error) {
    sh_probed_move moves[SH_MAX_MOVES];
    int count, best = 0;
    sh_status status =
        sh_probe_moves(g->options->table, sh_record_position(record), moves, &count, error);
    if (status) return status;
    while (best < count && moves[best].value.outcome == moves[0].value.outcome &&
           moves[best].value.distance == moves[0].value.distance)
        best++;
    uint64_t chosen = sh_random_below(random, (uint64_t)(careful ? best : count));
    return sh_record_play(record, moves[chosen].move, error);
}

// What a game has brought the player on `side`; one who has no legal move has lost.
static sh_outcome brought(const sh_record *record, int side, bool faulty) {
    int winner = sh_record_result(record).winner;
    if (faulty) return SH_LOSS;
    return winner < 0 ? SH_DRAW : winner == side ? SH_WIN : SH_LOSS;
}

static sh_status grade_duel(gradings *g, grader *one, size_t index) {
    sh_record *record;
    bool faulty = false, careful = index / 2 % 2 == 0;
    int side = (int)(index % 2);
    sh_random random = {g->options->seed * 0x9e3779b97f4a7c15ULL + index};
    sh_status status = sh_record_open(&record, g->game, NULL, &one->error);
    if (status) return status;
    sh_agent_reset(one->agent, sh_random_next(&random));
    while (!status && !faulty && !sh_record_over(record) &&
           sh_record_count(record) < SH_GRADING_PLIES && !sh_stopped(g->monitor))
        status = sh_record_position(record)->turn == side
                     ? ask(g, one, record, &faulty)
                     : answer(g, record, careful, &random, &one->error);
    int due = side ? -(int)g->start : (int)g->start; // nobody can miss a loss
    if (careful && due > SH_LOSS && !status && !sh_stopped(g->monitor)) {
        one->grade.careful++;
        one->grade.achieved += (int)brought(record, side, faulty) >= due;
    }
    sh_record_close(record);
    return status;
}

static void work(void *context, size_t index, int worker) {
    gradings *g = context;
    grader *one = &g->grader[worker];
    if (atomic_load(&g->failed) || sh_stopped(g->monitor)) return;
    one->status = g->one(g, one, index);
    if (one->status) atomic_store(&g->failed, true);
    size_t done = atomic_fetch_add(&g->done, 1) + 1;
    if (worker == 0)
        sh_report(g->monitor, &(sh_progress){.phase = "grade",
                                             .done = done,
                                             .total = g->count,
                                             .seconds = sh_clock() - g->began});
}

static sh_status gather(const gradings *g, int workers, sh_grade *grade, sh_error *error) {
    sh_status status = sh_stopped(g->monitor) ? SH_INTERRUPTED : SH_OK;
    *grade = (sh_grade){0};
    for (int i = 0; i < workers; i++) {
        sh_grade_merge(grade, &g->grader[i].grade);
        if (!g->grader[i].status) continue;
        status = g->grader[i].status;
        if (error) *error = g->grader[i].error;
    }
    return status;
}

static sh_status run(gradings *g, sh_pool *pool, sh_grade *grade, sh_error *error) {
    int workers = sh_pool_threads(pool);
    sh_status status = SH_OK;
    g->game = sh_table_game(g->options->table);
    g->began = sh_clock();
    g->grader = calloc((size_t)workers, sizeof *g->grader);
    if (!g->grader) return sh_fail(error, SH_RESOURCES, "out of memory for grading");
    for (int i = 0; i < workers && !status; i++)
        status = sh_agent_open(&g->grader[i].agent, g->game, g->options->agent, g->options->seed,
                               g->monitor, error);
    if (!status) {
        sh_pool_run(pool, g->count, work, g);
        status = gather(g, workers, grade, error);
    }
    for (int i = 0; i < workers; i++) sh_agent_close(g->grader[i].agent);
    free(g->grader);
    return status;
}

sh_status sh_grading_positions(const sh_grading_options *options, const sh_position *positions,
                               size_t count, sh_pool *pool, const sh_monitor *monitor,
                               sh_grade *grade, sh_error *error) {
    gradings g = {.options = options,
                  .one = grade_position,
                  .positions = positions,
                  .count = count,
                  .monitor = monitor};
    return run(&g, pool, grade, error);
}

sh_status sh_grading_games(const sh_grading_options *options, int games, int opening, sh_pool *pool,
                           const sh_monitor *monitor, sh_grade *grade, sh_error *error) {
    gradings g = {.options = options,
                  .one = grade_game,
                  .count = (size_t)games,
                  .opening = opening,
                  .monitor = monitor};
    return run(&g, pool, grade, error);
}

sh_status sh_grading_duels(const sh_grading_options *options, int games, sh_pool *pool,
                           const sh_monitor *monitor, sh_grade *grade, sh_error *error) {
    sh_position start;
    sh_value value;
    sh_position_start(sh_table_game(options->table), &start);
    sh_status status = sh_probe(options->table, &start, &value, error);
    if (status) return status;
    gradings g = {.options = options,
                  .one = grade_duel,
                  .start = value.outcome,
                  .count = (size_t)games,
                  .monitor = monitor};
    return run(&g, pool, grade, error);
}

sh_status sh_grading_record(const sh_table *table, const sh_record *record, int from,
                            sh_grade *grade, sh_error *error) {
    const sh_game *game = sh_record_game(record);
    sh_position start = *sh_record_position(record);
    sh_record *replay;
    for (int i = sh_record_count(record) - 1; i >= 0; i--)
        sh_move_undo(game, &start, sh_record_move(record, i));
    sh_status status = sh_record_open(&replay, game, &start, error);
    if (status) return status;
    for (int i = 0; i < sh_record_count(record) && !status; i++) {
        bool faulty;
        if (i < from)
            status = sh_record_play(replay, sh_record_move(record, i), error);
        else
            status = judge(table, replay, sh_record_move(record, i), &grade[i % game->players],
                           &faulty, error);
    }
    sh_record_close(replay);
    return status;
}

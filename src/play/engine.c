// SPDX-License-Identifier: MIT
// The engine: iterative deepening with aspiration windows, on several threads.
//
// Every thread deepens on its own from the same root, every second one a ply ahead. They help each
// other through the table of positions, and put off what another is at work on (play/busy.h).
// Thread 0 leads: it watches the limits; what counts in the end is the result of the thread that
// got deepest.
#include "sternhalma/engine.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // memcpy

#include "base/pool.h"
#include "base/progress.h"
#include "play/agent.h"
#include "play/budget.h"
#include "play/camp_rule.h"
#include "play/crowd.h"
#include "play/pvs.h"
#include "play/scopes.h"
#include "play/truth.h"

#define DEFAULT_HASH ((size_t)16 << 20)
#define CHECK_EVERY 1024 // nodes between two looks at the limits

struct sh_engine {
    sh_game game;           // as its user knows it
    sh_crowd_engine *crowd; // NULL: two players, who search as below
    sh_course course;
    sh_march march;
    sh_net *net; // NULL: none
    sh_tuning tuning;
    uint8_t reductions[(SH_LIMIT_DEPTH + 1) * SH_REDUCED_MOVES];
    const sh_pvs *pvs;
    void *ground;
    sh_transposition transposition;
    sh_truth truth; // of the table; without table there is none
    int threads;
    sh_pool *pool; // NULL with one thread
    sh_busy *busy; // the same
    sh_worker *workers;
    _Atomic uint64_t *nodes; // of each worker, as far as it has told
    sh_budget budget;
    // The search under way.
    sh_finding_report *report;
    void *user;
    sh_finding finding;
    double began;
};

static const sh_march *march_of(const sh_engine *engine) {
    return engine->tuning.alone ? &engine->march : NULL;
}

// The learned weights, from a file or those of the program; *found says whether there are any.
static sh_status find_weights(sh_engine *engine, const char *file, sh_weights *weights, bool *found,
                              sh_error *error) {
    const sh_game *game = &engine->course.game;
    *found = true;
    if (file) return sh_weights_read(weights, game, file, error);
    *found = sh_weights_find(game, weights);
    return SH_OK;
}

// The evaluation: by hand, or learned where there are weights and the settings do not say no.
static sh_status open_evaluation(sh_engine *engine, const sh_engine_options *options,
                                 sh_error *error) {
    sh_weights weights;
    bool learned;
    sh_tuning *tuning = &engine->tuning;
    sh_tuning_best(tuning, &engine->game);
    sh_status status = sh_scope_check(&sh_pvs_scope, &engine->game, error);
    if (!status) status = sh_course_make(&engine->course, &engine->game, error);
    if (!status) status = find_weights(engine, options->weights, &weights, &learned, error);
    if (status) return status;
    sh_tuning asked = *tuning; // the learned values are those of a learned evaluation only
    status = sh_tuning_parse(&asked, &engine->game, options->settings, error);
    if (!status && learned && !asked.plain) {
        tuning->tempo = weights.tempo;
        tuning->distance = weights.distance;
    }
    if (!status) status = sh_tuning_parse(tuning, &engine->game, options->settings, error);
    if (status) return status;
    if (!learned || tuning->plain) {
        sh_course_value(&engine->course, tuning);
        return SH_OK;
    }
    sh_weights_place(&weights, &engine->course);
    if (weights.hidden) engine->net = sh_net_make(&weights, &engine->course);
    if (weights.hidden && !engine->net)
        return sh_fail(error, SH_RESOURCES, "out of memory for the engine");
    return SH_OK;
}

static sh_status open_parts(sh_engine *engine, const sh_engine_options *options, sh_error *error) {
    sh_status status = open_evaluation(engine, options, error);
    if (!status && engine->tuning.alone)
        status =
            sh_march_open_for(&engine->march, &engine->course, &engine->tuning, options, error);
    if (!status)
        status =
            sh_transposition_open(&engine->transposition,
                                  options->hash_bytes ? options->hash_bytes : DEFAULT_HASH, error);
    if (!status && engine->threads > 1)
        status = sh_pool_open(&engine->pool, engine->threads, error);
    if (status) return status;
    if (engine->threads > 1) engine->busy = calloc(1, sizeof *engine->busy);
    sh_reductions_make(&engine->tuning, engine->reductions);
    engine->pvs = sh_pvs_best(&engine->course.game.board);
    engine->ground = engine->pvs->prepare(&engine->course, march_of(engine));
    engine->workers = calloc((size_t)engine->threads, sizeof *engine->workers);
    engine->nodes = calloc((size_t)engine->threads, sizeof *engine->nodes);
    if (!engine->ground || !engine->workers || !engine->nodes ||
        (engine->threads > 1 && !engine->busy))
        return sh_fail(error, SH_RESOURCES, "out of memory for the engine");
    return SH_OK;
}

// Games of several players, and those of two who ask for it, have a search of their own.
static sh_status choose_method(sh_engine *engine, const sh_engine_options *options, bool *crowd,
                               sh_error *error) {
    sh_tuning_best(&engine->tuning, &engine->game);
    sh_status status = sh_tuning_parse(&engine->tuning, &engine->game, options->settings, error);
    *crowd = engine->tuning.method != SH_METHOD_DUEL;
    return status;
}

static sh_status open_kind(sh_engine *engine, const sh_engine_options *options, sh_error *error) {
    bool crowd;
    sh_status status = choose_method(engine, options, &crowd, error);
    if (status) return status;
    return crowd ? sh_crowd_open(&engine->crowd, &engine->game, &engine->tuning, options, error)
                 : open_parts(engine, options, error);
}

sh_status sh_engine_open(sh_engine **engine, const sh_game *game, const sh_engine_options *options,
                         sh_error *error) {
    static const sh_engine_options none = {0};
    if (!options) options = &none;
    if (options->threads < 0 || options->threads > SH_MAX_THREADS)
        return sh_fail(error, SH_USAGE, "an engine has 1 to %d threads, not %d", SH_MAX_THREADS,
                       options->threads);
    sh_status status = sh_scope_check(&sh_engine_scope, game, error);
    if (status) return status;
    sh_engine *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "out of memory for the engine");
    made->game = *game;
    made->threads = options->threads ? options->threads : 1;
    made->truth.course = &made->course;
    if (options->tables) made->truth.table = sh_tables_find(options->tables, game);
    status = open_kind(made, options, error);
    if (status)
        sh_engine_close(made);
    else
        *engine = made;
    return status;
}

void sh_engine_close(sh_engine *engine) {
    if (!engine) return;
    sh_crowd_close(engine->crowd);
    sh_pool_close(engine->pool);
    sh_transposition_close(&engine->transposition);
    sh_march_close(&engine->march);
    free(engine->ground);
    free(engine->net);
    free(engine->workers);
    free(engine->busy);
    free((void *)engine->nodes);
    free(engine);
}

void sh_engine_reset(sh_engine *engine) {
    if (engine->crowd)
        sh_crowd_reset(engine->crowd);
    else
        sh_transposition_clear(&engine->transposition);
}

void sh_engine_stop(sh_engine *engine) {
    atomic_store(&engine->budget.stop, true);
    if (engine->crowd) sh_crowd_stop(engine->crowd);
}

void sh_engine_obey(sh_engine *engine, const sh_monitor *monitor) {
    engine->budget.monitor = monitor;
    if (engine->crowd) sh_crowd_obey(engine->crowd, monitor);
}

void sh_engine_hit(sh_engine *engine) {
    atomic_store(&engine->budget.pondering, false);
    if (engine->crowd) sh_crowd_hit(engine->crowd);
}

static uint64_t all_nodes(const sh_engine *engine) {
    uint64_t sum = 0;
    for (int i = 0; i < engine->threads; i++)
        sum += atomic_load_explicit(&engine->nodes[i], memory_order_relaxed);
    return sum;
}

// What a worker does every thousand nodes. The number of nodes at which a single thread stops is
// exact, so that a match at fixed nodes can be repeated.
static void check_limits(sh_worker *worker, void *context) {
    sh_engine *engine = context;
    size_t number = (size_t)(worker - engine->workers);
    atomic_store_explicit(&engine->nodes[number], worker->nodes, memory_order_relaxed);
    worker->check_at = worker->nodes + CHECK_EVERY;
    uint64_t nodes = all_nodes(engine), most = engine->budget.limits.nodes;
    if (number == 0 && sh_budget_spent(&engine->budget, nodes))
        atomic_store(&engine->budget.stop, true);
    if (engine->threads == 1 && most > nodes && most < worker->check_at) worker->check_at = most;
    worker->stopped = atomic_load_explicit(&engine->budget.stop, memory_order_relaxed);
}

// One iteration: a narrow window around the last value, opened where it fails.
static int deepen(sh_engine *engine, sh_worker *worker, int depth, int last) {
    int width = engine->tuning.aspiration;
    int alpha = depth > 3 ? last - width : -SH_INFINITE,
        beta = depth > 3 ? last + width : SH_INFINITE;
    while (true) {
        if (alpha < -SH_INFINITE) alpha = -SH_INFINITE;
        if (beta > SH_INFINITE) beta = SH_INFINITE;
        int value = engine->pvs->root(worker, alpha, beta, depth);
        bool inside =
            (value > alpha || alpha == -SH_INFINITE) && (value < beta || beta == SH_INFINITE);
        if (worker->stopped || inside) return value;
        width *= 4;
        if (value <= alpha) alpha = value - width;
        if (value >= beta) beta = value + width;
    }
}

// Fills in by how much a race is won that the line of the first move leads to: the loser's moves
// that are left when the winner is home, and the plies until then. What they were worth in the
// search says whether the line goes as far as the race.
static void measure_race(const sh_engine *engine, const sh_worker *worker, sh_score *score) {
    const sh_root_move *best = &worker->moves[0];
    sh_position end = worker->root;
    for (int i = 0; i < best->length; i++) sh_move_apply(&engine->course.game, &end, best->line[i]);
    int mover = end.turn, mine = sh_march_moves(&engine->march, mover, &end.army[mover]);
    int theirs = sh_march_moves(&engine->march, 1 - mover, &end.army[1 - mover]);
    int value = sh_value_of_race(mine, theirs);
    if ((mover == worker->root.turn ? value : -value) != best->value) return;
    int lead = mine <= theirs ? theirs - mine + 1 : mine - theirs;
    score->amount *= lead;
    score->plies = best->length + (mine <= theirs ? 2 * mine - 1 : 2 * theirs);
}

static sh_score score_of_root(const sh_engine *engine, sh_worker *worker) {
    int value = worker->moves[0].value;
    sh_score score = sh_score_of(value > -SH_INFINITE ? value : engine->pvs->evaluate(worker));
    if (score.kind == SH_SCORE_RACE) measure_race(engine, worker, &score);
    return score;
}

// What the leading worker knows now.
static void conclude(sh_engine *engine, sh_worker *worker, int depth) {
    const sh_root_move *best = &worker->moves[0];
    sh_finding *finding = &engine->finding;
    finding->depth = depth;
    if (!finding->from_table) finding->score = score_of_root(engine, worker);
    finding->nodes = all_nodes(engine);
    finding->seconds = sh_clock() - engine->began;
    finding->hash_permille = sh_transposition_fill(&engine->transposition);
    finding->length = best->length;
    for (int i = 0; i < best->length; i++)
        finding->line[i] = sh_course_move_out(&engine->course, best->line[i]);
}

static void lead(sh_engine *engine, sh_worker *worker) {
    int value = 0;
    sh_budget_lead(&engine->budget);
    for (int depth = 1; depth <= SH_LIMIT_DEPTH; depth++) {
        int found = deepen(engine, worker, depth, value);
        atomic_store_explicit(&engine->nodes[0], worker->nodes, memory_order_relaxed);
        conclude(engine, worker, worker->stopped ? depth - 1 : depth);
        if (worker->stopped) break;
        value = found;
        worker->depth = depth;
        if (engine->report) engine->report(engine->user, &engine->finding);
        int plies = abs(sh_value_plies(value));
        if (plies && plies <= depth) break;
        if (sh_budget_enough(&engine->budget, depth)) break;
    }
    sh_budget_wait(&engine->budget);
    atomic_store(&engine->budget.stop, true);
}

static void follow(sh_engine *engine, sh_worker *worker, int number) {
    int value = 0;
    for (int depth = 1 + number % 2; depth <= SH_LIMIT_DEPTH && !worker->stopped; depth++) {
        value = deepen(engine, worker, depth, value);
        if (!worker->stopped) worker->depth = depth;
    }
}

// Where another thread has got deeper than the leading one, what it has found counts.
static void believe_deepest(sh_engine *engine) {
    sh_worker *deepest = &engine->workers[0];
    for (int i = 1; i < engine->threads; i++)
        if (engine->workers[i].depth > deepest->depth) deepest = &engine->workers[i];
    if (deepest != &engine->workers[0]) conclude(engine, deepest, deepest->depth);
}

static void work(void *context, size_t index, int thread) {
    (void)thread;
    sh_engine *engine = context;
    sh_worker *worker = &engine->workers[index];
    if (index == 0)
        lead(engine, worker);
    else
        follow(engine, worker, (int)index);
}

// The keys of the positions before the root, oldest first.
static void remember(const sh_engine *engine, const sh_record *record, sh_worker *worker) {
    sh_position position = *sh_record_position(record), inner;
    memset(worker->seen, 0, sizeof worker->seen);
    worker->past = sh_record_count(record);
    for (int i = worker->past - 1; i >= 0; i--) {
        sh_move_undo(&engine->game, &position, sh_record_move(record, i));
        sh_course_enter(&engine->course, &position, &inner);
        worker->path[i] = sh_position_key(&engine->course.keys, &inner);
        worker->seen[worker->path[i] % SH_SEEN]++;
    }
}

static sh_status prepare_worker(sh_engine *engine, int number, const sh_record *record,
                                const sh_move *moves, int count, sh_error *error) {
    sh_worker *worker = &engine->workers[number];
    size_t room = (size_t)sh_record_count(record) + SH_MAX_PLY + 1;
    *worker = (sh_worker){
        .course = &engine->course,
        .tuning = &engine->tuning,
        .march = march_of(engine),
        .net = engine->net,
        .swing = (engine->tuning.alone ? engine->tuning.distance : 0) +
                 (engine->net ? engine->tuning.slack : 0),
        .ground = engine->ground,
        .transposition = &engine->transposition,
        .busy = engine->busy,
        .reductions = engine->reductions,
        .count = count,
        .check_at = CHECK_EVERY,
        .check = check_limits,
        .truth = engine->truth.table && !engine->budget.limits.only ? &engine->truth : NULL,
        .context = engine,
        .path = malloc(room * sizeof(uint64_t)),
        .moves = calloc((size_t)count, sizeof(sh_root_move))};
    if (!worker->path || !worker->moves)
        return sh_fail(error, SH_RESOURCES, "out of memory for a search");
    uint64_t most = engine->budget.limits.nodes;
    if (engine->threads == 1 && most && most < CHECK_EVERY) worker->check_at = most;
    sh_course_enter(&engine->course, sh_record_position(record), &worker->root);
    for (int i = 0; i < count; i++) {
        sh_root_move *move = &worker->moves[i];
        move->move = move->line[0] = sh_course_move_in(&engine->course, moves[i]);
        move->value = -SH_INFINITE;
        move->length = 1;
    }
    remember(engine, record, worker);
    return SH_OK;
}

// Root moves by what they gain, for the first iteration.
static void order_moves(sh_engine *engine, const sh_position *position, sh_move *moves, int count) {
    const int16_t *place = engine->course.place[position->turn];
    const uint8_t *inside = engine->course.inside;
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0; j--) {
            sh_move a = moves[j - 1], b = moves[j];
            if (place[inside[a.to]] - place[inside[a.from]] >=
                place[inside[b.to]] - place[inside[b.from]])
                break;
            moves[j - 1] = b;
            moves[j] = a;
        }
}

static sh_status check_record(const sh_engine *engine, const sh_record *record, sh_error *error) {
    const sh_game *game = sh_record_game(record);
    if (strcmp(game->name, engine->game.name) != 0 || game->profile != engine->game.profile)
        return sh_fail(error, SH_DATA,
                       "the engine plays %s (%s rules), and the record is of %s (%s)",
                       engine->game.name, sh_profile_name(engine->game.profile), game->name,
                       sh_profile_name(game->profile));
    return sh_record_check_ongoing(record, error);
}

// Keeps the moves that the search may choose from. Tables do not choose among them.
static sh_status keep_only(const sh_limits *limits, sh_move *moves, int *count, sh_error *error) {
    int kept = 0;
    for (int i = 0; i < *count; i++)
        for (int j = 0; j < limits->only_count; j++)
            if (moves[i].from == limits->only[j].from && moves[i].to == limits->only[j].to) {
                moves[kept++] = moves[i];
                break;
            }
    *count = kept;
    return kept ? SH_OK : sh_fail(error, SH_DATA, "none of the moves to choose from is legal");
}

static void release_workers(sh_engine *engine) {
    for (int i = 0; i < engine->threads; i++) {
        free(engine->workers[i].path);
        free(engine->workers[i].moves);
        engine->workers[i].path = NULL;
        engine->workers[i].moves = NULL;
    }
}

sh_status sh_engine_search(sh_engine *engine, const sh_record *record, const sh_limits *limits,
                           sh_finding_report *report, void *user, sh_finding *finding,
                           sh_error *error) {
    sh_status status = check_record(engine, record, error);
    if (status) return status;
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(&engine->game, sh_record_position(record), moves);
    engine->finding = (sh_finding){.length = 1};
    if (limits->only) {
        status = keep_only(limits, moves, &count, error);
    } else if (engine->truth.table) {
        status = sh_truth_keep(&engine->truth, record, moves, &count, error);
        engine->finding.from_table = true;
        engine->finding.score = engine->truth.score;
    }
    if (status) return status;
    if (engine->game.leave) sh_camp_keep(record, moves, &count);
    if (engine->crowd)
        return sh_crowd_search(engine->crowd, record, moves, count, limits, report, user, finding,
                               error);
    order_moves(engine, sh_record_position(record), moves, count);
    engine->report = report;
    engine->user = user;
    engine->finding.line[0] = moves[0];
    engine->began = sh_clock();
    engine->transposition.age = (engine->transposition.age + 1) & 63;
    atomic_store(&engine->budget.stop, false);
    sh_budget_begin(&engine->budget, limits);
    for (int i = 0; i < engine->threads && !status; i++) {
        atomic_store(&engine->nodes[i], 0);
        status = prepare_worker(engine, i, record, moves, count, error);
    }
    if (!status && engine->pool)
        sh_pool_run(engine->pool, (size_t)engine->threads, work, engine);
    else if (!status)
        work(engine, 0, 0);
    if (!status) believe_deepest(engine);
    release_workers(engine);
    *finding = engine->finding;
    return status;
}

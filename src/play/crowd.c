// SPDX-License-Identifier: MIT
// The engine for several players: what a search needs, and iterative deepening.
#include "play/crowd.h"

#include <math.h>   // powf
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "base/cpu.h"
#include "base/progress.h"
#include "play/budget.h"
#include "play/crowd_habits.h"

#define DEFAULT_HASH ((size_t)16 << 20)
#define CHECK_EVERY 1024 // nodes between two looks at the limits
#define NODES_A_PLY 200
#define DEFAULT_TREE ((size_t)64 << 20)

struct sh_crowd_engine {
    sh_ways ways;
    sh_tuning tuning;
    uint8_t reductions[(SH_LIMIT_DEPTH + 1) * SH_REDUCED_MOVES];
    const sh_crowd *crowd;
    void *ground;
    sh_crowd_net *net; // NULL: none
    sh_transposition transposition;
    sh_tree tree;
    sh_move_history *history; // NULL: the method has no tree
    sh_habits habits;
    sh_crowd_job job;
    sh_budget budget;
};

const sh_crowd *sh_crowd_best(const sh_board *board) {
    int width = board->width == 64 ? 0 : board->width == 128 ? 1 : 2;
#if defined(__x86_64__)
    switch (sh_cpu_level_get()) {
    case SH_CPU_AVX512:
        return &sh_crowd_avx512[width];
    case SH_CPU_AVX2:
        return &sh_crowd_avx2[width];
    case SH_CPU_GENERIC:
        break;
    }
#endif
    return &sh_crowd_portable[width];
}

// At how many visits a position with so many tried moves gets one more.
static uint32_t wider_at(const sh_tuning *tuning, int count) {
    if (count < 2) return 0;
    float visits = powf((float)(count - 1) * 100 / (float)tuning->widening,
                        100 / ((float)tuning->widening_root + 0.01f));
    return visits < 1e9f ? (uint32_t)visits : 1000000000;
}

int sh_crowd_sooner(const sh_tuning *tuning, int players, int turns) {
    return 2 * tuning->tempo * (players - 1 - turns) / players;
}

float sh_crowd_share(const sh_tuning *tuning, int behind) {
    return expf((float)-behind * (1.0f / (float)tuning->warmth));
}

static void prepare_tree(sh_tree *tree, const sh_tuning *tuning, int players) {
    for (int i = 0; i < SH_TREE_WIDTHS; i++) tree->wider_at[i] = wider_at(tuning, i);
    for (int i = 0; i < SH_TREE_BIASES; i++)
        tree->bias[i] = expf(-fminf((float)i / (float)tuning->focus, 50));
    for (int i = 0; i < SH_TREE_SHARES; i++) tree->share[i] = sh_crowd_share(tuning, i);
    tree->modesty = (float)tuning->modesty / 100;
    for (int p = 0; p < players; p++) tree->sooner[p] = sh_crowd_sooner(tuning, players, p);
}

// A part of a tree's memory is for its positions, the rest for moves: as many as positions usually
// have.
static sh_status open_tree(sh_crowd_engine *engine, size_t bytes, sh_error *error) {
    sh_tree *tree = &engine->tree;
    size_t state = engine->crowd->state_bytes, sums = engine->net ? sizeof *tree->sums : 0,
           spots = bytes / 8 * 5 / (state + sums + sizeof *tree->spots);
    tree->spots_room = (uint32_t)(spots < 64 ? 64 : spots);
    tree->listed_room = (uint32_t)(bytes / 4 / sizeof *tree->listed) + 2 * SH_CROWD_MOVES;
    size_t move = sizeof *tree->tried + 2 * sizeof *tree->scores;
    tree->tried_room = ((uint32_t)(bytes / 8 / move) + 2 * SH_CROWD_MOVES) & ~7u; // whole groups
    tree->spots = malloc(tree->spots_room * sizeof *tree->spots);
    tree->states = aligned_alloc(64, (tree->spots_room * state + 63) / 64 * 64);
    if (engine->net) tree->sums = aligned_alloc(64, tree->spots_room * sums);
    tree->listed = malloc(tree->listed_room * sizeof *tree->listed);
    tree->tried = aligned_alloc(64, tree->tried_room * sizeof *tree->tried);
    tree->scores = aligned_alloc(64, 2 * (size_t)tree->tried_room * sizeof *tree->scores);
    engine->history = calloc((size_t)SH_MAX_PLAYERS * SH_HISTORY, sizeof *engine->history);
    return tree->spots && tree->states && tree->listed && tree->tried && tree->scores &&
                   engine->history && (tree->sums || !engine->net)
               ? SH_OK
               : sh_fail(error, SH_RESOURCES, "out of memory for the engine");
}

// The network, of a file or of the program: a tree of more than two players has one, where the
// settings do not say no.
static sh_status open_net(sh_crowd_engine *engine, const char *file, sh_error *error) {
    const sh_game *game = &engine->ways.game;
    sh_weights weights;
    if (game->players == 2 || engine->tuning.method != SH_TREE)
        return !file ? SH_OK
                     : sh_fail(error, SH_USAGE,
                               "of %s this search reads no weights, only the tree (mcts) of three "
                               "players or more does: leave weights out",
                               game->name);
    sh_status status = file ? sh_weights_read(&weights, game, file, error) : SH_OK;
    if (status || (!file && !sh_weights_find(game, &weights)) || !weights.hidden ||
        engine->tuning.plain)
        return status;
    engine->net = sh_crowd_net_make(&weights, &engine->ways);
    return engine->net ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory for the engine");
}

// A tree or a table of positions, as the method needs.
static sh_status open_memory(sh_crowd_engine *engine, size_t bytes, sh_error *error) {
    if (engine->tuning.method == SH_TREE)
        return open_tree(engine, bytes ? bytes : DEFAULT_TREE, error);
    return sh_transposition_open(&engine->transposition, bytes ? bytes : DEFAULT_HASH, error);
}

sh_status sh_crowd_open(sh_crowd_engine **engine, const sh_game *game, const sh_tuning *tuning,
                        const sh_engine_options *options, sh_error *error) {
    if (options->threads > 1)
        return sh_fail(error, SH_USAGE, "among several players the engine has one thread");
    sh_crowd_engine *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "out of memory for the engine");
    made->tuning = *tuning;
    sh_habits_forget(&made->habits);
    made->crowd = sh_crowd_best(&game->board);
    prepare_tree(&made->tree, tuning, game->players);
    sh_status status = sh_ways_open(&made->ways, game, tuning, options, error);
    if (!status) status = open_net(made, options->weights, error);
    if (!status) status = open_memory(made, options->hash_bytes, error);
    if (!status) {
        sh_reductions_make(tuning, made->reductions);
        made->ground = made->crowd->prepare(&made->ways);
        if (!made->ground) status = sh_fail(error, SH_RESOURCES, "out of memory for the engine");
    }
    if (status)
        sh_crowd_close(made);
    else
        *engine = made;
    return status;
}

void sh_crowd_close(sh_crowd_engine *engine) {
    if (!engine) return;
    sh_ways_close(&engine->ways);
    sh_transposition_close(&engine->transposition);
    free(engine->tree.spots);
    free(engine->tree.states);
    free(engine->tree.sums);
    free(engine->tree.tried);
    free(engine->tree.scores);
    free(engine->tree.listed);
    free(engine->history);
    free(engine->ground);
    free(engine->net);
    free(engine);
}

void sh_crowd_reset(sh_crowd_engine *engine) {
    sh_habits_forget(&engine->habits);
    if (engine->transposition.entries) sh_transposition_clear(&engine->transposition);
}

const sh_tree *sh_crowd_tree(const sh_crowd_engine *engine) {
    return engine->history ? &engine->tree : NULL;
}

void sh_crowd_stop(sh_crowd_engine *engine) { atomic_store(&engine->budget.stop, true); }

void sh_crowd_obey(sh_crowd_engine *engine, const sh_monitor *monitor) {
    engine->budget.monitor = monitor;
}

void sh_crowd_hit(sh_crowd_engine *engine) { atomic_store(&engine->budget.pondering, false); }

// The number of nodes at which a search stops is exact, so that a match can be repeated.
static void check_limits(sh_crowd_job *job, void *context) {
    sh_crowd_engine *engine = context;
    uint64_t most = engine->budget.limits.nodes;
    job->check_at = job->nodes + CHECK_EVERY;
    if (most > job->nodes && most < job->check_at) job->check_at = most;
    job->stopped = sh_budget_spent(&engine->budget, job->nodes);
}

// Which root moves lead to a position of the record.
static void find_ways_back(const sh_record *record, sh_crowd_job *job) {
    const sh_game *game = sh_record_game(record);
    sh_position before = *sh_record_position(record);
    int next = (before.turn + 1) % game->players;
    for (int i = sh_record_count(record) - 1; i >= 0; i--) {
        sh_move_undo(game, &before, sh_record_move(record, i));
        if (before.turn != next) continue;
        for (int j = 0; j < job->count; j++) {
            sh_position after = job->root;
            sh_move_apply(game, &after, job->moves[j].move);
            if (sh_position_equal(&before, &after)) job->leads_back[j] = true;
        }
    }
}

// Which rivals always go as far as they can. What they will do is known, so more is tried of what
// could be done.
static void find_habits(sh_crowd_engine *engine, const sh_record *record) {
    sh_crowd_job *job = &engine->job;
    int least = engine->tuning.habit, players = engine->ways.game.players, self = job->root.turn;
    bool company = false; // of a rival that looks ahead
    if (least) sh_habits_follow(&engine->habits, &engine->ways, record);
    for (int p = 0; p < players && least; p++) {
        if (p == self) continue;
        float odds = 100 * sh_habits_judge(&engine->habits, players, self, p);
        job->farthest[p] = odds >= (float)least;
        job->known += job->farthest[p];
        company |= odds <= (float)-least;
    }
    job->alarm = company ? engine->tuning.alarm : 0;
    engine->tree.explore = (float)engine->tuning.explore / 100 * (job->known ? 1.5f : 1);
}

static sh_status prepare(sh_crowd_engine *engine, const sh_record *record, const sh_move *moves,
                         int count, sh_error *error) {
    uint64_t most = engine->budget.limits.nodes;
    sh_crowd_job *job = &engine->job;
    *job = (sh_crowd_job){.ways = &engine->ways,
                          .tuning = &engine->tuning,
                          .ground = engine->ground,
                          .net = engine->net,
                          .transposition = &engine->transposition,
                          .reductions = engine->reductions,
                          .tree = engine->history ? &engine->tree : NULL,
                          .history = engine->history,
                          .root = *sh_record_position(record),
                          .count = count,
                          .check_at = most && most < CHECK_EVERY ? most : CHECK_EVERY,
                          .check = check_limits,
                          .context = engine,
                          .moves = calloc((size_t)count, sizeof *job->moves),
                          .leads_back = calloc((size_t)count, sizeof *job->leads_back)};
    if (!job->moves || !job->leads_back)
        return sh_fail(error, SH_RESOURCES, "out of memory for a search");
    const int16_t *place = engine->ways.place[job->root.turn];
    for (int i = 0; i < count; i++) { // by what they gain
        int at = i, gain = place[moves[i].to] - place[moves[i].from];
        for (; at > 0 && job->moves[at - 1].value < gain; at--) job->moves[at] = job->moves[at - 1];
        job->moves[at] = (sh_root_move){moves[i], gain, 1, {moves[i]}};
    }
    for (int i = 0; i < count; i++) job->moves[i].value = -SH_INFINITE;
    find_ways_back(record, job);
    if (job->tree) find_habits(engine, record);
    return SH_OK;
}

// Of a tree the mover's share of the win; else a value, by the position alone where no move was
// searched.
static sh_score score_of_root(sh_crowd_engine *engine) {
    int value = engine->job.moves[0].value;
    if (engine->history) return (sh_score){.kind = SH_SCORE_SHARE, .amount = value};
    return sh_score_of(value > -SH_INFINITE ? value : engine->crowd->evaluate(&engine->job));
}

static void conclude(sh_crowd_engine *engine, int depth, double began, sh_finding *finding) {
    const sh_root_move *best = &engine->job.moves[0];
    finding->depth = depth;
    finding->score = score_of_root(engine);
    finding->nodes = engine->job.nodes;
    finding->seconds = sh_clock() - began;
    if (engine->transposition.entries)
        finding->hash_permille = sh_transposition_fill(&engine->transposition);
    finding->length = best->length;
    memcpy(finding->line, best->line, (size_t)best->length * sizeof *best->line);
}

// Deepens until a limit is reached or the game is decided for the player at the root.
static void deepen(sh_crowd_engine *engine, double began, sh_finding_report *report, void *user,
                   sh_finding *finding) {
    sh_crowd_job *job = &engine->job;
    for (int depth = 1; depth <= SH_LIMIT_DEPTH; depth++) {
        int value = engine->crowd->deepen(job, depth);
        conclude(engine, job->stopped ? depth - 1 : depth, began, finding);
        if (job->stopped) break;
        if (report) report(user, finding);
        int plies = abs(sh_value_plies(value));
        if ((plies && plies <= depth) || sh_budget_enough(&engine->budget, depth)) break;
    }
}

// A tree has no depth at which it could stop, and no iteration that would be lost: of a depth it
// takes so many nodes for each ply, of a clock its usual share.
static void bound_tree(sh_budget *budget) {
    if (budget->limits.depth && !budget->limits.nodes)
        budget->limits.nodes = (uint64_t)budget->limits.depth * NODES_A_PLY;
    if (budget->soft > 0) budget->hard = budget->soft;
}

sh_status sh_crowd_search(sh_crowd_engine *engine, const sh_record *record, const sh_move *moves,
                          int count, const sh_limits *limits, sh_finding_report *report, void *user,
                          sh_finding *finding, sh_error *error) {
    double began = sh_clock();
    *finding = (sh_finding){.length = 1};
    engine->transposition.age = (engine->transposition.age + 1) & 63;
    atomic_store(&engine->budget.stop, false);
    sh_budget_begin(&engine->budget, limits);
    if (engine->history) bound_tree(&engine->budget);
    sh_status status = prepare(engine, record, moves, count, error);
    if (!status && engine->history) {
        engine->crowd->grow(&engine->job);
        conclude(engine, 0, began, finding);
        if (report) report(user, finding);
    } else if (!status) {
        deepen(engine, began, report, user, finding);
    }
    if (!status) sh_budget_wait(&engine->budget);
    free(engine->job.moves);
    free(engine->job.leads_back);
    return status;
}

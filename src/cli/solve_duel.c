// SPDX-License-Identifier: MIT
// Solving two-player games from the command line: the plan, the work, the summary.
#include <stdio.h>  // printf
#include <string.h> // strcmp
#include <unistd.h> // sysconf

#include "base/file.h"
#include "base/memory.h"
#include "cli/solve.h"
#include "solve/cuda/backends.h"
#include "solve/duel/shares.h"
#include "solve/duel/solution.h"
#include "table/writer.h"
#include "json/whole.h"

static const double SHORT_SECONDS = 10;

// What is known after a solve besides the counts.
typedef struct outcome {
    sh_solve_counts counts;
    sh_zugzwang zugzwang;
    bool zugzwang_known;
    uint16_t start;
} outcome;

static const char *value_word(uint16_t value) {
    return sh_value_is_win(value) ? "win" : sh_value_is_loss(value) ? "loss" : "draw";
}

// The backends that --backend allows, fastest first, or none.
static void list_backends(const char *wanted, bool crew, const sh_backend *list[16]) {
    const sh_backend *const *const kinds[] = {sh_gpu_backends, sh_cpu_backends};
    static const char *const names[] = {"cuda", "cpu"};
    const bool all = !wanted || !strcmp(wanted, "auto");
    size_t count = 0;
    static const sh_backend *const clusters[] = {&sh_backend_cluster, &sh_backend_cluster_coded};
    for (size_t i = 0; i < 2; i++)
        if ((crew && all) || (wanted && !strcmp(wanted, clusters[i]->name)))
            list[count++] = clusters[i];
    list[count] = NULL;
    if (count) return;
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (const sh_backend *const *b = kinds[kind]; *b; b++)
            if (all || !strcmp(wanted, names[kind]) || !strcmp(wanted, (*b)->name))
                list[count++] = *b;
    list[count] = NULL;
}

static sh_status choose(const sh_game *game, const sh_cli_solve *solve,
                        const sh_solve_options *options, sh_plan *plan, sh_error *error) {
    const sh_backend *list[16];
    bool crew = solve->crew || solve->ranks;
    list_backends(solve->backend, crew, list);
    if (crew && !(*list && (*list)->serve))
        return sh_fail(error, SH_USAGE,
                       "the backend %.40s is for one process; several have cluster and "
                       "cluster-coded",
                       solve->backend);
    if (*list) return sh_plan_make(list, game, options, plan, error);
    return sh_fail(
        error, SH_USAGE,
        "there is no backend '%.40s'; there are auto, cpu (fast, compact, disk or coded), "
        "cluster (or cluster-coded) and cuda (or cuda-compact)",
        solve->backend);
}

static void print_count(const char *what, uint64_t count) {
    char text[SH_CLI_TEXT];
    sh_cli_print_count(count, text);
    printf("  %-9s %s\n", what, text);
}

static json_t *line_json(sh_solution *solution, const sh_position *from, const sh_move *line,
                         int length) {
    json_t *moves = json_array();
    sh_position at = *from;
    for (int i = 0; i < length; i++) {
        char text[SH_MAX_MOVE_TEXT];
        sh_path path;
        sh_move_path(&solution->game, &at, line[i], &path);
        sh_path_print(&solution->game, &path, text);
        json_array_append_new(moves, json_string(text));
        sh_move_apply(&solution->game, &at, line[i]);
    }
    return moves;
}

static void print_moves(const json_t *moves) {
    printf("            ");
    size_t i;
    json_t *move;
    int width = 0;
    json_array_foreach(moves, i, move) {
        if (width > 76) {
            printf("\n            ");
            width = 0;
        }
        width += printf("%s ", json_string_value(move));
    }
    putchar('\n');
}

// Adds the best line from a position to an object; null where none was found.
static sh_status add_line(sh_solution *solution, const sh_position *from, json_t *object,
                          const char *key, sh_error *error) {
    sh_move line[SH_MAX_PLIES];
    int length;
    sh_status status = sh_solution_line(solution, from, line, SH_MAX_PLIES, &length, error);
    if (status && status != SH_NO) return status;
    json_object_set_new(object, key,
                        status ? json_null() : line_json(solution, from, line, length));
    return SH_OK;
}

// The best lines from the start and, where distances are known, of a longest win.
static sh_status add_lines(sh_solution *solution, json_t *object, sh_error *error) {
    sh_position position;
    char text[SH_MAX_POSITION_TEXT];
    sh_position_start(&solution->game, &position);
    sh_status status = add_line(solution, &position, object, "line", error);
    if (!status && sh_json_lost())
        status = sh_fail(error, SH_RESOURCES, "out of memory for a line");
    if (status || solution->options.metric != SH_DTW) return status;
    sh_solution_longest(solution, &position);
    sh_position_print(&solution->game, &position, text);
    json_object_set_new(object, "longest_position", json_string(text));
    status = add_line(solution, &position, object, "longest_line", error);
    if (!status && sh_json_lost())
        status = sh_fail(error, SH_RESOURCES, "out of memory for a line");
    return status;
}

static json_t *histogram_json(const sh_solution *solution) {
    json_t *histogram = json_array();
    for (uint32_t t = 0; t <= solution->done.rounds; t++)
        json_array_append_new(histogram, json_integer((json_int_t)solution->done.proven[t]));
    return histogram;
}

// Bytes of messages between blocks, by round.
static json_t *mail_json(const sh_solution *solution) {
    json_t *mail = json_array();
    for (uint32_t t = 0; t <= solution->done.rounds; t++)
        json_array_append_new(mail, json_integer((json_int_t)solution->mail[t]));
    return mail;
}

static json_t *summary_json(const sh_solution *solution, const outcome *o) {
    json_t *object = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:s, s:i, s:f}", "game",
        solution->game.name, "rules", sh_profile_name(solution->game.profile), "backend",
        solution->backend->name, "cpu", sh_cpu_level_name(solution->options.level), "metric",
        sh_metric_name(solution->options.metric), "positions", (json_int_t)o->counts.positions,
        "wins", (json_int_t)o->counts.wins, "losses", (json_int_t)o->counts.losses, "draws",
        (json_int_t)o->counts.draws, "illegal", (json_int_t)o->counts.illegal, "mover_wins",
        (json_int_t)o->counts.mover_wins, "mover_losses", (json_int_t)o->counts.mover_losses,
        "start", value_word(o->start), "rounds", (int)solution->done.rounds, "seconds",
        solution->done.seconds);
    json_object_set_new(object, "touch_seconds", json_real(solution->touch_seconds));
    json_object_set_new(object, "states", json_integer((json_int_t)solution->plan.states));
    json_object_set_new(object, "read_bytes", json_integer((json_int_t)solution->read));
    json_object_set_new(object, "written_bytes", json_integer((json_int_t)solution->written));
    if (solution->backend->scratch)
        json_object_set_new(object, "scratch_bytes",
                            json_integer((json_int_t)solution->backend->scratch(solution->state)));
    if (solution->mail[0]) json_object_set_new(object, "mail_bytes", mail_json(solution));
    if (solution->options.crew)
        json_object_set_new(object, "ranks", json_integer(solution->options.crew->ranks));
    json_object_set_new(object, "peak_bytes", json_integer((json_int_t)sh_memory_peak()));
    json_object_set_new(object, "threads", json_integer(sh_pool_threads(solution->pool)));
    if (o->zugzwang_known)
        json_object_set_new(object, "zugzwang",
                            json_pack("{s:I, s:I}", "both_lose", (json_int_t)o->zugzwang.both_lose,
                                      "one_draws", (json_int_t)o->zugzwang.one_draws));
    if (solution->backend->exact_rounds) {
        json_object_set_new(object, "longest_win", json_integer(o->counts.longest_win));
        json_object_set_new(object, "longest_loss", json_integer(o->counts.longest_loss));
        json_object_set_new(object, "by_plies", histogram_json(solution));
    }
    if (solution->options.metric == SH_DTW && o->start < SH_VALUE_DRAW)
        json_object_set_new(object, "start_plies", json_integer(o->start));
    return object;
}

static void print_lines(const sh_solution *solution, const outcome *o, const json_t *lines) {
    const json_t *line = json_object_get(lines, "line");
    const bool distances = solution->options.metric == SH_DTW;
    if (o->start == SH_VALUE_DRAW)
        printf("  best line none: neither side can force a win\n");
    else if (json_is_null(line))
        printf("  best line none was found without distances (--metric dtw)\n");
    else if (distances)
        printf("  best line %zu plies\n", json_array_size(line));
    else // who wins is known, not how soon: both sides may have better moves
        printf("  a win     in %zu plies; the shortest that can be forced takes --metric dtw\n",
               json_array_size(line));
    if (json_array_size(line)) print_moves(line);
    if (!distances) return;
    printf("  longest   %s\n", json_string_value(json_object_get(lines, "longest_position")));
    print_moves(json_object_get(lines, "longest_line"));
}

static void print_summary(const sh_solution *solution, const outcome *o, const json_t *lines) {
    char memory[32];
    print_count("positions", o->counts.positions);
    print_count("wins", o->counts.wins);
    print_count("draws", o->counts.draws);
    print_count("illegal", o->counts.illegal);
    printf("  for the player to move\n");
    print_count("  wins", o->counts.mover_wins);
    print_count("  losses", o->counts.mover_losses);
    if (solution->backend->exact_rounds)
        printf("  longest   win in %u plies, loss in %u\n", o->counts.longest_win,
               o->counts.longest_loss);
    if (o->zugzwang_known) print_count("zugzwang", o->zugzwang.both_lose + o->zugzwang.one_draws);
    if (solution->options.metric == SH_DTW && o->start < SH_VALUE_DRAW)
        printf("  start     first player: %s in %u plies\n", value_word(o->start), o->start);
    else
        printf("  start     first player: %s\n", value_word(o->start));
    print_lines(solution, o, lines);
    sh_memory_print((double)sh_memory_peak(), memory);
    printf("  solved in %.3f s, %u rounds, %d threads of %s; memory touched in %.3f s, peak %s\n",
           solution->done.seconds, solution->done.rounds, sh_pool_threads(solution->pool),
           sh_cpu_level_name(solution->options.level), solution->touch_seconds, memory);
}

static sh_status report(sh_cli *cli, sh_solution *solution, outcome *o, sh_error *error) {
    sh_position start;
    sh_position_start(&solution->game, &start);
    sh_solution_count(solution, &o->counts);
    sh_status status = sh_solution_value(solution, &start, &o->start);
    if (status) return sh_fail(error, status, "the value of the start cannot be read");
    status = sh_solution_zugzwang(solution, &o->zugzwang, error);
    o->zugzwang_known = !status;
    if (status && status != SH_NO) return status;
    json_t *object = summary_json(solution, o);
    status = add_lines(solution, object, error);
    sh_cli_progress_end(cli);
    if (!status && cli->json) {
        sh_cli_print_json(object);
        return SH_OK;
    }
    if (!status) print_summary(solution, o, object);
    json_decref(object);
    return status;
}

static sh_status write_table(sh_solution *solution, const sh_cli_solve *solve,
                             const sh_monitor *monitor, sh_error *error) {
    if (!solve->out) return SH_OK;
    sh_status finished = sh_solution_finish(solution, error);
    if (finished) return finished;
    // The solution stays where it is: what is left of --memory is for the table's values.
    uint64_t used = solution->plan.memory;
    uint64_t left = solve->memory > used ? solve->memory - used : 1;
    // Nothing that differs from run to run: the same game gives the same file, byte for byte (with
    // one C library: models are fitted with exp and log2f).
    sh_recipe recipe = {.game = &solution->game,
                        .metric = solution->options.metric,
                        .only_wins = solve->only_wins,
                        .creator = "sternhalma " SH_VERSION,
                        .part_bytes = solve->part_bytes,
                        .memory = solve->memory ? left : 0};
    sh_value_source source = sh_solution_source(solution);
    sh_status status = sh_table_write(solve->out, &recipe, &source, solution->pool, monitor, error);
    return status == SH_INTERRUPTED ? sh_cli_solve_stopped(solve, error) : status;
}

// Keeps the finished solve until its table is in place. Without room for it the table is written
// all the same.
static void keep(sh_solution *solution, const sh_cli_solve *solve) {
    sh_error error;
    if (solve->out && sh_solution_save(solution, &error) && !sh_crew_rank(solve->crew))
        fprintf(stderr, "sternhalma solve: the table is written without a checkpoint: %s\n",
                error.text);
}

// Is a solve so short that to save it takes longer than it is worth? Then it is saved only when it
// is interrupted, if the backend still has what it saves.
static bool is_short(const sh_solution *solution, const sh_cli_solve *solve) {
    return !solution->backend->finish && solution->solve_seconds < SHORT_SECONDS &&
           solution->solve_seconds < solve->every;
}

// With a crew rank 0 looks at them, and all of them write there.
static sh_status check_places(const sh_cli_solve *solve, sh_error *error) {
    sh_status status = SH_OK;
    if (!sh_crew_rank(solve->crew)) {
        status = sh_cli_solve_places(solve, error);
        if (!status && solve->checkpoint)
            status = sh_writer_check(solve->checkpoint, &sh_checkpoint_mark, error);
    }
    return sh_crew_agree(solve->crew, status, error);
}

// A table that is in place stays, whatever becomes of the report.
static sh_status report_all(sh_cli *cli, sh_solution *solution, const sh_cli_solve *solve,
                            sh_error *error) {
    outcome o = {0};
    sh_error why = {0};
    sh_status status = report(cli, solution, &o, &why);
    if (status && solve->out)
        return sh_fail(error, status, "%.200s is complete, but the summary failed: %.200s",
                       solve->out, why.text);
    return status ? sh_fail(error, status, "%s", why.text) : SH_OK;
}

static sh_status clear(const sh_cli_solve *solve, sh_error *error) {
    sh_error why;
    sh_status status = sh_shares_clear(solve->checkpoint, &why);
    if (!status) return SH_OK;
    return sh_fail(error, status, "%.200s is complete, but the checkpoint stays: %.200s",
                   solve->out ? solve->out : "the solve", why.text);
}

// Rank 0 reports; the others answer what it asks for. The checkpoint has served its purpose when
// the table is there.
static sh_status conclude(sh_cli *cli, sh_solution *solution, const sh_cli_solve *solve,
                          sh_error *error) {
    sh_status status = sh_solution_finish(solution, error);
    if (status) return status;
    const bool speaks = sh_crew_rank(solve->crew) == 0;
    if (speaks) status = report_all(cli, solution, solve, error);
    sh_solution_serve(solution);
    if ((!status || solve->out) && solve->checkpoint && speaks) {
        sh_status cleared = clear(solve, status ? NULL : error);
        if (!status) status = cleared;
    }
    return sh_crew_agree(solve->crew, status, error);
}

static sh_status finish(sh_cli *cli, sh_solution *solution, const sh_cli_solve *solve,
                        const sh_monitor *monitor, sh_error *error) {
    bool later = is_short(solution, solve);
    if (!later) keep(solution, solve);
    sh_status status = write_table(solution, solve, monitor, error);
    sh_cli_progress_end(cli);
    if (status == SH_INTERRUPTED && later && sh_solution_save(solution, error)) return status;
    return status ? status : conclude(cli, solution, solve, error);
}

// Threads of one of several ranks on this machine: its share, or fewer where it is bound to some.
static int threads_here(const sh_cli_solve *solve) {
    int threads = sh_cpu_count();
    if (solve->threads) return (int)solve->threads;
    if (!solve->crew) return threads;
    int share = (int)sysconf(_SC_NPROCESSORS_ONLN) / solve->crew->here;
    return share < 1 ? 1 : share < threads ? share : threads;
}

sh_status sh_cli_solve_duel(sh_cli *cli, const sh_game *game, const sh_cli_solve *solve,
                            sh_error *error) {
    sh_solve_options options = {.metric = solve->metric,
                                .level = sh_cpu_level_get(),
                                .threads = threads_here(solve),
                                .memory = solve->memory,
                                .card = solve->card,
                                .scratch = solve->scratch,
                                .checkpoint = solve->checkpoint,
                                .checkpoint_every = solve->every,
                                .resume = solve->resume,
                                .writing = solve->out != NULL,
                                .crew = solve->crew,
                                .ranks = (int)solve->ranks};
    sh_plan plan = {0};
    sh_status status = solve->plan ? SH_OK : check_places(solve, error);
    if (!status) status = choose(game, solve, &options, &plan, error);
    status = sh_crew_agree(solve->crew, status, error);
    // People see what would be too much, beside the refusal; with --json there is one object.
    bool too_much = solve->plan && status == SH_RESOURCES && plan.name && !cli->json;
    if ((!status || too_much) && !sh_crew_rank(solve->crew))
        sh_cli_solve_plan(cli, game, solve, &plan);
    if (status || solve->plan) return status;
    sh_monitor monitor = sh_cli_monitor(cli);
    if (sh_crew_rank(solve->crew)) monitor.report = NULL;
    sh_solution *solution;
    status = sh_solve(&solution, game, &options, &plan, &monitor, error);
    sh_cli_progress_end(cli);
    if (status) return status;
    status = finish(cli, solution, solve, &monitor, error);
    sh_solution_close(solution);
    return status;
}

// SPDX-License-Identifier: MIT
// The three-player branch of `sternhalma solve`: the article's tables.
#include <errno.h>    // errno
#include <stdio.h>    // printf
#include <stdlib.h>   // malloc
#include <string.h>   // strerror
#include <sys/stat.h> // mkdir
#include <unistd.h>   // access

#include "base/memory.h"
#include "cli/race_text.h"
#include "cli/solve.h"
#include "solve/cuda/race_cuda.h"
#include "solve/race/race.h"
#include "solve/race/source.h"
#include "solve/verify/verify.h"
#include "table/writer.h"
#include "json/encode.h"

static json_t *depths_json(const sh_depths *depths) {
    json_t *list = json_array();
    for (int depth = 0; depth <= depths->deepest; depth++)
        json_array_append_new(list, json_integer((json_int_t)depths->states[depth]));
    return list;
}

static json_t *reachable_json(const sh_race_layer *layer) {
    if (!layer->reachable_win) return json_null();
    return json_pack("{s:I, s:I, s:I}", "win", (json_int_t)layer->reachable_win, "loss",
                     (json_int_t)layer->reachable_loss, "draw", (json_int_t)layer->draw);
}

static json_t *layers_json(const sh_race_counts *counts) {
    json_t *layers = json_object();
    for (int i = 0; i < SH_LAYERS; i++) {
        const sh_race_layer *layer = &counts->layer[i];
        json_t *one = json_object();
        json_object_set_new(one, "win", json_integer((json_int_t)layer->win));
        json_object_set_new(one, "loss", json_integer((json_int_t)layer->loss));
        json_object_set_new(one, "draw", json_integer((json_int_t)layer->draw));
        json_object_set_new(one, "rounds", json_integer(layer->rounds));
        json_object_set_new(one, "reachable", reachable_json(layer));
        json_object_set_new(one, "wins_by_depth", depths_json(&layer->won));
        json_object_set_new(one, "losses_by_depth",
                            layer->lost.states[0] ? json_null() : depths_json(&layer->lost));
        json_object_set_new(layers, sh_layer_name(i), one);
    }
    return layers;
}

static void print_json(const sh_game *game, const sh_race_counts *counts, uint64_t checked) {
    json_t *object = json_object();
    json_object_set_new(object, "game", json_string(game->name));
    json_object_set_new(object, "placements", json_integer((json_int_t)counts->placements));
    json_object_set_new(object, "states", json_integer((json_int_t)counts->states));
    json_object_set_new(object, "layers", layers_json(counts));
    json_object_set_new(object, "exact_rounds", json_boolean(counts->exact_rounds));
    json_object_set_new(object, "types", sh_encode_types(counts->control.type));
    json_object_set_new(object, "reachable", json_integer((json_int_t)counts->reachable));
    json_object_set_new(object, "reachable_types", sh_encode_types(counts->reachable_type));
    json_object_set_new(object, "new_by_depth", depths_json(&counts->distance));
    json_object_set_new(object, "kingmakers", sh_encode_kingmakers(counts->control.kingmaker));
    json_object_set_new(object, "crowned", sh_encode_crowned(counts->control.crowned));
    json_object_set_new(object, "opening", sh_encode_control(game, 0, counts->opening));
    json_object_set_new(object, "verdict", sh_cli_control_words(game, 0, counts->opening));
    if (checked) json_object_set_new(object, "verified", json_integer((json_int_t)checked));
    json_object_set_new(object, "seconds", json_real(counts->seconds));
    json_object_set_new(object, "touch_seconds", json_real(counts->touch_seconds));
    json_object_set_new(object, "checkpoint_seconds", json_real(counts->checkpoint_seconds));
    json_object_set_new(object, "peak_bytes", json_integer((json_int_t)counts->peak_bytes));
    sh_cli_print_json(object);
}

static const char *grouped(uint64_t count, char *text) {
    sh_cli_print_count(count, text);
    return text;
}

static void print_layers(const sh_race_counts *counts) {
    char a[32], b[32], c[32];
    printf("\n%-17s %17s %17s %15s %8s\n", "layer", "win", "loss", "draw", "rounds");
    for (int i = 0; i < SH_LAYERS; i++) {
        const sh_race_layer *layer = &counts->layer[i];
        bool exact = counts->exact_rounds || layer->won.deepest == layer->rounds;
        printf("%-17s %17s %17s %15s %5s%3d\n", sh_layer_name(i), grouped(layer->win, a),
               grouped(layer->loss, b), grouped(layer->draw, c), exact ? "" : "<=", layer->rounds);
    }
}

// A count by depth, or a dash where depths were not looked for.
static void print_depth(const sh_depths *depths, int depth) {
    char text[32];
    printf(" %15s", depths->states[0] ? "-" : grouped(depths->states[depth], text));
}

static void print_histogram(const sh_race_counts *counts) {
    int deepest = 0;
    printf("\nongoing states by the plies that it takes\n%5s", "");
    for (int i = 0; i < SH_LAYERS; i++) {
        printf(" %31s", sh_layer_name(i));
        if (counts->layer[i].rounds > deepest) deepest = counts->layer[i].rounds;
    }
    printf("\n%5s", "plies");
    for (int i = 0; i < SH_LAYERS; i++) printf(" %15s %15s", "win", "loss");
    printf("\n");
    for (int depth = 1; depth <= deepest; depth++) {
        printf("%5d", depth);
        for (int i = 0; i < SH_LAYERS; i++) {
            print_depth(&counts->layer[i].won, depth);
            print_depth(&counts->layer[i].lost, depth);
        }
        printf("\n");
    }
    if (!counts->exact_rounds)
        printf("losses of solo count up to two plies late, those of the others are not dated:\n"
               "--exact-rounds finds their plies\n");
}

static void print_types(const sh_race_counts *counts) {
    static const sh_control_type order[] = {SH_TYPE_KINGMAKER,    SH_TYPE_SOLO_WIN,
                                            SH_TYPE_SPOILER_DRAW, SH_TYPE_OTHER,
                                            SH_TYPE_TERMINAL,     SH_TYPE_ILLEGAL};
    char a[32], b[32];
    printf("\n%-17s %17s %17s\n", "control type", "all states", "reachable");
    for (int i = 0; i < SH_TYPES; i++)
        printf("%-17s %17s %17s\n", sh_control_type_name(order[i]),
               grouped(counts->control.type[order[i]], a),
               grouped(counts->reachable_type[order[i]], b));
    printf("%-17s %17s %17s\n", "total", grouped(counts->states, a), grouped(counts->reachable, b));
    sh_cli_kingmakers_print(counts->control.kingmaker, counts->control.crowned);
}

static void print_text(const sh_game *game, const sh_race_counts *counts, uint64_t checked) {
    char a[32], b[32], memory[32];
    printf("%s: %s placements, %s states\n", game->name, grouped(counts->placements, a),
           grouped(counts->states, b));
    print_layers(counts);
    print_histogram(counts);
    print_types(counts);
    printf("\nthe opening\n");
    sh_cli_control_print(game, 0, counts->opening, "  ");
    if (checked) printf("\n%s placements agree with the rules\n", grouped(checked, a));
    sh_memory_print((double)counts->peak_bytes, memory);
    printf("\nsolved in %.3f s (and %.3f s for the first touch of memory), %s\n", counts->seconds,
           counts->touch_seconds, memory);
}

// Checks the solution against the rules and says how much of it was checked.
static sh_status verify(const sh_cli_solve *solve, sh_solved *solved, const sh_monitor *monitor,
                        uint64_t *checked, sh_error *error) {
    sh_pool *pool;
    *checked = 0;
    if (solve->verify < 0) return SH_OK;
    sh_status status = sh_pool_open(&pool, (int)solve->threads, error);
    if (status) return status;
    sh_verify_settings settings = {.sample = (uint64_t)solve->verify, .seed = 1};
    sh_value_source values = sh_race_source(solved);
    sh_verify_report report;
    status = sh_verify(&solved->game, &values, &settings, pool, monitor, &report, error);
    if (!status) *checked = report.checked;
    sh_pool_close(pool);
    return status;
}

static sh_status write_table(const sh_cli_solve *solve, sh_solved *solved,
                             const sh_monitor *monitor, sh_error *error) {
    sh_pool *pool;
    if (!solve->out) return SH_OK;
    sh_status status = sh_pool_open(&pool, (int)solve->threads, error);
    if (status) return status;
    // Nothing that differs from run to run: the same game gives the same file, byte for byte.
    sh_recipe recipe = {.game = &solved->game,
                        .metric = SH_CONTROL,
                        .creator = "sternhalma " SH_VERSION,
                        .part_bytes = solve->part_bytes};
    sh_value_source values = sh_race_source(solved);
    status = sh_table_write(solve->out, &recipe, &values, pool, monitor, error);
    sh_pool_close(pool);
    return status == SH_INTERRUPTED ? sh_cli_solve_stopped(solve, error) : status;
}

// The folder of checkpoints may not be there yet: it is made when the plan is accepted.
static sh_status check_places(const sh_cli_solve *solve, sh_error *error) {
    sh_status status = sh_cli_solve_places(solve, error);
    const char *folder = solve->checkpoint;
    struct stat about;
    if (status || !folder || stat(folder, &about)) return status;
    if (!S_ISDIR(about.st_mode))
        return sh_fail(error, SH_USAGE,
                       "%.200s is not a folder; three players' checkpoints need one", folder);
    if (access(folder, W_OK | X_OK))
        return sh_fail(error, SH_RESOURCES, "cannot write to the folder %.200s: %s", folder,
                       strerror(errno));
    return SH_OK;
}

static sh_status make_folder(const char *folder, bool *made, sh_error *error) {
    *made = folder && mkdir(folder, 0777) == 0;
    if (!folder || *made || errno == EEXIST) return SH_OK;
    return sh_fail(error, SH_RESOURCES, "cannot make the folder %.200s: %s", folder,
                   strerror(errno));
}

// A folder that nobody named has served its purpose when the table is there.
static sh_status clear(const sh_cli_solve *solve, const sh_game *game, sh_error *error) {
    if (!solve->own_checkpoint) return SH_OK;
    sh_error why;
    sh_status status = sh_race_clear(game, solve->checkpoint, &why);
    if (status)
        return sh_fail(error, status, "%.200s is complete, but the checkpoint stays: %.200s",
                       solve->out, why.text);
    rmdir(solve->checkpoint); // unless somebody keeps other files there
    return SH_OK;
}

static sh_status make_plan(const sh_cli_solve *solve, const sh_solved *solved,
                           const sh_race_options *options, sh_plan *plan, sh_error *error) {
    const sh_race_engine *engines[3];
    sh_race_engines_list(solve->backend, &solved->cube, engines);
    if (*engines) return sh_race_plan(engines, solved, options, solve->memory, plan, error);
    return sh_fail(error, SH_USAGE,
                   "three players have no backend '%.40s'; there are auto, cpu and cuda",
                   solve->backend);
}

static sh_status run(sh_cli *cli, sh_solved *solved, const sh_cli_solve *solve,
                     const sh_race_options *options, sh_error *error) {
    sh_race_counts *counts = malloc(sizeof *counts);
    if (!counts) return sh_fail(error, SH_RESOURCES, "no memory for the counts");
    sh_monitor monitor = sh_cli_monitor(cli);
    uint64_t checked = 0;
    sh_status status = sh_race_solve(solved, options, &monitor, counts, error);
    if (!status) status = verify(solve, solved, &monitor, &checked, error);
    if (!status) status = write_table(solve, solved, &monitor, error);
    if (!status) status = clear(solve, &solved->game, error);
    sh_cli_progress_end(cli);
    if (!status && cli->json) print_json(&solved->game, counts, checked);
    if (!status && !cli->json) print_text(&solved->game, counts, checked);
    free(counts);
    return status;
}

sh_status sh_cli_solve_race(sh_cli *cli, const sh_game *game, const sh_cli_solve *solve,
                            sh_error *error) {
    sh_solved solved;
    sh_plan plan;
    sh_status status = sh_solved_open(&solved, game, error);
    if (status) return status;
    sh_race_options options = {.threads = (int)solve->threads,
                               .checkpoint = solve->checkpoint,
                               .exact_rounds = solve->exact_rounds};
    if (!solve->plan) status = check_places(solve, error);
    if (!status) status = make_plan(solve, &solved, &options, &plan, error);
    if (!status) sh_cli_solve_plan(cli, game, solve, &plan);
    if (!status && !solve->plan) {
        bool made;
        options.engine = plan.engine;
        status = make_folder(solve->checkpoint, &made, error);
        if (!status) status = run(cli, &solved, solve, &options, error);
        if (status && made) rmdir(solve->checkpoint); // unless there is something to go on from
    }
    sh_solved_close(&solved);
    return status;
}

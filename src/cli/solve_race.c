// SPDX-License-Identifier: MIT
// The three-player branch of `sternhalma solve`: the article's tables.
#include <stdio.h>  // printf
#include <stdlib.h> // malloc

#include "base/memory.h"
#include "cli/race.h"

static json_t *depths_json(const sh_depths *depths) {
    json_t *list = json_array();
    for (int depth = 0; depth <= depths->deepest; depth++)
        json_array_append_new(list, json_integer((json_int_t)depths->states[depth]));
    return list;
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
        json_object_set_new(one, "wins_by_depth", depths_json(&layer->won));
        json_object_set_new(one, "losses_by_depth", depths_json(&layer->lost));
        json_object_set_new(layers, sh_layer_name(i), one);
    }
    return layers;
}

// Keys of players counted from the mover.
static const char *const PLAYERS[3] = {"mover", "next", "previous"};

static json_t *kingmakers_json(const sh_race_counts *counts) {
    json_t *object = json_object();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            if (i == j) continue;
            char key[32];
            snprintf(key, sizeof key, "%s_for_%s", PLAYERS[i], PLAYERS[j]);
            json_object_set_new(object, key, json_integer((json_int_t)counts->kingmaker[i][j]));
        }
    return object;
}

static void print_json(const sh_game *game, const sh_race_counts *counts) {
    json_t *object = json_object();
    json_object_set_new(object, "game", json_string(game->name));
    json_object_set_new(object, "placements", json_integer((json_int_t)counts->placements));
    json_object_set_new(object, "states", json_integer((json_int_t)counts->states));
    json_object_set_new(object, "layers", layers_json(counts));
    json_object_set_new(object, "exact_rounds", json_boolean(counts->exact_rounds));
    json_object_set_new(object, "types", sh_cli_types_json(counts->type));
    json_object_set_new(object, "reachable", json_integer((json_int_t)counts->reachable));
    json_object_set_new(object, "reachable_types", sh_cli_types_json(counts->reachable_type));
    json_object_set_new(object, "new_by_depth", depths_json(&counts->distance));
    json_object_set_new(object, "kingmakers", kingmakers_json(counts));
    json_t *crowned = json_array();
    for (int i = 0; i < 4; i++)
        json_array_append_new(crowned, json_integer((json_int_t)counts->crowned[i]));
    json_object_set_new(object, "crowned", crowned);
    json_object_set_new(object, "opening", sh_cli_control_json(game, 0, counts->opening));
    json_object_set_new(object, "seconds", json_real(counts->seconds));
    json_object_set_new(object, "touch_seconds", json_real(counts->touch_seconds));
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
        printf("%-17s %17s %17s %15s %s%d\n", sh_layer_name(i), grouped(layer->win, a),
               grouped(layer->loss, b), grouped(layer->draw, c),
               counts->exact_rounds || layer->won.deepest == layer->rounds ? "      " : "   <= ",
               layer->rounds);
    }
}

static void print_types(const sh_race_counts *counts) {
    static const sh_control_type order[] = {SH_TYPE_KINGMAKER,    SH_TYPE_SOLO_WIN,
                                            SH_TYPE_SPOILER_DRAW, SH_TYPE_OTHER,
                                            SH_TYPE_TERMINAL,     SH_TYPE_ILLEGAL};
    char a[32], b[32];
    printf("\n%-17s %17s %17s\n", "control type", "all states", "reachable");
    for (int i = 0; i < SH_TYPES; i++)
        printf("%-17s %17s %17s\n", sh_control_type_name(order[i]),
               grouped(counts->type[order[i]], a), grouped(counts->reachable_type[order[i]], b));
    printf("%-17s %17s %17s\n", "total", grouped(counts->states, a), grouped(counts->reachable, b));
    printf("\nopen placements in which a player is kingmaker, counted from the mover\n");
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (i != j)
                printf("  %-8s for %-8s %17s\n", PLAYERS[i], PLAYERS[j],
                       grouped(counts->kingmaker[i][j], a));
    printf("\nopen placements without a solo win, by how many players can be crowned\n");
    for (int i = 0; i < 4; i++) printf("  %d %31s\n", i, grouped(counts->crowned[i], a));
}

static void print_text(const sh_game *game, const sh_race_counts *counts) {
    char a[32], b[32], memory[32];
    printf("%s: %s placements, %s states\n", game->name, grouped(counts->placements, a),
           grouped(counts->states, b));
    print_layers(counts);
    print_types(counts);
    printf("\nthe opening\n");
    sh_cli_control_print(game, 0, counts->opening, "  ");
    sh_memory_print((double)counts->peak_bytes, memory);
    printf("\nsolved in %.3f s (and %.3f s for the first touch of memory), %s\n", counts->seconds,
           counts->touch_seconds, memory);
}

sh_status sh_cli_solve_race(sh_cli *cli, const sh_game *game, const sh_race_options *options,
                            sh_error *error) {
    sh_solved solved;
    sh_race_counts *counts = malloc(sizeof *counts);
    if (!counts) return sh_fail(error, SH_RESOURCES, "no memory for the counts");
    sh_status status = sh_solved_open(&solved, game, error);
    if (!status) {
        sh_monitor monitor = sh_cli_monitor(cli);
        status = sh_race_solve(&solved, options, &monitor, counts, error);
        sh_cli_progress_end(cli);
        sh_solved_close(&solved);
    }
    if (!status && cli->json) print_json(game, counts);
    if (!status && !cli->json) print_text(game, counts);
    free(counts);
    return status;
}

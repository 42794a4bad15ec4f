// SPDX-License-Identifier: MIT
// sternhalma explore: what three players come to, ply by ply from the opening.
#include <stddef.h> // offsetof
#include <stdio.h>  // printf
#include <stdlib.h> // malloc

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/race_text.h"
#include "rank/rank_scopes.h"
#include "solve/race/explore.h"
#include "json/encode.h"

typedef struct explore_request {
    int64_t depth, threads;
    const char *checkpoint, *scratch;
    bool counts;
    size_t memory;
} explore_request;

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_DEPTH,
     .offset = offsetof(explore_request, depth),
     .usual = "9",
     .most = SH_EXPLORE_MAX_DEPTH},
    {.id = SH_OPTION_CHECKPOINT,
     .offset = offsetof(explore_request, checkpoint),
     .word = "DIR",
     .without = SH_OPTION_COUNTS,
     .help = "Take the solved layers from this folder, and keep them there"},
    {.id = SH_OPTION_COUNTS, .offset = offsetof(explore_request, counts)},
    {.id = SH_OPTION_MEMORY,
     .offset = offsetof(explore_request, memory),
     .otherwise = "three quarters of what is free",
     .help = "Memory for positions, as 6GB"},
    {.id = SH_OPTION_SCRATCH,
     .offset = offsetof(explore_request, scratch),
     .help = "Keep positions that do not fit in this folder"},
    {.id = SH_OPTION_THREADS,
     .offset = offsetof(explore_request, threads),
     .otherwise = "one for each CPU"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_explore = {
    .words = "GAME",
    .least = 1,
    .most = 1,
    .about = "Searches a three-player game breadth first from the opening and says how many new "
             "positions each ply brings, of which control types they are, and the shortest line of "
             "play to each type.",
    .takes = takes,
    .more = "Examples:\n"
            "  sternhalma explore star13:3p --depth 12\n"
            "  sternhalma explore star37:3p --depth 9 --checkpoint layers\n"
            "  sternhalma explore star37:3p --counts\n"
            "  sternhalma explore star37:3p --counts --depth 12 --memory 1GB --scratch /var/tmp\n",
};

static void print_json(const sh_game *game, const sh_exploration *e, bool typed) {
    json_t *object = json_object(), *levels = json_array(), *witnesses = json_object();
    for (int depth = 0; depth <= e->depth; depth++) {
        json_t *level = json_object();
        json_object_set_new(level, "depth", json_integer(depth));
        json_object_set_new(level, "new", json_integer((json_int_t)e->positions[depth]));
        if (typed) json_object_set_new(level, "types", sh_encode_types(e->type[depth]));
        json_array_append_new(levels, level);
    }
    for (int type = 0; type < SH_TYPES; type++) {
        const sh_witness *witness = &e->witness[type];
        if (!witness->found) continue;
        json_t *one = json_object();
        json_object_set_new(one, "depth", json_integer(witness->depth));
        json_object_set_new(one, "position", sh_encode_notation(game, &witness->position));
        json_object_set_new(one, "line", sh_encode_line(game, witness->line, witness->depth));
        json_object_set_new(one, "control",
                            sh_encode_control(game, witness->position.turn, witness->control));
        json_object_set_new(witnesses, sh_control_type_name(type), one);
    }
    json_object_set_new(object, "game", json_string(game->name));
    json_object_set_new(object, "levels", levels);
    json_object_set_new(object, "witnesses", witnesses);
    json_object_set_new(object, "scratch_bytes", json_integer((json_int_t)e->spilled));
    json_object_set_new(object, "seconds", json_real(e->seconds));
    sh_cli_print_json(object);
}

static void print_levels(const sh_exploration *e, bool typed) {
    char text[32];
    printf("%5s %14s", "depth", "new");
    for (int type = SH_TYPE_TERMINAL; typed && type < SH_TYPES; type++)
        printf(" %14s", sh_control_type_name(type));
    printf("\n");
    for (int depth = 0; depth <= e->depth; depth++) {
        sh_cli_print_count(e->positions[depth], text);
        printf("%5d %14s", depth, text);
        for (int type = SH_TYPE_TERMINAL; typed && type < SH_TYPES; type++) {
            sh_cli_print_count(e->type[depth][type], text);
            printf(" %14s", text);
        }
        printf("\n");
    }
}

static void print_witnesses(const sh_game *game, const sh_exploration *e) {
    char text[SH_MAX_MOVE_TEXT];
    for (int type = 0; type < SH_TYPES; type++) {
        const sh_witness *witness = &e->witness[type];
        if (!witness->found) continue;
        printf("\nfirst %s, after %d plies:", sh_control_type_name(type), witness->depth);
        for (int i = 0; i < witness->depth; i++) {
            sh_move_print(game, witness->line[i], text);
            printf(" %s", text);
        }
        sh_position_print(game, &witness->position, text);
        printf("\n  %s\n", text);
        sh_cli_control_print(game, witness->position.turn, witness->control, "  ");
    }
}

static sh_status run(sh_cli *cli, const sh_game *game, const explore_request *r, sh_error *error) {
    sh_solved solved;
    sh_status status = sh_solved_open(&solved, game, error);
    if (status) return status;
    sh_race_counts *counts = malloc(sizeof *counts);
    sh_exploration *exploration = malloc(sizeof *exploration);
    if (!counts || !exploration) status = sh_fail(error, SH_RESOURCES, "no memory to explore");
    sh_monitor monitor = sh_cli_monitor(cli);
    bool typed = !r->counts;
    sh_race_options solve = {
        .control_only = true, .threads = (int)r->threads, .checkpoint = r->checkpoint};
    if (!status && typed) status = sh_race_solve(&solved, &solve, &monitor, counts, error);
    sh_explore_options wish = {.depth = (int)r->depth,
                               .typed = typed,
                               .threads = (int)r->threads,
                               .memory = r->memory ? r->memory : sh_memory_available() / 4 * 3,
                               .scratch = r->scratch};
    if (!status) status = sh_explore(&solved, &wish, &monitor, exploration, error);
    sh_cli_progress_end(cli);
    if (!status && cli->json) print_json(game, exploration, typed);
    if (!status && !cli->json) {
        print_levels(exploration, typed);
        print_witnesses(game, exploration);
        printf("\nsearched in %.3f s\n", exploration->seconds);
    }
    free(counts);
    free(exploration);
    sh_solved_close(&solved);
    return status;
}

// Games of three in their tracks.
static const sh_scope explore_scope = {
    .cannot = "games of three in their tracks are explored (star13:3p, star37:3p, star37/1:3p, "
              "star37/2:3p), not",
    .takes = {SH_RULE_STAR | SH_RULE_SIX_WAYS | SH_RULE_THREE | SH_RULE_FILLED},
    .instead = {{SH_RULE_TWO, "two players' games have values: sternhalma solve @"}},
};

sh_status sh_cmd_explore(sh_cli *cli, int argc, char **argv, sh_error *error) {
    explore_request r = {0};
    sh_cli_words words;
    sh_game game;
    sh_status status = sh_cli_parse(cli, &sh_usage_explore, argc, argv, &r, &words, error);
    if (!status) status = sh_cli_game(cli, words.word[0], &game, error);
    if (!status) status = sh_scope_check(&explore_scope, &game, error);
    return status ? status : run(cli, &game, &r, error);
}

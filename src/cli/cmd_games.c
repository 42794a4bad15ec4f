// SPDX-License-Identifier: MIT
// sternhalma games: what can be solved, played and posed.
#include <stdio.h>  // printf
#include <string.h> // strlen

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/facts.h"
#include "json/encode.h"

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_RULES, .otherwise = "strict"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_games = {
    .words = "[GAME...]",
    .most = SH_CLI_MAX_WORDS,
    .about =
        "Lists games with their sizes, or gives the sizes of the games named. A name says the "
        "board and the pieces: 7x7/3 (a rhombus of 7x7 cells, three pieces a side), star37:3p (a "
        "star, three players), star37/2:3p (two pieces each), sq16/19:8m (a square board, eight "
        "directions), checkers32/12:4m. Rules follow: :1p is one army alone; +pass and +stand open "
        "the other corners of a star; +halma ends the game with the first army that fills its goal "
        "by itself, as on squares; +swap ends it when both armies have arrived; +hops forbids "
        "steps; with +leave30 camps must be empty by move 30.",
    .takes = takes,
    .more =
        "Examples:\n"
        "  sternhalma games\n"
        "  sternhalma games 7x7/3 9x9/10 --json\n"
        "  sternhalma games sq9/10:6m:1p 7x7/6:1p+hops star37:2p+swap\n\n"
        "Positions are placements times turns; states are what a table stores of them; the table "
        "takes two bits a state before compression; memory is what the fastest solver takes.\n\n"
        "JSON keys: games, a list of game, players, pieces, cells, positions, states (decimal "
        "strings, or null where not counted), table_bytes, memory_bytes (numbers or null), solve, "
        "play, pose "
        "(booleans).\n",
};

// What the list shows: the board that people know, all small rhombi, then the others.
static const char *const KNOWN[] = {"star121:2p", "star121:3p", "star121:4p", "star121:6p", NULL};
static const char *const OTHERS[] = {
    "9x9/10",     "11x11/15",     "star13:3p", "star37:3p", "star73:3p",
    "sq9/10:6m",  "sq9/10:8m",    "sq9/10:4m", "sq9/9:8m",  "checkers32/12:4m",
    "sq16/19:8m", "sq9/10:6m:1p", NULL,
};

static json_t *bytes_json(uint64_t bytes) {
    return bytes ? json_integer((json_int_t)bytes) : json_null();
}

static json_t *count_json(sh_index count) { return count ? sh_encode_large(count) : json_null(); }

static void add_json(json_t *list, const sh_game *game, const sh_facts *f) {
    json_t *object = sh_encode_game(game);
    json_object_update_new(
        object, json_pack("{s:o, s:o, s:o, s:o, s:b, s:b, s:b}", "positions",
                          count_json(f->positions), "states", count_json(f->states), "table_bytes",
                          bytes_json(f->table), "memory_bytes", bytes_json(f->memory), "solve",
                          f->memory != 0, "play", f->play, "pose", f->pose));
    json_array_append_new(list, object);
}

// In full, or rounded where that would be longer than the column.
static void print_large(sh_index count, size_t width, char *text) {
    sh_cli_print_count(count, text);
    if (strlen(text) > width) snprintf(text, SH_CLI_TEXT, "%.3e", (double)count);
}

static void print_row(const sh_game *game, const sh_facts *f) {
    char positions[SH_CLI_TEXT] = "-", states[SH_CLI_TEXT] = "-";
    char table[SH_CLI_TEXT] = "-", memory[SH_CLI_TEXT] = "-";
    if (f->positions) print_large(f->positions, 33, positions);
    if (f->states) print_large(f->states, 22, states);
    if (f->table) sh_memory_print((double)f->table, table);
    if (f->memory) sh_memory_print((double)f->memory, memory);
    printf("%-17s %5d %33s %22s %9s %9s  %s%s%s\n", game->name, game->board.cells, positions,
           states, table, memory, f->memory ? "solve " : "",
           !f->play  ? ""
           : f->pose ? "play "
                     : "play",
           f->pose ? "pose" : "");
}

static sh_status list_game(const sh_cli *cli, const char *name, json_t *list, sh_error *error) {
    sh_game game;
    sh_status status = sh_cli_game(cli, name, &game, error);
    if (status) return status;
    sh_facts f;
    status = sh_facts_find(&f, &game, error);
    if (status) return status;
    if (cli->json)
        add_json(list, &game, &f);
    else
        print_row(&game, &f);
    return SH_OK;
}

static sh_status list_all(const sh_cli *cli, json_t *list, sh_error *error) {
    sh_status status = SH_OK;
    for (int i = 0; KNOWN[i] && !status; i++) status = list_game(cli, KNOWN[i], list, error);
    for (int side = 3; side <= 7; side++)
        for (int pieces = 1; pieces <= 6 && !status; pieces++) {
            char name[SH_MAX_NAME];
            sh_game game;
            snprintf(name, sizeof name, "%dx%d/%d", side, side, pieces);
            if (sh_game_parse(&game, name, cli->profile, NULL) == SH_OK)
                status = list_game(cli, name, list, error);
        }
    for (int i = 0; OTHERS[i] && !status; i++) status = list_game(cli, OTHERS[i], list, error);
    return status;
}

sh_status sh_cmd_games(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_status status = sh_cli_parse(cli, &sh_usage_games, argc, argv, NULL, &words, error);
    if (status) return status;
    json_t *list = json_array();
    if (!cli->json)
        printf("%-17s %5s %33s %22s %9s %9s  %s\n", "game", "cells", "positions", "states", "table",
               "memory", "you can");
    int bad = 0;
    for (int i = 0; i < words.count; i++) {
        sh_error one;
        if (list_game(cli, words.word[i], list, &one) == SH_OK) continue;
        if (!bad++) *error = one; // the first; the others are listed all the same
        status = one.status;
    }
    if (words.count == 0) status = list_all(cli, list, error);
    if (bad > 1) {
        size_t used = strlen(error->text);
        snprintf(error->text + used, sizeof error->text - used, " (and %d more)", bad - 1);
    }
    if (cli->json && json_array_size(list)) sh_cli_print_json(json_pack("{s:O}", "games", list));
    json_decref(list);
    return status;
}

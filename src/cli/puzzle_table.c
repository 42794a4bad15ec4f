// SPDX-License-Identifier: MIT
// sternhalma puzzle table: Tables 2 and 3 of Bell's paper with what this program finds beside them.
#include <stdio.h>  // printf
#include <stdlib.h> // calloc
#include <string.h> // strcmp

#include "base/memory.h"
#include "cli/puzzle_choices.h"
#include "puzzle/game_shortest.h"
#include "puzzle/transfer_shortest.h"

// An entry of a table. The paper's value is 0 where it has none; `unproved` where it is not proved.
typedef struct entry {
    const char *label, *name;
    bool jumps_only;
    int paper;
    bool unproved;
} entry;

static const entry TABLE_2[] = {
    {"Chinese Checkers", "sq9/10:6m", false, 30, false},
    {"Chinese Checkers (15 man)", "sq9/15:6m", false, 36, false},
    {"Halma", "sq16/19:8m", false, 0, true},
    {"Grasshopper", "sq8/10:8m", false, 24, false},
    {"Chinese Checkers (8-move)", "sq9/10:8m", false, 24, false},
    {0},
};

static const entry TABLE_3[] = {
    {"#1 triangle", "sq9/6:4m", false, 25, false},
    {"#1 triangle", "sq9/6:6m", false, 23, false},
    {"#1 triangle", "sq9/6:8m", false, 16, false},
    {"#2 triangle", "sq9/10:4m", false, 30, false},
    {"#2 triangle", "sq9/10:6m", false, 27, false},
    {"#2 triangle", "sq9/10:8m", false, 20, false},
    {"#3 jumps only", "sq9/10:4m", true, 46, false},
    {"#3 jumps only", "sq9/10:6m", true, 35, false},
    {"#3 jumps only", "sq9/10:8m", true, 21, false},
    {"#4 triangle", "sq9/15:4m", false, 36, true},
    {"#4 triangle", "sq9/15:6m", false, 31, true},
    {"#4 triangle", "sq9/15:8m", false, 26, true},
    {"#5 square", "sq9/4:4m", false, 15, false},
    {"#5 square", "sq9/4:6m", false, 15, false},
    {"#5 square", "sq9/4:8m", false, 12, false},
    {"#6 square", "sq9/9:4m", false, 25, false},
    {"#6 square", "sq9/9:6m", false, 25, false},
    {"#6 square", "sq9/9:8m", false, 16, false},
    {"#7 checkers", "checkers32/12:4m", false, 20, false},
    {"#7 checkers", "checkers32/12:6m", false, 16, false},
    {"#7 checkers", "checkers32/12:8m", false, 16, false},
    {0},
};

enum { PAPER = 7 }; // columns for its value

// What was found of an entry.
typedef struct finding {
    int length; // -1: not looked for
    bool proved;
    uint64_t boards;
    double seconds;
} finding;

typedef struct table_run {
    sh_cli *cli;
    const sh_cli_puzzle *choices;
    sh_monitor monitor;
} table_run;

static sh_status find_transfer(const table_run *run, const sh_puzzle *puzzle, finding *f,
                               sh_error *error) {
    sh_transfer_answer *a = calloc(1, sizeof *a);
    if (!a) return sh_fail(error, SH_RESOURCES, "no memory for a search");
    sh_transfer_search search = {.options = {.threads = (int)run->choices->threads,
                                             .memory = run->choices->memory,
                                             .scratch = run->choices->scratch},
                                 .beam = 20000,
                                 .monitor = &run->monitor};
    sh_status status = sh_transfer_find_shortest(puzzle, &search, a, error);
    f->length = a->length;
    f->proved = a->proved;
    f->boards = a->boards;
    sh_transfer_answer_free(a);
    free(a);
    return status;
}

static sh_status find_game(const table_run *run, const sh_puzzle *puzzle, finding *f,
                           sh_error *error) {
    sh_game_options options = {.threads = (int)run->choices->threads,
                               .memory = run->choices->memory ? run->choices->memory
                                                              : sh_memory_available() / 4 * 3,
                               .scratch = run->choices->scratch,
                               .bounds = SH_GAME_ALL_BOUNDS,
                               .monitor = &run->monitor};
    sh_game_shortest shortest;
    sh_status status = sh_game_find_shortest(puzzle, &options, 32000, NULL, NULL, &shortest, error);
    for (int i = 0; i < shortest.lengths; i++) f->boards += shortest.result[i].boards;
    if (!status) {
        f->length = shortest.result[shortest.lengths - 1].moves;
        f->proved = shortest.proved;
    }
    sh_game_shortest_free(&shortest);
    return status;
}

static void print_entry(const table_run *run, const entry *e, const finding *f) {
    char paper[24] = "unknown", ours[24] = "not run", boards[SH_CLI_TEXT] = "";
    sh_cli_progress_end(run->cli);
    if (run->cli->json) {
        sh_cli_print_json(
            json_pack("{s:s, s:s, s:b, s:o, s:b, s:o, s:b, s:f, s:I}", "entry", e->label, "game",
                      e->name, "jumps_only", e->jumps_only, "paper",
                      e->paper ? json_integer(e->paper) : json_null(), "paper_proved", !e->unproved,
                      "length", f->length >= 0 ? json_integer(f->length) : json_null(), "proved",
                      f->proved, "seconds", f->seconds, "boards", (json_int_t)f->boards));
        return;
    }
    if (e->paper) snprintf(paper, sizeof paper, "%d%s", e->paper, e->unproved ? "†" : "");
    if (f->length >= 0) snprintf(ours, sizeof ours, "%d", f->length);
    if (f->length >= 0) sh_cli_print_count(f->boards, boards);
    int width = PAPER + (e->paper && e->unproved ? (int)strlen("†") - 1 : 0); // in bytes
    printf("%-25s %-16s %*s %8s  %-10s %7.1f s %12s\n", e->label, e->name, width, paper, ours,
           f->length < 0 ? ""
           : f->proved   ? "proved"
                         : "not proved",
           f->seconds, boards);
    fflush(stdout);
}

// Entries that the paper leaves open take hours: only with --all.
static sh_status run_entry(const table_run *run, const entry *e, sh_puzzle_kind kind,
                           sh_error *error) {
    sh_puzzle *puzzle = malloc(sizeof *puzzle);
    finding f = {.length = -1};
    double began = sh_clock();
    if (!puzzle) return sh_fail(error, SH_RESOURCES, "no memory for a puzzle");
    sh_status status = sh_puzzle_parse(puzzle, kind, e->name, 0, e->jumps_only, error);
    if (!status && (!e->unproved || run->choices->all))
        status = kind == SH_PUZZLE_GAME ? find_game(run, puzzle, &f, error)
                                        : find_transfer(run, puzzle, &f, error);
    f.seconds = sh_clock() - began;
    if (!status) print_entry(run, e, &f);
    free(puzzle);
    return status;
}

sh_status sh_cli_puzzle_table(sh_cli *cli, const char *number, const sh_cli_puzzle *choices,
                              sh_error *error) {
    table_run run = {cli, choices, sh_cli_monitor(cli)};
    bool games = strcmp(number, "2") == 0;
    if (!games && strcmp(number, "3") != 0)
        return sh_fail(error, SH_USAGE, "the tables are 2 (games) and 3 (transfers), not '%.20s'",
                       number);
    if (!cli->json)
        printf("%-25s %-16s %*s %8s  %-10s %9s %12s\n", "entry", "puzzle", PAPER, "paper",
               "shortest", "", "time", "boards");
    for (const entry *e = games ? TABLE_2 : TABLE_3; e->label; e++) {
        sh_status status = run_entry(&run, e, games ? SH_PUZZLE_GAME : SH_PUZZLE_TRANSFER, error);
        if (status) return status;
    }
    if (!cli->json && !choices->all) printf("entries the paper leaves open: with --all\n");
    return SH_OK;
}

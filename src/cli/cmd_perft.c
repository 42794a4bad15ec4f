// SPDX-License-Identifier: MIT
// sternhalma perft: counts move sequences, the classic check of a move generator.
#include <stddef.h> // offsetof
#include <stdio.h>  // printf

#include "cli/commands.h"
#include "json/encode.h"

enum { MOST_DEPTH = 30 };

typedef struct perft_choices {
    bool divide, legal;
} perft_choices;

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_DIVIDE, .offset = offsetof(perft_choices, divide)},
    {.id = SH_OPTION_LEGAL, .offset = offsetof(perft_choices, legal)},
    {.id = SH_OPTION_RULES, .otherwise = "strict"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_perft = {
    .words = "GAME DEPTH [POSITION]",
    .least = 2,
    .most = 3,
    .about =
        "Counts the move sequences of every length up to DEPTH from a position (the start if none "
        "is given). Two ways of the same piece to the same cell are one move; sequences end where "
        "the game does. Moves into illegal positions count, as in the published tables, unless "
        "--legal is given.",
    .takes = takes,
    .more =
        "Examples:\n"
        "  sternhalma perft 7x7/6 4\n"
        "  sternhalma perft 5x5/3 3 --divide\n\n"
        "JSON keys: game, rules, position, turn, verdict, depth, counts (a list, from depth 1), "
        "seconds, divide (with --divide: a list of move, count).\n",
};

// A count in progress.
typedef struct counting {
    sh_cli *cli;
    const sh_game *game;
    bool legal; // --legal
    sh_monitor monitor;
    sh_progress progress; // done: sequences counted so far at this depth
    double begun;
} counting;

static int list_moves(const counting *c, const sh_position *position, sh_move *moves) {
    return (c->legal ? sh_moves_list : sh_moves_list_plain)(c->game, position, moves);
}

// Counts sequences four plies at a time; in between it can be watched and interrupted.
static uint64_t count_sequences(counting *c, sh_position *position, int depth) {
    if (depth <= 4) {
        uint64_t sequences = (c->legal ? sh_perft_legal : sh_perft)(c->game, position, depth);
        c->progress.done += sequences;
        c->progress.seconds = sh_clock() - c->begun;
        sh_report(&c->monitor, &c->progress);
        return sequences;
    }
    sh_move moves[SH_MAX_MOVES];
    int count = list_moves(c, position, moves);
    uint64_t sum = 0;
    for (int i = 0; i < count && !sh_stopped(&c->monitor); i++) {
        sh_move_apply(c->game, position, moves[i]);
        sum += count_sequences(c, position, depth - 1);
        sh_move_undo(c->game, position, moves[i]);
    }
    return sum;
}

static uint64_t count_depth(counting *c, sh_position *position, int depth) {
    c->progress = (sh_progress){.phase = "depth", .round = depth};
    c->begun = sh_clock();
    uint64_t sequences = count_sequences(c, position, depth);
    sh_cli_progress_end(c->cli);
    return sequences;
}

static json_t *divide(counting *c, sh_position *position, int depth) {
    json_t *list = json_array();
    sh_move moves[SH_MAX_MOVES];
    int count = depth > 0 ? list_moves(c, position, moves) : 0;
    for (int i = 0; i < count && !sh_stopped(&c->monitor); i++) {
        char text[SH_MAX_MOVE_TEXT], digits[SH_CLI_TEXT];
        sh_move_print(c->game, moves[i], text);
        sh_move_apply(c->game, position, moves[i]);
        uint64_t sequences = count_depth(c, position, depth - 1);
        sh_move_undo(c->game, position, moves[i]);
        sh_cli_print_count(sequences, digits);
        if (!c->cli->json) printf("%-8s %16s\n", text, digits);
        json_array_append_new(
            list, json_pack("{s:s, s:I}", "move", text, "count", (json_int_t)sequences));
    }
    return list;
}

// Counts depth after depth and prints each as it is done.
static json_t *count_depths(counting *c, sh_position *position, int depth) {
    json_t *counts = json_array();
    for (int d = 1; d <= depth; d++) {
        uint64_t sequences = count_depth(c, position, d);
        if (sh_stopped(&c->monitor)) break;
        char digits[SH_CLI_TEXT];
        sh_cli_print_count(sequences, digits);
        if (!c->cli->json) printf("depth %2d  %20s  %8.3f s\n", d, digits, sh_clock() - c->begun);
        fflush(stdout);
        json_array_append_new(counts, json_integer((json_int_t)sequences));
    }
    return counts;
}

sh_status sh_cmd_perft(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_game game;
    sh_position position;
    int64_t depth = 0;
    perft_choices choices = {0};
    sh_status status = sh_cli_parse(cli, &sh_usage_perft, argc, argv, &choices, &words, error);
    if (!status) status = sh_cli_game(cli, words.word[0], &game, error);
    if (!status) status = sh_cli_number("the depth", words.word[1], 1, MOST_DEPTH, &depth, error);
    if (!status) status = sh_cli_position(&game, words.word[2], &position, error);
    if (!status) status = sh_position_check_legal(&game, &position, error);
    if (status) return status;
    double begun = sh_clock();
    counting c = {
        .cli = cli, .game = &game, .legal = choices.legal, .monitor = sh_cli_monitor(cli)};
    json_t *list = choices.divide ? divide(&c, &position, (int)depth) : NULL;
    json_t *counts = count_depths(&c, &position, (int)depth);
    json_t *object = sh_encode_position(&game, &position);
    json_object_set_new(object, "depth", json_integer(depth));
    json_object_set_new(object, "counts", counts);
    json_object_set_new(object, "seconds", json_real(sh_clock() - begun));
    if (list) json_object_set_new(object, "divide", list);
    bool stopped = sh_stopped(&c.monitor);
    if (cli->json && !stopped)
        sh_cli_print_json(object);
    else
        json_decref(object);
    return stopped ? sh_fail(error, SH_INTERRUPTED, "interrupted") : SH_OK;
}

// SPDX-License-Identifier: MIT
// sternhalma perft: counts move sequences, the classic check of a move generator.
#include <stdio.h> // printf

#include "cli/commands.h"

enum { MOST_DEPTH = 30, KEY_DIVIDE = 'd' };

static const struct argp_option options[] = {
    {"divide", KEY_DIVIDE, 0, 0, "Count each first move apart", 0},
    {0},
};

static sh_status read_option(void *input, int key, const char *value, sh_error *error) {
    *(bool *)input = true;
    return SH_OK;
}

static const sh_cli_usage usage = {
    .words = "GAME DEPTH [POSITION]",
    .least = 2,
    .most = 3,
    .doc =
        "Counts the move sequences of every length up to DEPTH from a position (the start if none "
        "is given). Two ways of the same piece to the same cell are one move; sequences end where "
        "the game does.\v"
        "Examples:\n"
        "  sternhalma perft 7x7/6 4\n"
        "  sternhalma perft 5x5/3 3 --divide\n\n"
        "JSON keys: game, rules, position, turn, verdict, depth, counts (a list, from depth 1), "
        "seconds, divide (with --divide: a list of move, count).\n",
    .options = options,
    .option = read_option,
};

// One count that can be interrupted: sequences are counted four plies at a time.
static uint64_t count_sequences(const sh_cli *cli, const sh_game *game, sh_position *position,
                                int depth) {
    if (depth <= 4) return sh_perft(game, position, depth);
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(game, position, moves);
    uint64_t sum = 0;
    for (int i = 0; i < count && !atomic_load(cli->stop); i++) {
        sh_move_apply(game, position, moves[i]);
        sum += count_sequences(cli, game, position, depth - 1);
        sh_move_undo(game, position, moves[i]);
    }
    return sum;
}

static json_t *divide(const sh_cli *cli, const sh_game *game, sh_position *position, int depth) {
    json_t *list = json_array();
    sh_move moves[SH_MAX_MOVES];
    int count = depth > 0 ? sh_moves_list(game, position, moves) : 0;
    for (int i = 0; i < count; i++) {
        char text[SH_MAX_MOVE_TEXT], digits[SH_CLI_TEXT];
        sh_move_print(game, moves[i], text);
        sh_move_apply(game, position, moves[i]);
        uint64_t sequences = count_sequences(cli, game, position, depth - 1);
        sh_move_undo(game, position, moves[i]);
        sh_cli_print_count(sequences, digits);
        if (!cli->json) printf("%-8s %16s\n", text, digits);
        json_array_append_new(
            list, json_pack("{s:s, s:I}", "move", text, "count", (json_int_t)sequences));
    }
    return list;
}

// Counts depth after depth and prints each as it is done.
static json_t *count_depths(const sh_cli *cli, const sh_game *game, sh_position *position,
                            int depth) {
    json_t *counts = json_array();
    for (int d = 1; d <= depth; d++) {
        double begun = sh_clock();
        uint64_t sequences = count_sequences(cli, game, position, d);
        if (atomic_load(cli->stop)) break;
        char digits[SH_CLI_TEXT];
        sh_cli_print_count(sequences, digits);
        if (!cli->json) printf("depth %2d  %20s  %8.3f s\n", d, digits, sh_clock() - begun);
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
    bool divided = false;
    sh_status status = sh_cli_parse(cli, &usage, argc, argv, &divided, &words, error);
    if (!status) status = sh_cli_game(cli, words.word[0], &game, error);
    if (!status) status = sh_cli_number("the depth", words.word[1], 0, MOST_DEPTH, &depth, error);
    if (!status) status = sh_cli_position(&game, words.word[2], &position, error);
    if (!status) status = sh_position_check_legal(&game, &position, error);
    if (status) return status;
    double begun = sh_clock();
    json_t *list = divided ? divide(cli, &game, &position, (int)depth) : NULL;
    json_t *counts = count_depths(cli, &game, &position, (int)depth);
    json_t *object = sh_cli_position_json(&game, &position);
    json_object_set_new(object, "depth", json_integer(depth));
    json_object_set_new(object, "counts", counts);
    json_object_set_new(object, "seconds", json_real(sh_clock() - begun));
    if (list) json_object_set_new(object, "divide", list);
    if (cli->json && !atomic_load(cli->stop))
        sh_cli_print_json(object);
    else
        json_decref(object);
    return atomic_load(cli->stop) ? sh_fail(error, SH_INTERRUPTED, "interrupted") : SH_OK;
}

// SPDX-License-Identifier: MIT
// sternhalma rank: the number of a position.
#include <stdio.h> // printf

#include "cli/commands.h"

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_RULES, .otherwise = "strict"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_rank = {
    .words = "GAME [POSITION]\nPOSITION",
    .least = 1,
    .most = 2,
    .about =
        "Prints the index of a position: its number among all placements of a two-player game with "
        "both turns. The first player's set is ranked in colex order among all sets, the second "
        "player's among the cells left free; the index is (rank1 * C(n-k,k) + rank2) * 2 + turn.",
    .takes = takes,
    .more = "Examples:\n"
            "  sternhalma rank 7x7/3\n"
            "  sternhalma rank 'xx5/x6/7/7/7/6o/5oo o'\n\n"
            "JSON keys: game, rules, position, turn, verdict, winner, pieces, index, positions "
            "(both "
            "decimal strings, for they may need 128 bits), first, second (the ranks, strings).\n",
};

sh_status sh_cmd_rank(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_game game;
    sh_position position;
    sh_ranker *ranker = NULL;
    sh_status status = sh_cli_parse(cli, &sh_usage_rank, argc, argv, NULL, &words, error);
    if (!status) status = sh_cli_game_position(cli, &words, &game, &position, error);
    if (!status) status = sh_ranker_open(&ranker, &game, error);
    if (status) return status;
    if (cli->json) {
        sh_cli_print_rank_json(&game, ranker, &position);
    } else {
        char text[SH_CLI_TEXT];
        sh_cli_print_digits(sh_position_rank(ranker, &position), text);
        printf("%s\n", text);
    }
    sh_ranker_close(ranker);
    return SH_OK;
}

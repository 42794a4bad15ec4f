// SPDX-License-Identifier: MIT
// sternhalma unrank: the position of a number.
#include <stdio.h> // printf

#include "cli/commands.h"

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_RULES, .otherwise = "strict"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_unrank = {
    .words = "GAME INDEX",
    .least = 2,
    .most = 2,
    .about = "Prints the position with this index: the inverse of 'sternhalma rank'.",
    .takes = takes,
    .more = "Example:\n"
            "  sternhalma unrank 7x7/3 1000000\n\n"
            "JSON keys: as for rank.\n",
};

static sh_status unrank(const sh_game *game, const sh_ranker *ranker, const char *text,
                        sh_position *position, sh_error *error) {
    sh_index index;
    sh_status status = sh_cli_index(text, &index, error);
    if (status) return status;
    if (sh_position_unrank(ranker, index, position, NULL) == SH_OK) return SH_OK;
    char last[SH_CLI_TEXT];
    sh_cli_print_digits(sh_ranker_positions(ranker) - 1, last);
    return sh_fail(error, SH_USAGE, "%s has indices from 0 to %s, not %.45s", game->name, last,
                   text);
}

sh_status sh_cmd_unrank(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_game game;
    sh_position position;
    sh_ranker *ranker = NULL;
    sh_status status = sh_cli_parse(cli, &sh_usage_unrank, argc, argv, NULL, &words, error);
    if (!status) status = sh_cli_game(cli, words.word[0], &game, error);
    if (!status) status = sh_ranker_open(&ranker, &game, error);
    if (!status) status = unrank(&game, ranker, words.word[1], &position, error);
    if (status) {
        sh_ranker_close(ranker);
        return status;
    }
    if (cli->json) {
        sh_cli_print_rank_json(&game, ranker, &position);
    } else {
        char text[SH_MAX_POSITION_TEXT];
        sh_position_print(&game, &position, text);
        printf("%s\n", text);
    }
    sh_ranker_close(ranker);
    return SH_OK;
}

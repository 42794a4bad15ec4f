// SPDX-License-Identifier: MIT
// Tables that commands are given: one by its name, or the folder that holds it.
#include "cli/given_table.h"

#include <stdio.h> // printf

#include "json/encode.h"

sh_status sh_cli_table_rules(const sh_cli *cli, const sh_table *table, sh_error *error) {
    const sh_table_info *info = sh_table_about(table);
    if (!cli->given[SH_OPTION_RULES] || cli->profile == info->profile) return SH_OK;
    return sh_fail(error, SH_USAGE, "the table is of %s under %s rules, not %s", info->game,
                   sh_profile_name(info->profile), sh_profile_name(cli->profile));
}

sh_status sh_cli_table(const sh_cli *cli, sh_tables **tables, const sh_table **table,
                       const char *path, const sh_game *game, size_t cache_bytes, sh_error *error) {
    *tables = NULL;
    sh_status status = sh_tables_open(tables, path, cache_bytes, error);
    if (status) return status;
    if (game) {
        *table = sh_tables_find(*tables, game);
        if (*table) return SH_OK;
        return sh_fail(error, SH_NO, "there is no table of %s (%s rules) in %.100s", game->name,
                       sh_profile_name(game->profile), path);
    }
    if (sh_tables_count(*tables) != 1)
        return sh_fail(error, SH_USAGE, "%.100s holds %zu tables; name one file", path,
                       sh_tables_count(*tables));
    *table = sh_tables_get(*tables, 0);
    return sh_cli_table_rules(cli, *table, error);
}

void sh_cli_print_value(sh_value value, char *text) {
    if (value.distance < 0)
        snprintf(text, 32, "%s", sh_outcome_name(value.outcome));
    else
        snprintf(text, 32, "%s in %d", sh_outcome_name(value.outcome), value.distance);
}

void sh_cli_print_line(const sh_game *game, const sh_move *line, int length) {
    for (int i = 0; i < length; i++) {
        char move[SH_MAX_MOVE_TEXT];
        sh_move_print(game, line[i], move);
        printf("%d. %s%s", i + 1, move, i == length - 1 || i % 8 == 7 ? "\n" : "  ");
    }
}

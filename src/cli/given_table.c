// SPDX-License-Identifier: MIT
// See tables.h.
#include "cli/given_table.h"

#include <stdio.h> // printf

sh_status sh_cli_table(sh_tables **tables, const sh_table **table, const char *path,
                       const sh_game *game, size_t cache_bytes, sh_error *error) {
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
    return SH_OK;
}

const char *sh_cli_outcome(sh_outcome outcome) {
    return outcome == SH_WIN ? "win" : outcome == SH_DRAW ? "draw" : "loss";
}

void sh_cli_print_value(sh_value value, char *text) {
    if (value.distance < 0)
        snprintf(text, 32, "%s", sh_cli_outcome(value.outcome));
    else
        snprintf(text, 32, "%s in %d", sh_cli_outcome(value.outcome), value.distance);
}

void sh_cli_value_json(json_t *object, sh_value value) {
    json_object_set_new(object, "value", json_string(sh_cli_outcome(value.outcome)));
    if (value.distance >= 0) json_object_set_new(object, "distance", json_integer(value.distance));
}

json_t *sh_cli_line_json(const sh_game *game, const sh_move *line, int length) {
    json_t *list = json_array();
    for (int i = 0; i < length; i++) {
        char move[SH_MAX_MOVE_TEXT];
        sh_move_print(game, line[i], move);
        json_array_append_new(list, json_string(move));
    }
    return list;
}

void sh_cli_print_line(const sh_game *game, const sh_move *line, int length) {
    for (int i = 0; i < length; i++) {
        char move[SH_MAX_MOVE_TEXT];
        sh_move_print(game, line[i], move);
        printf("%d. %s%s", i + 1, move, i == length - 1 || i % 8 == 7 ? "\n" : "  ");
    }
}

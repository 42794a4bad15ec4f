// SPDX-License-Identifier: MIT
// Figures as `sternhalma solve` gives them, from the table alone: what takes the order of the
// solver's rounds, depths and reachability, is not in a table.
#include "cli/cmd_stats_race.h"

#include <stdio.h> // printf

#include "cli/race_text.h"
#include "table/stats_race.h"

static void print_json(const sh_table *table, const sh_race_stats *stats) {
    const sh_table_info *info = sh_table_about(table);
    uint64_t type[SH_TYPES], states = 3 * stats->placements;
    for (int i = 0; i < SH_TYPES; i++) type[i] = 3 * stats->type[i];
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:I, s:I}", "game", info->game, "rules",
                  sh_profile_name(info->profile), "metric", sh_metric_name(info->metric),
                  "placements", (json_int_t)stats->placements, "states", (json_int_t)states);
    json_object_set_new(object, "layers",
                        json_pack("{s:{s:I, s:I, s:I}, s:{s:I}, s:{s:I}}", "solo", "win",
                                  (json_int_t)stats->solo_win, "loss", (json_int_t)stats->solo_loss,
                                  "draw", (json_int_t)stats->solo_draw, "enable_next", "win",
                                  (json_int_t)stats->enable_next, "enable_previous", "win",
                                  (json_int_t)stats->enable_previous));
    json_object_set_new(object, "types", sh_cli_types_json(type));
    json_object_set_new(object, "kingmakers", sh_cli_kingmakers_json(stats->kingmaker));
    json_object_set_new(object, "crowned", sh_cli_crowned_json(stats->crowned));
    sh_cli_print_json(object);
}

static void print_count(const char *what, uint64_t count) {
    char text[SH_CLI_TEXT];
    sh_cli_print_count(count, text);
    printf("  %-32s %17s\n", what, text);
}

static void print_text(const sh_table *table, const sh_race_stats *stats) {
    char placements[SH_CLI_TEXT];
    sh_cli_print_count(stats->placements, placements);
    printf("%s: %s placements, each with three players to move\n", sh_table_game(table)->name,
           placements);
    printf("\nstates in which a player\n");
    print_count("can force its own win", stats->solo_win);
    print_count("can be shut out", stats->solo_loss);
    print_count("can neither win nor be shut out", stats->solo_draw);
    print_count("can enable the next one", stats->enable_next);
    print_count("can enable the previous one", stats->enable_previous);
    printf("\nstates by control type\n");
    for (int i = 0; i < SH_TYPES; i++) print_count(sh_control_type_name(i), 3 * stats->type[i]);
    sh_cli_kingmakers_print(stats->kingmaker, stats->crowned);
}

sh_status sh_cli_stats_race(sh_cli *cli, const sh_table *table, sh_pool *pool, sh_error *error) {
    sh_race_stats stats;
    sh_monitor monitor = sh_cli_monitor(cli);
    sh_status status = sh_race_stats_gather(&stats, table, pool, &monitor, error);
    sh_cli_progress_end(cli);
    if (!status) (cli->json ? print_json : print_text)(table, &stats);
    return status;
}

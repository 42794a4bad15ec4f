// SPDX-License-Identifier: MIT
// Figures as `sternhalma solve` gives them, from the table alone: what takes the order of the
// solver's rounds, depths and reachability, is not in a table.
#include "cli/cmd_stats_race.h"

#include <stdio.h> // printf

#include "cli/race_text.h"
#include "table/stats_race.h"
#include "json/encode.h"

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
    for (int i = 0; i < SH_TYPES; i++)
        print_count(sh_control_type_name(i), 3 * stats->control.type[i]);
    sh_cli_kingmakers_print(stats->control.kingmaker, stats->control.crowned);
}

sh_status sh_cli_stats_race(sh_cli *cli, const sh_table *table, sh_pool *pool, sh_error *error) {
    sh_race_stats stats;
    sh_monitor monitor = sh_cli_monitor(cli);
    sh_status status = sh_race_stats_gather(&stats, table, pool, &monitor, error);
    sh_cli_progress_end(cli);
    if (!status && cli->json)
        sh_cli_print_json(sh_encode_race_stats(table, &stats));
    else if (!status)
        print_text(table, &stats);
    return status;
}

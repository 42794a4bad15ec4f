// SPDX-License-Identifier: MIT
// sternhalma stats: a whole table in figures.
#include <stddef.h> // offsetof
#include <stdio.h>  // printf
#include <stdlib.h> // malloc

#include "cli/cmd_stats_race.h"
#include "cli/commands.h"
#include "cli/given_table.h"
#include "cli/plot.h"
#include "table/stats.h"
#include "json/encode.h"

typedef struct stats_options {
    bool brief, csv, svg;
    int64_t threads;
} stats_options;

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_BRIEF, .offset = offsetof(stats_options, brief)},
    {.id = SH_OPTION_CSV,
     .offset = offsetof(stats_options, csv),
     .help = "Print the two histograms as comma-separated values"},
    {.id = SH_OPTION_SVG,
     .offset = offsetof(stats_options, svg),
     .help = "Print a drawing (SVG) of the two histograms"},
    {.id = SH_OPTION_THREADS,
     .offset = offsetof(stats_options, threads),
     .otherwise = "one for each CPU"},
    {.id = SH_OPTION_RULES, .otherwise = "those of the table"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_stats = {
    .words = "FILE",
    .least = 1,
    .most = 1,
    .about =
        "Reads a whole table and prints how many positions are won and lost at each distance and "
        "at each lead in progress, and the longest wins. Counts are of positions with one player "
        "to move; the lead is the mover's. Of a table of three players it prints who controls the "
        "game how often.",
    .takes = takes,
    .table = 1,
    .more =
        "Examples:\n"
        "  sternhalma stats 7x7-3.shtb\n"
        "  sternhalma stats 7x7-3.shtb --brief\n"
        "  sternhalma stats 7x7-3.shtb --csv > 7x7-3.csv\n"
        "  sternhalma stats 7x7-3.shtb --svg > 7x7-3.svg\n\n"
        "Columns of --csv: by (plies or lead), number, won, drawn, lost.\n\n"
        "JSON keys: game, rules, metric, wins, losses, draws, illegal, by_plies: counts by plies "
        "to "
        "the end (losses at 0 where the table has only wins' distances); leads: a list of lead, "
        "wins, draws, losses; longest: plies, states, positions, "
        "or null. Three players: game, rules, metric, placements, states, layers, types, "
        "kingmakers, crowned as in solve.\n",
};

static uint64_t tally_sum(const sh_outcome_counts *t) { return t->win + t->draw + t->loss; }

static void print_json(const sh_table *table, const sh_stats *stats) {
    sh_cli_print_json(sh_encode_stats(table, stats));
}

static void print_distances(const sh_stats *stats, bool only_wins) {
    uint64_t most = 1;
    for (int i = 0; i < SH_STATS_PLIES; i++)
        if (stats->plies[i] > most) most = stats->plies[i];
    printf("\nplies to the end (odd: the mover wins%s)\n",
           only_wins ? "; of losses the table has none, they are counted at 0" : "");
    for (int i = 0; i < SH_STATS_PLIES; i++) {
        char count[48];
        if (!stats->plies[i]) continue;
        sh_cli_print_count(stats->plies[i], count);
        printf("%4d %15s ", i, count);
        for (uint64_t bar = 0; bar < stats->plies[i] * 50 / most; bar++) putchar('#');
        putchar('\n');
    }
}

static void print_leads(const sh_stats *stats) {
    printf("\nlead of the mover: positions, of which won, drawn, lost (per cent)\n");
    for (int i = 0; i < SH_STATS_LEADS; i++) {
        const sh_outcome_counts *t = &stats->lead[i];
        char count[48];
        double all = (double)tally_sum(t);
        if (!tally_sum(t)) continue;
        sh_cli_print_count(tally_sum(t), count);
        printf("%+4d %15s %7.3f %7.3f %7.3f\n", i - SH_STATS_LEADS / 2, count,
               100 * (double)t->win / all, 100 * (double)t->draw / all,
               100 * (double)t->loss / all);
    }
}

static void print_summary(const sh_table *table, const sh_stats *stats) {
    const sh_game *game = sh_table_game(table);
    char win[48], draw[48], loss[48];
    sh_cli_print_count(stats->all.win, win);
    sh_cli_print_count(stats->all.draw, draw);
    sh_cli_print_count(stats->all.loss, loss);
    printf("%s: %s won, %s drawn, %s lost for the mover\n", game->name, win, draw, loss);
}

static void print_longest(const sh_table *table, const sh_stats *stats, int most) {
    const sh_game *game = sh_table_game(table);
    if (stats->longest < 0) return;
    printf("\nlongest wins: %d plies, %llu states; the first of them:\n", stats->longest,
           (unsigned long long)stats->longest_states);
    for (int i = 0; i < stats->examples && i < most; i++) {
        char text[SH_MAX_POSITION_TEXT];
        sh_position_print(game, &stats->example[i], text);
        printf("  %s\n", text);
    }
}

static void print_text(const sh_table *table, const sh_stats *stats) {
    print_summary(table, stats);
    if (stats->longest >= 0) print_distances(stats, sh_table_about(table)->only_wins);
    print_leads(stats);
    print_longest(table, stats, SH_STATS_PLIES);
}

static void print_brief(const sh_table *table, const sh_stats *stats) {
    print_summary(table, stats);
    print_longest(table, stats, 1);
}

static void print_csv(const sh_table *table, const sh_stats *stats) {
    (void)table;
    printf("by,number,won,drawn,lost\n");
    for (int i = 0; i < SH_STATS_PLIES; i++) {
        unsigned long long many = stats->plies[i];
        if (many) printf("plies,%d,%llu,0,%llu\n", i, i & 1 ? many : 0, i & 1 ? 0 : many);
    }
    for (int i = 0; i < SH_STATS_LEADS; i++) {
        const sh_outcome_counts *t = &stats->lead[i];
        if (tally_sum(t))
            printf("lead,%d,%llu,%llu,%llu\n", i - SH_STATS_LEADS / 2, (unsigned long long)t->win,
                   (unsigned long long)t->draw, (unsigned long long)t->loss);
    }
}

// Bars of won, drawn and lost positions over some number.
typedef struct outcome_bars {
    int count;
    double at[SH_STATS_PLIES > SH_STATS_LEADS ? SH_STATS_PLIES : SH_STATS_LEADS];
    double of[3][SH_STATS_PLIES > SH_STATS_LEADS ? SH_STATS_PLIES : SH_STATS_LEADS];
} outcome_bars;

static void add_bar(outcome_bars *bars, int at, double won, double drawn, double lost) {
    if (won + drawn + lost == 0) return;
    bars->at[bars->count] = at;
    bars->of[0][bars->count] = won;
    bars->of[1][bars->count] = drawn;
    bars->of[2][bars->count++] = lost;
}

static void print_svg(const sh_table *table, const sh_stats *stats) {
    static const char *const NAMES[3] = {"won", "drawn", "lost"};
    outcome_bars bars[2] = {{0}, {0}};
    sh_plot_series series[2][3];
    char title[2][96];
    for (int i = 0; i < SH_STATS_PLIES; i++) {
        double many = (double)stats->plies[i];
        add_bar(&bars[0], i, i & 1 ? many : 0, 0, i & 1 ? 0 : many);
    }
    for (int i = 0; i < SH_STATS_LEADS; i++) {
        const sh_outcome_counts *t = &stats->lead[i];
        add_bar(&bars[1], i - SH_STATS_LEADS / 2, (double)t->win, (double)t->draw, (double)t->loss);
    }
    for (int i = 0; i < 2; i++)
        for (int s = 0; s < 3; s++)
            series[i][s] =
                (sh_plot_series){NAMES[s], SH_PLOT_BARS, bars[i].count, bars[i].at, bars[i].of[s]};
    const char *game = sh_table_about(table)->game;
    snprintf(title[0], sizeof title[0], "%.32s: positions by plies to the end", game);
    snprintf(title[1], sizeof title[1], "%.32s: positions by lead of the mover", game);
    sh_plot plots[2] = {{title[0], "plies", "positions", 3, series[0]},
                        {title[1], "lead", "positions", 3, series[1]}};
    bool distances = stats->longest >= 0;
    sh_cli_print_plots(distances ? plots : plots + 1, distances ? 2 : 1);
}

typedef void print_stats(const sh_table *table, const sh_stats *stats);

static sh_status stats_duel(sh_cli *cli, const sh_table *table, print_stats *print, sh_pool *pool,
                            sh_error *error) {
    sh_stats *stats = malloc(sizeof *stats);
    if (!stats) return sh_fail(error, SH_RESOURCES, "out of memory for statistics");
    sh_monitor monitor = sh_cli_monitor(cli);
    sh_status status = sh_stats_gather(stats, table, pool, &monitor, error);
    sh_cli_progress_end(cli);
    if (!status) print(table, stats);
    free(stats);
    return status;
}

// One way to print them at most, and of three players only text or JSON.
static sh_status check_options(const sh_cli *cli, bool race, sh_error *error) {
    static const sh_option_id ways[] = {SH_OPTION_BRIEF, SH_OPTION_CSV, SH_OPTION_SVG,
                                        SH_OPTION_NONE};
    int given = cli->given[SH_OPTION_JSON];
    for (int i = 0; ways[i]; i++) given += cli->given[ways[i]];
    if (race) return sh_cli_refuse_all(cli, ways, "the table is of three players", error);
    if (given < 2) return SH_OK;
    return sh_fail(error, SH_USAGE, "choose one of --brief, --csv, --svg and --json");
}

sh_status sh_cmd_stats(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    stats_options own = {0};
    sh_tables *tables = NULL;
    const sh_table *table;
    sh_pool *pool = NULL;
    sh_status status = sh_cli_parse(cli, &sh_usage_stats, argc, argv, &own, &words, error);
    if (!status) status = sh_cli_table(cli, &tables, &table, words.word[0], NULL, 0, error);
    bool race = !status && sh_table_about(table)->metric == SH_CONTROL;
    print_stats *print = own.svg     ? print_svg
                         : own.csv   ? print_csv
                         : own.brief ? print_brief
                         : cli->json ? print_json
                                     : print_text;
    if (!status) status = check_options(cli, race, error);
    if (!status) status = sh_pool_open(&pool, (int)own.threads, error);
    if (!status)
        status = race ? sh_cli_stats_race(cli, table, pool, error)
                      : stats_duel(cli, table, print, pool, error);
    sh_pool_close(pool);
    sh_tables_close(tables);
    return status;
}

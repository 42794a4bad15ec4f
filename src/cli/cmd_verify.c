// SPDX-License-Identifier: MIT
// sternhalma verify: derives the values of a table anew and compares.
#include <stdio.h> // printf

#include "cli/commands.h"
#include "solve/verify.h"
#include "table/reader.h"

enum {
    KEY_FULL = 'f',
    KEY_SAMPLE = 's',
    KEY_THREADS = 't',
    KEY_SEED = 0x2000,
    MOST_THREADS = 4096
};

typedef struct verify_options {
    sh_verify_settings settings;
    int threads;
} verify_options;

static const struct argp_option options[] = {
    {"full", KEY_FULL, 0, 0,
     "Without distances: also find a ground for every win and loss, which proves the table right",
     0},
    {"sample", KEY_SAMPLE, "N", 0, "Check N random states instead of all", 0},
    {"seed", KEY_SEED, "N", 0, "Choose them by this number (default: 1)", 0},
    {"threads", KEY_THREADS, "N", 0, "Use N threads (default: one a CPU)", 0},
    {0},
};

static sh_status read_option(void *input, int key, const char *value, sh_error *error) {
    verify_options *verify = input;
    int64_t number = 0;
    sh_status status = SH_OK;
    switch (key) {
    case KEY_FULL:
        verify->settings.ground = true;
        return SH_OK;
    case KEY_SAMPLE:
        status = sh_cli_number("the size of the sample", value, 1, INT64_MAX, &number, error);
        verify->settings.sample = (uint64_t)number;
        return status;
    case KEY_SEED:
        status = sh_cli_number("the seed", value, 0, INT64_MAX, &number, error);
        verify->settings.seed = (uint64_t)number;
        return status;
    default:
        status = sh_cli_number("the number of threads", value, 1, MOST_THREADS, &number, error);
        verify->threads = (int)number;
        return status;
    }
}

static const sh_cli_usage usage = {
    .words = "FILE",
    .least = 1,
    .most = 1,
    .doc = "Derives every value of a table anew from the values of its successors, with the plain "
           "rules and nothing of the solver, and checks the counts in its header. With distances "
           "this proves the table right; without them draws could still be called wins and losses "
           "that have only each other as a reason, which --full excludes.\v"
           "Examples:\n"
           "  sternhalma verify 7x7-3.shtb\n"
           "  sternhalma verify 5x5-4.shtb --full\n"
           "  sternhalma verify 7x7-4.shtb --sample 1000000\n",
    .options = options,
    .option = read_option,
};

static void value_text(uint16_t value, bool distances, char text[32]) {
    if (value == SH_VALUE_ILLEGAL)
        snprintf(text, 32, "illegal");
    else if (value == SH_VALUE_DRAW)
        snprintf(text, 32, "draw");
    else if (distances)
        snprintf(text, 32, "%s in %u", value & 1 ? "win" : "loss", value);
    else
        snprintf(text, 32, "%s", value & 1 ? "win" : "loss");
}

// One sentence about what is wrong with the table; SH_OK if nothing is.
static sh_status judge(const sh_table *table, const sh_verify_report *report, bool distances,
                       sh_error *error) {
    const sh_table_info *info = sh_table_about(table);
    if (report->wrong) {
        char found[32], expected[32], position[SH_MAX_POSITION_TEXT];
        value_text(report->found, distances, found);
        value_text(report->expected, distances, expected);
        sh_position_print(sh_table_game(table), &report->position, position);
        return sh_fail(error, SH_NO, "%llu values are wrong; the first: %s is %s and should be %s",
                       (unsigned long long)report->wrong, position, found, expected);
    }
    if (report->wins != info->wins || report->losses != info->losses ||
        report->draws != info->draws || report->illegal != info->illegal)
        return sh_fail(error, SH_NO, "the counts in the header are not those of the values");
    return SH_OK;
}

static void print_report(const sh_cli *cli, const sh_table *table, const sh_verify_report *report,
                         double seconds) {
    const sh_table_info *info = sh_table_about(table);
    if (cli->json) {
        sh_cli_print_json(json_pack(
            "{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:i, s:b, s:f}", "game", info->game,
            "rules", sh_profile_name(info->profile), "metric", sh_metric_name(info->metric),
            "checked", (json_int_t)report->checked, "wrong", (json_int_t)report->wrong, "wins",
            (json_int_t)report->wins, "losses", (json_int_t)report->losses, "draws",
            (json_int_t)report->draws, "illegal", (json_int_t)report->illegal, "longest",
            (int)report->longest, "proven", report->proven, "seconds", seconds));
        return;
    }
    char checked[SH_CLI_TEXT], states[SH_CLI_TEXT];
    sh_cli_print_count(report->checked, checked);
    sh_cli_print_count(info->rows * info->columns, states);
    printf("%s (%s, %s): %s of %s states checked in %.1f s, %s\n", info->game,
           sh_profile_name(info->profile), sh_metric_name(info->metric), checked, states, seconds,
           report->wrong    ? "some wrong"
           : report->proven ? "all proven right"
                            : "each agrees with its successors");
}

static sh_status verify_duel(sh_cli *cli, const sh_table *table, const verify_options *verify,
                             sh_error *error) {
    sh_value_source source = sh_table_source(table);
    sh_verify_settings settings = verify->settings;
    settings.longest = sh_table_about(table)->longest;
    settings.ground = verify->settings.ground && !source.distances;
    sh_monitor monitor = sh_cli_monitor(cli);
    sh_verify_report report = {0};
    sh_pool *pool;
    sh_status status = sh_pool_open(&pool, verify->threads, error);
    if (status) return status;
    double start = sh_clock();
    status = sh_verify(sh_table_game(table), &source, &settings, pool, &monitor, &report, error);
    sh_cli_progress_end(cli);
    sh_pool_close(pool);
    if (status && status != SH_NO) return status;
    print_report(cli, table, &report, sh_clock() - start);
    return judge(table, &report, source.distances, error);
}

sh_status sh_cmd_verify(sh_cli *cli, int argc, char **argv, sh_error *error) {
    verify_options verify = {.settings = {.seed = 1}};
    sh_cli_words words;
    sh_table *table;
    sh_status status = sh_cli_parse(cli, &usage, argc, argv, &verify, &words, error);
    if (!status && verify.settings.ground && verify.settings.sample)
        status =
            sh_fail(error, SH_USAGE, "--full is about all states, --sample about some of them");
    if (!status) status = sh_table_open(&table, words.word[0], 0, error);
    if (status) return status;
    if (sh_table_game(table)->family == SH_DUEL)
        status = verify_duel(cli, table, &verify, error);
    else
        status =
            sh_fail(error, SH_USAGE, "%s is a table of %s; only two-player tables are verified",
                    words.word[0], sh_table_game(table)->name);
    sh_table_close(table);
    return status;
}

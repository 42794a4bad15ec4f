// SPDX-License-Identifier: MIT
// sternhalma verify: derives the values of a table again and compares.
#include <stddef.h> // offsetof
#include <stdio.h>  // printf

#include "cli/commands.h"
#include "cli/given_table.h"
#include "cli/race_text.h"
#include "solve/verify/verify.h"
#include "table/reader.h"
#include "json/encode.h"

typedef struct verify_options {
    bool full;
    int64_t sample, seed, threads;
} verify_options;

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_FULL, .offset = offsetof(verify_options, full), .without = SH_OPTION_SAMPLE},
    {.id = SH_OPTION_SAMPLE, .offset = offsetof(verify_options, sample)},
    {.id = SH_OPTION_SEED,
     .offset = offsetof(verify_options, seed),
     .usual = "1",
     .with = SH_OPTION_SAMPLE},
    {.id = SH_OPTION_THREADS,
     .offset = offsetof(verify_options, threads),
     .otherwise = "one for each CPU"},
    {.id = SH_OPTION_RULES, .otherwise = "those of the table"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_verify = {
    .words = "FILE",
    .least = 1,
    .most = 1,
    .about =
        "Derives every value of a table again from the values of its successors, by the plain "
        "rules and without code of the solver, and checks the counts in its header. With distances "
        "this proves the table right. Without them, wins and losses could still support only each "
        "other, and with three players a coalition could be said to force what it puts off for "
        "ever: --full excludes that.",
    .takes = takes,
    .table = 1,
    .more = "Examples:\n"
            "  sternhalma verify 7x7-3.shtb\n"
            "  sternhalma verify 5x5-4.shtb --full\n"
            "  sternhalma verify star37.shtb --sample 1000000\n",
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

static void name_duel_error(const sh_table *table, const sh_verify_report *report, char *text,
                            size_t size) {
    bool distances = sh_table_about(table)->metric == SH_DTW;
    char found[32], expected[32];
    value_text(report->found, distances, found);
    value_text(report->expected, distances, expected);
    snprintf(text, size, " is %s and should be %s", found, expected);
}

// The first of the answers that differ.
static void name_race_error(const sh_table *table, const sh_verify_report *report, char *text,
                            size_t size) {
    int number = __builtin_ctz((unsigned)(report->found ^ report->expected)), kind = number / 3;
    char letter[3];
    for (int i = 0; i < 3; i++)
        letter[i] = sh_game_letter(sh_table_game(table), (report->position.turn + number + i) % 3);
    const char *verb = report->found >> number & 1 ? "says" : "denies";
    if (kind == 1 || kind == 2)
        snprintf(text, size, ", of which the table wrongly %s that %c can enable %c", verb,
                 letter[0], letter[kind]);
    else
        snprintf(text, size, ", of which the table wrongly %s that %c can force %s alone", verb,
                 letter[0], kind ? "a draw" : "its win");
}

// One sentence about what is wrong with the table; SH_OK if nothing is.
static sh_status judge(const sh_table *table, const sh_verify_report *report, sh_error *error) {
    const sh_table_info *info = sh_table_about(table);
    if (report->wrong) {
        char what[80], position[SH_MAX_POSITION_TEXT];
        (info->metric == SH_CONTROL ? name_race_error : name_duel_error)(table, report, what,
                                                                         sizeof what);
        sh_position_print(sh_table_game(table), &report->position, position);
        return sh_fail(error, SH_NO, "%llu values are wrong; the first: %s%s",
                       (unsigned long long)report->wrong, position, what);
    }
    if (!report->counted) return SH_OK; // a race, or a sample
    if (report->wins != info->wins || report->losses != info->losses ||
        report->draws != info->draws || report->illegal != info->illegal)
        return sh_fail(error, SH_NO, "the counts in the header are not those of the values");
    return SH_OK;
}

static json_t *counts_json(const sh_table_info *info, const sh_verify_report *report) {
    if (info->metric == SH_CONTROL) {
        uint64_t states[SH_TYPES];
        for (int i = 0; i < SH_TYPES; i++) states[i] = 3 * report->type[i];
        return json_pack("{s:o}", "types", sh_encode_types(states));
    }
    return json_pack("{s:I, s:I, s:I, s:I, s:i}", "wins", (json_int_t)report->wins, "losses",
                     (json_int_t)report->losses, "draws", (json_int_t)report->draws, "illegal",
                     (json_int_t)report->illegal, "longest", (int)report->longest);
}

static void print_json(const sh_table_info *info, const sh_verify_report *report, double seconds) {
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:I, s:I}", "game", info->game, "rules",
                  sh_profile_name(info->profile), "metric", sh_metric_name(info->metric), "checked",
                  (json_int_t)report->checked, "wrong", (json_int_t)report->wrong);
    json_t *counts = counts_json(info, report);
    json_object_update(object, counts);
    json_decref(counts);
    json_object_set_new(object, "proven", json_boolean(report->proven));
    json_object_set_new(object, "seconds", json_real(seconds));
    sh_cli_print_json(object);
}

static void print_text(const sh_table *table, const sh_verify_report *report, double seconds) {
    const sh_table_info *info = sh_table_about(table);
    bool race = info->metric == SH_CONTROL;
    char checked[SH_CLI_TEXT], all[SH_CLI_TEXT];
    sh_cli_print_count(report->checked, checked);
    sh_cli_print_count(race ? (uint64_t)sh_triples_placements(sh_table_game(table))
                            : info->rows * info->columns,
                       all);
    printf("%s (%s, %s): %s of %s %s checked in %.1f s, %s\n", info->game,
           sh_profile_name(info->profile), sh_metric_name(info->metric), checked, all,
           race ? "placements" : "states", seconds,
           report->wrong    ? "some wrong"
           : report->proven ? "all proven right"
                            : "each agrees with its successors");
}

static sh_status verify_table(sh_cli *cli, const sh_table *table, const verify_options *verify,
                              sh_error *error) {
    sh_value_source source = sh_table_source(table);
    sh_verify_settings settings = {.ground = verify->full && !source.distances,
                                   .sample = (uint64_t)verify->sample,
                                   .seed = (uint64_t)verify->seed,
                                   .longest = sh_table_about(table)->longest};
    sh_monitor monitor = sh_cli_monitor(cli);
    sh_verify_report report = {0};
    sh_pool *pool;
    double start = sh_clock();
    sh_status status = settings.sample ? SH_OK : sh_table_check(table, error);
    if (status) return status;
    status = sh_pool_open(&pool, (int)verify->threads, error);
    if (status) return status;
    status = sh_verify(sh_table_game(table), &source, &settings, pool, &monitor, &report, error);
    sh_cli_progress_end(cli);
    sh_pool_close(pool);
    if (status && status != SH_NO) return status;
    if (cli->json)
        print_json(sh_table_about(table), &report, sh_clock() - start);
    else
        print_text(table, &report, sh_clock() - start);
    return judge(table, &report, error);
}

sh_status sh_cmd_verify(sh_cli *cli, int argc, char **argv, sh_error *error) {
    verify_options verify = {0};
    sh_cli_words words;
    sh_table *table;
    sh_status status = sh_cli_parse(cli, &sh_usage_verify, argc, argv, &verify, &words, error);
    if (!status) status = sh_table_open(&table, words.word[0], 0, error);
    if (status) return status;
    status = sh_cli_table_rules(cli, table, error);
    if (!status) status = verify_table(cli, table, &verify, error);
    sh_table_close(table);
    return status;
}

// SPDX-License-Identifier: MIT
// sternhalma info: what a table is.
#include <stdio.h> // printf
#include <time.h>  // gmtime_r

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/given_table.h"
#include "json/encode.h"

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_CHECK},
    {.id = SH_OPTION_RULES, .otherwise = "those of the table"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_info = {
    .words = "PATH",
    .least = 1,
    .most = 1,
    .about = "Prints the header of a table, or of every table of a directory: game, rules, metric, "
             "counts, sizes and checksum. With --check every byte is read and every checksum "
             "compared.",
    .takes = takes,
    .table = 1,
    .more = "Examples:\n"
            "  sternhalma info 7x7-3.shtb --check\n"
            "  sternhalma info tables/ --json\n\n"
            "JSON keys: tables, a list of game, rules, metric, version, rows, columns, states, "
            "wins, losses, draws, illegal (of the mover; null of three players), longest, "
            "only_wins, blocks, "
            "block_states, bytes, files, part_bytes, bits_per_state, created, creator, checksum, "
            "checked.\n",
};

static void print_date(uint64_t created, char text[32]) {
    time_t seconds = (time_t)created;
    struct tm date;
    if (created == 0)
        snprintf(text, 32, "undated");
    else if (!gmtime_r(&seconds, &date) || !strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &date))
        snprintf(text, 32, "?");
}

static double bits_per_state(const sh_table_info *info) {
    return 8.0 * (double)info->file_bytes / ((double)info->rows * (double)info->columns);
}

static json_t *info_json(const sh_table_info *info, bool checked) {
    json_t *object = sh_encode_table(info);
    json_object_set_new(object, "checked", json_boolean(checked));
    return object;
}

static void print_count(const char *what, uint64_t count) {
    char text[48];
    sh_cli_print_count(count, text);
    printf("  %-14s %s\n", what, text);
}

static void print_info(const sh_table_info *info, bool checked) {
    char date[32], size[32];
    print_date(info->created, date);
    sh_memory_print((double)info->file_bytes, size);
    printf("%s, %s rules, metric %s\n", info->game, sh_profile_name(info->profile),
           sh_metric_name(info->metric));
    print_count("states", info->rows * info->columns);
    if (info->metric != SH_CONTROL) {
        printf("  positions with one player to move:\n");
        print_count("mover wins", info->wins);
        print_count("mover loses", info->losses);
        print_count("draws", info->draws);
        print_count("illegal", info->illegal);
    }
    if (info->metric == SH_DTW)
        printf("  %-14s %u plies%s\n", "longest", info->longest,
               info->only_wins ? " (only wins' distances are stored)" : "");
    printf("  %-14s %s, %.4f bits a state\n", "size", size, bits_per_state(info));
    if (info->files > 1) {
        sh_memory_print((double)info->part_bytes, size);
        printf("  %-14s %u of up to %s\n", "files", info->files, size);
    }
    printf("  %-14s %llu of up to %u states\n", "blocks", (unsigned long long)info->blocks,
           info->block_states);
    printf("  %-14s %s by %s\n", "created", date, info->creator);
    printf("  %-14s %016llx%s\n", "checksum", (unsigned long long)info->checksum,
           checked ? ", every byte checked" : "");
}

static sh_status print_tables(const sh_cli *cli, const sh_tables *tables, bool check,
                              sh_error *error) {
    json_t *list = json_array();
    sh_status status = SH_OK;
    for (size_t i = 0; !status && i < sh_tables_count(tables); i++) {
        const sh_table *table = sh_tables_get(tables, i);
        if (check) status = sh_table_check(table, error);
        if (status) break;
        if (cli->json)
            json_array_append_new(list, info_json(sh_table_about(table), check));
        else
            print_info(sh_table_about(table), check);
    }
    if (cli->json && !status) sh_cli_print_json(json_pack("{s:O}", "tables", list));
    json_decref(list);
    return status;
}

sh_status sh_cmd_info(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_tables *tables = NULL;
    bool check = false;
    sh_status status = sh_cli_parse(cli, &sh_usage_info, argc, argv, &check, &words, error);
    if (!status) status = sh_tables_open(&tables, words.word[0], 0, error);
    if (!status && sh_tables_count(tables) == 1)
        status = sh_cli_table_rules(cli, sh_tables_get(tables, 0), error);
    if (!status) status = print_tables(cli, tables, check, error);
    sh_tables_close(tables);
    return status;
}

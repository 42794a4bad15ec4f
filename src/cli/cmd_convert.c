// SPDX-License-Identifier: MIT
// sternhalma convert: writes a table again in the present version of the format.
#include <stddef.h> // offsetof
#include <stdio.h>  // printf

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/given_table.h"
#include "table/reader.h"
#include "table/writer.h"
#include "json/encode.h"

typedef struct convert_options {
    sh_metric metric;
    bool only_wins;
    int64_t threads;
} convert_options;

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_METRIC,
     .offset = offsetof(convert_options, metric),
     .read = sh_cli_read_metric,
     .help = "wdl leaves the distances out",
     .otherwise = "as it is"},
    {.id = SH_OPTION_ONLY_WINS, .offset = offsetof(convert_options, only_wins)},
    {.id = SH_OPTION_THREADS,
     .offset = offsetof(convert_options, threads),
     .otherwise = "one for each CPU"},
    {.id = SH_OPTION_RULES, .otherwise = "those of the table"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_convert = {
    .words = "FILE NEW",
    .least = 2,
    .most = 2,
    .about = "Reads a two-player table of any version that can be read and writes it as NEW in the "
             "present one: the same file that solve would write. FILE stays as it is.",
    .takes = takes,
    .table = 1,
    .more = "Examples:\n"
            "  sternhalma convert old.shtb 7x7-3.shtb\n"
            "  sternhalma convert 7x7-3.shtb small.shtb --metric wdl\n"
            "  sternhalma convert 7x7-3.shtb smaller.shtb --only-wins\n\n"
            "JSON keys: tables, a list with the new table as info prints it.\n",
};

static sh_status print_new(const sh_cli *cli, const sh_table_info *old, const char *file,
                           sh_error *error) {
    sh_table *table;
    sh_status status = sh_table_open(&table, file, 0, error);
    if (status) return status;
    const sh_table_info *info = sh_table_about(table);
    char before[32], after[32];
    sh_memory_print((double)old->file_bytes, before);
    sh_memory_print((double)info->file_bytes, after);
    if (cli->json)
        sh_cli_print_json(json_pack("{s:[o]}", "tables", sh_encode_table(info)));
    else
        printf("%s, metric %s: version %u, %s, is version %u, %s, in %s\n", info->game,
               sh_metric_name(info->metric), old->version, before, info->version, after, file);
    sh_table_close(table);
    return SH_OK;
}

static sh_status convert(sh_cli *cli, const sh_table *table, const convert_options *own,
                         const char *file, sh_error *error) {
    const sh_table_info *info = sh_table_about(table);
    bool metric_given = cli->given[SH_OPTION_METRIC];
    sh_pool *pool;
    if (info->metric == SH_CONTROL)
        return sh_fail(error, SH_USAGE, "a table of three players has one version only");
    if (info->only_wins && metric_given && own->metric == SH_DTW && !own->only_wins)
        return sh_fail(error, SH_USAGE,
                       "the table has only the distances of wins, and convert does not find those "
                       "of losses: solve the game again, or add --only-wins");
    sh_status status = sh_table_write_check(file, 0, error);
    if (!status) status = sh_pool_open(&pool, (int)own->threads, error);
    if (status) return status;
    sh_monitor monitor = sh_cli_monitor(cli);
    sh_value_source source = sh_table_source(table);
    sh_recipe recipe = {.game = sh_table_game(table),
                        .metric = metric_given ? own->metric : info->metric,
                        .creator = "sternhalma " SH_VERSION};
    recipe.only_wins = own->only_wins || (info->only_wins && recipe.metric == SH_DTW);
    status = sh_table_write(file, &recipe, &source, pool, &monitor, error);
    sh_cli_progress_end(cli);
    sh_pool_close(pool);
    return status ? status : print_new(cli, info, file, error);
}

sh_status sh_cmd_convert(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    convert_options own = {0};
    sh_table *table;
    sh_status status = sh_cli_parse(cli, &sh_usage_convert, argc, argv, &own, &words, error);
    if (!status) status = sh_table_open(&table, words.word[0], 0, error);
    if (status) return status;
    status = sh_cli_table_rules(cli, table, error);
    if (!status) status = convert(cli, table, &own, words.word[1], error);
    sh_table_close(table);
    return status;
}

// SPDX-License-Identifier: MIT
// sternhalma bench: runs the benchmarks of bench/ by name.
#include <stdio.h>  // printf
#include <string.h> // strcmp

#include "base/near_word.h"
#include "bench/bench.h"
#include "cli/commands.h"

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_bench = {
    .words = "[NAME [TABLE]]",
    .most = 2,
    .about = "Runs one benchmark, or all of them; without a name lists what there is. 'probe' "
             "measures the table "
             "that is given, or makes its own.",
    .takes = takes,
    .more = "Examples:\n"
            "  sternhalma bench moves     move generation and ranking\n"
            "  sternhalma bench search --json   the engine; nodes is its signature\n"
            "  sternhalma bench probe 5x5-6.shtb\n"
            "  sternhalma bench all       everything, as 'make bench' does\n",
};

static void list(const sh_cli *cli) {
    json_t *names = json_array();
    for (const sh_bench *b = sh_benches; b->name; b++)
        json_array_append_new(names,
                              json_pack("{s:s, s:s}", "name", b->name, "summary", b->summary));
    if (cli->json) {
        sh_cli_print_json(json_pack("{s:o}", "benchmarks", names));
        return;
    }
    json_decref(names);
    for (const sh_bench *b = sh_benches; b->name; b++) printf("%-8s %s\n", b->name, b->summary);
    printf("%-8s %s\n", "all", "all of these in turn");
}

sh_status sh_cmd_bench(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_status status = sh_cli_parse(cli, &sh_usage_bench, argc, argv, NULL, &words, error);
    if (status != SH_OK) return status;
    if (words.count == 0) {
        list(cli);
        return SH_OK;
    }
    if (words.count == 2)
        return strcmp(words.word[0], "probe") == 0
                   ? sh_bench_table(cli, words.word[1], error)
                   : sh_fail(error, SH_USAGE, "only the benchmark 'probe' takes a table");
    bool all = strcmp(words.word[0], "all") == 0, any = false;
    sh_near_word near = {.wanted = words.word[0]};
    sh_near_word_offer(&near, "all");
    for (const sh_bench *b = sh_benches; b->name; b++) {
        sh_near_word_offer(&near, b->name);
        if (!all && strcmp(words.word[0], b->name) != 0) continue;
        any = true;
        status = b->run(cli, error);
        if (status != SH_OK) return status;
    }
    if (!any && !all)
        return sh_near_word_fail(&near, "benchmark", "'sternhalma bench' lists them", error);
    return SH_OK;
}

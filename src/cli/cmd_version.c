// SPDX-License-Identifier: MIT
// sternhalma version: what this program is and which CPU features it uses here.
#include <stdio.h> // printf

#include "base/cpu.h"
#include "cli/commands.h"

#ifdef __clang__ // its version names it; that of gcc is a bare number
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_version = {
    .words = "",
    .about = "Prints the version, the instruction set in use and the compiler.",
    .takes = takes,
    .more = "STERNHALMA_CPU=generic|avx2|avx512 in the environment lowers the instruction set.\n\n"
            "JSON keys: version, cpu, compiler.\n",
};

sh_status sh_cmd_version(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_status status = sh_cli_parse(cli, &sh_usage_version, argc, argv, NULL, &words, error);
    if (status != SH_OK) return status;
    const char *cpu = sh_cpu_level_name(sh_cpu_level_get());
    if (cli->json)
        sh_cli_print_json(
            json_pack("{s:s, s:s, s:s}", "version", SH_VERSION, "cpu", cpu, "compiler", COMPILER));
    else
        printf("sternhalma %s (%s, %s)\n", SH_VERSION, cpu, COMPILER);
    return SH_OK;
}

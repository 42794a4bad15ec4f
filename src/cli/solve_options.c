// SPDX-License-Identifier: MIT
// Which options of `sternhalma solve` apply to what: one that does not is an error, not ignored.
#include <string.h>   // strcmp
#include <sys/stat.h> // stat

#include "cli/solve.h"

// What an option can be for. A game and its options are of one of the first three.
enum { DUEL = 1, RACE = 2, POLICY = 4, TABLE = 8, CHECKPOINT = 16, PLAN = 32 };

static const struct {
    sh_option_id id;
    int kinds; // what it applies to
    int needs; // and what else must be there
} RULES[] = {
    {SH_OPTION_METRIC, DUEL | RACE, 0},  {SH_OPTION_THREADS, DUEL | RACE, 0},
    {SH_OPTION_MEMORY, DUEL | RACE, 0},  {SH_OPTION_GPU_MEMORY, DUEL, 0},
    {SH_OPTION_SCRATCH, DUEL, 0},        {SH_OPTION_BACKEND, DUEL | RACE, 0},
    {SH_OPTION_OUT, DUEL | RACE, 0},     {SH_OPTION_PART_SIZE, DUEL | RACE, TABLE},
    {SH_OPTION_ONLY_WINS, DUEL, TABLE},  {SH_OPTION_CHECKPOINT, DUEL | RACE, 0},
    {SH_OPTION_EVERY, DUEL, CHECKPOINT}, {SH_OPTION_RESUME, DUEL | RACE, CHECKPOINT},
    {SH_OPTION_PLAN, DUEL | RACE, 0},    {SH_OPTION_RANKS, DUEL, PLAN},
    {SH_OPTION_POLICY, POLICY, 0},       {SH_OPTION_EXACT_ROUNDS, RACE, 0},
    {SH_OPTION_VERIFY, RACE, 0},
};

static const char *kind_name(int kind) {
    return kind == DUEL ? "two players" : kind == RACE ? "three players" : "a solve with --policy";
}

static sh_status check_needs(const sh_cli_solve *solve, size_t rule, sh_error *error) {
    if (RULES[rule].needs == TABLE && !solve->out)
        return sh_fail(error, SH_USAGE, "--%s needs --out: without it no table is written",
                       sh_options[RULES[rule].id].name);
    if (RULES[rule].needs == CHECKPOINT && !solve->checkpoint)
        return sh_fail(error, SH_USAGE, "--%s needs --out or --checkpoint to know the file",
                       sh_options[RULES[rule].id].name);
    if (RULES[rule].needs == PLAN && !solve->plan)
        return sh_fail(error, SH_USAGE, "--%s needs --plan: mpirun -n N starts N of them",
                       sh_options[RULES[rule].id].name);
    return SH_OK;
}

// It must be a folder, and the backends that a name allows must keep something there.
static sh_status check_scratch(const sh_cli_solve *solve, sh_error *error) {
    static const char *const on_disk[] = {"auto", "cpu", "disk", "coded"};
    struct stat about;
    if (!solve->scratch) return SH_OK;
    if (stat(solve->scratch, &about) || !S_ISDIR(about.st_mode))
        return sh_fail(error, SH_USAGE, "--scratch needs a folder, and %.200s is not one",
                       solve->scratch);
    if (!solve->backend) return SH_OK;
    for (size_t i = 0; i < sizeof on_disk / sizeof *on_disk; i++)
        if (!strcmp(solve->backend, on_disk[i])) return SH_OK;
    return sh_fail(error, SH_USAGE, "--scratch does not apply: the backend %.40s uses no disk",
                   solve->backend);
}

// The backends that a name allows must use a GPU.
static sh_status check_card(const sh_cli_solve *solve, sh_error *error) {
    if (!solve->card || !solve->backend || !strcmp(solve->backend, "auto") ||
        !strncmp(solve->backend, "cuda", 4))
        return SH_OK;
    return sh_fail(error, SH_USAGE, "--gpu-memory does not apply: the backend %.40s uses no GPU",
                   solve->backend);
}

sh_status sh_cli_solve_check(const sh_cli *cli, const sh_cli_solve *solve, bool race,
                             sh_error *error) {
    int kind = !race ? DUEL : solve->policy ? POLICY : RACE;
    for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++) {
        if (!cli->given[RULES[i].id]) continue;
        if (!(RULES[i].kinds & kind))
            return sh_fail(error, SH_USAGE, "--%s does not apply to %s",
                           sh_options[RULES[i].id].name, kind_name(kind));
        sh_status status = check_needs(solve, i, error);
        if (status) return status;
    }
    if (race && cli->given[SH_OPTION_METRIC] && solve->metric != SH_CONTROL)
        return sh_fail(error, SH_USAGE,
                       "--metric %s does not apply to three players: they are "
                       "solved for control",
                       sh_metric_name(solve->metric));
    if (!race && solve->metric == SH_CONTROL)
        return sh_fail(error, SH_USAGE,
                       "--metric control does not apply to two players: they are "
                       "solved for wdl or dtw");
    if (solve->only_wins && solve->metric != SH_DTW)
        return sh_fail(error, SH_USAGE, "--only-wins is about distances: it needs --metric dtw");
    sh_status status = check_scratch(solve, error);
    return status ? status : check_card(solve, error);
}

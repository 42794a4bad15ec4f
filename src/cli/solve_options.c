// SPDX-License-Identifier: MIT
// Which options of `sternhalma solve` apply to what: one that does not is an error, not ignored.
#include <string.h>   // strcmp
#include <sys/stat.h> // stat

#include "cli/solve.h"

// What an option can be for. A game and its options are of one of the first three.
enum { DUEL = 1, RACE = 2, POLICY = 4, TABLE = 8, CHECKPOINT = 16, PLAN = 32 };

static const struct {
    sh_solve_key key;
    const char *name;
    int kinds; // what it applies to
    int needs; // and what else must be there
} RULES[] = {
    {SH_SOLVE_METRIC, "metric", DUEL | RACE, 0},
    {SH_SOLVE_THREADS, "threads", DUEL | RACE, 0},
    {SH_SOLVE_MEMORY, "memory", DUEL | RACE, 0},
    {SH_SOLVE_CARD, "gpu-memory", DUEL, 0},
    {SH_SOLVE_SCRATCH, "scratch", DUEL, 0},
    {SH_SOLVE_BACKEND, "backend", DUEL | RACE, 0},
    {SH_SOLVE_OUT, "out", DUEL | RACE, 0},
    {SH_SOLVE_PART_SIZE, "part-size", DUEL | RACE, TABLE},
    {SH_SOLVE_ONLY_WINS, "only-wins", DUEL, TABLE},
    {SH_SOLVE_CHECKPOINT, "checkpoint", DUEL | RACE, 0},
    {SH_SOLVE_EVERY, "every", DUEL, CHECKPOINT},
    {SH_SOLVE_RESUME, "resume", DUEL | RACE, CHECKPOINT},
    {SH_SOLVE_PLAN, "plan", DUEL | RACE, 0},
    {SH_SOLVE_RANKS, "ranks", DUEL, PLAN},
    {SH_SOLVE_POLICY, "policy", POLICY, 0},
    {SH_SOLVE_EXACT, "exact-rounds", RACE, 0},
    {SH_SOLVE_VERIFY, "verify", RACE, 0},
};

static bool was_given(const sh_cli_solve *solve, sh_solve_key key) {
    for (int i = 0; i < solve->given_count; i++)
        if (solve->given[i] == (int)key) return true;
    return false;
}

static const char *kind_name(int kind) {
    return kind == DUEL ? "two players" : kind == RACE ? "three players" : "a solve with --policy";
}

static sh_status check_needs(const sh_cli_solve *solve, size_t rule, sh_error *error) {
    if (RULES[rule].needs == TABLE && !solve->out)
        return sh_fail(error, SH_USAGE, "--%s needs --out: without it no table is written",
                       RULES[rule].name);
    if (RULES[rule].needs == CHECKPOINT && !solve->checkpoint)
        return sh_fail(error, SH_USAGE, "--%s needs --out or --checkpoint to know the file",
                       RULES[rule].name);
    if (RULES[rule].needs == PLAN && !solve->plan)
        return sh_fail(error, SH_USAGE, "--%s needs --plan: mpirun -n N starts N of them",
                       RULES[rule].name);
    return SH_OK;
}

// It must be a folder, and the backends that a name allows must keep something there.
static sh_status check_scratch(const sh_cli_solve *solve, sh_error *error) {
    static const char *const on_disk[] = {"auto", "cpu", "disk", "coded"};
    struct stat about;
    if (!solve->scratch) return SH_OK;
    if (stat(solve->scratch, &about) || !S_ISDIR(about.st_mode))
        return sh_fail(error, SH_USAGE, "--scratch needs a folder, and %.200s is none",
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

sh_status sh_cli_solve_check(const sh_cli_solve *solve, bool race, sh_error *error) {
    int kind = !race ? DUEL : solve->policy ? POLICY : RACE;
    for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++) {
        if (!was_given(solve, RULES[i].key)) continue;
        if (!(RULES[i].kinds & kind))
            return sh_fail(error, SH_USAGE, "--%s does not apply to %s", RULES[i].name,
                           kind_name(kind));
        sh_status status = check_needs(solve, i, error);
        if (status) return status;
    }
    if (race && was_given(solve, SH_SOLVE_METRIC) && solve->metric != SH_CONTROL)
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

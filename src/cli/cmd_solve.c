// SPDX-License-Identifier: MIT
// sternhalma solve: finds the value of every position of a game.
#include <math.h>   // isfinite
#include <stdio.h>  // snprintf
#include <stdlib.h> // strtod

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/solve.h"

enum { MOST_THREADS = 4096, MOST_RANKS = 99999 };

static const struct argp_option options[] = {
    {"metric", SH_SOLVE_METRIC, "WHAT", 0,
     "wdl (default): who wins; dtw: also in how many plies, for every position", 0},
    {"threads", SH_SOLVE_THREADS, "N", 0, "Use N threads (default: one a CPU)", 0},
    {"memory", SH_SOLVE_MEMORY, "SIZE", 0, "Use at most this much memory, as 6GB (default: all)",
     0},
    {"gpu-memory", SH_SOLVE_CARD, "SIZE", 0,
     "Use at most this much of the GPU's memory (default: all)", 0},
    {"scratch", SH_SOLVE_SCRATCH, "DIR", 0,
     "Keep tables that do not fit into memory in this folder", 0},
    {"backend", SH_SOLVE_BACKEND, "NAME", 0,
     "auto (default): the fastest that fits, on a GPU where there is one; cpu; cuda; or one of "
     "fast, compact, disk, coded, cluster, cluster-coded, cuda-compact",
     0},
    {"out", SH_SOLVE_OUT, "FILE", 0, "Write the table to FILE", 0},
    {"part-size", SH_SOLVE_PART_SIZE, "SIZE", 0,
     "Cut a larger table into parts of this size: FILE, FILE.001, … (default: 2 GiB)", 0},
    {"only-wins", SH_SOLVE_ONLY_WINS, 0, 0,
     "With --metric dtw: write only the distances of wins, half as large; those of losses are "
     "found when they are asked for",
     0},
    {"checkpoint", SH_SOLVE_CHECKPOINT, "FILE", 0,
     "Save to FILE when interrupted and from time to time (default: OUT.checkpoint)", 0},
    {"every", SH_SOLVE_EVERY, "SECONDS", 0, "Time between checkpoints (default: 120)", 0},
    {"resume", SH_SOLVE_RESUME, 0, 0, "Go on from the checkpoint if there is one", 0},
    {"plan", SH_SOLVE_PLAN, 0, 0, "Only say what the solve would take", 0},
    {"ranks", SH_SOLVE_RANKS, "N", 0, "With --plan: say what each of N processes would take", 0},
    {"policy", SH_SOLVE_POLICY, "ORDER", 0,
     "Three players: give every position one outcome, players who cannot win preferring draw, "
     "next, previous, cyclic, ranking, or three orders as sdnp,snpd,spnd",
     0},
    {"exact-rounds", SH_SOLVE_EXACT, 0, 0, "Three players: find the depth of every loss too", 0},
    {"verify", SH_SOLVE_VERIFY, "N", 0,
     "Three players: check N random positions against the rules afterwards; 0: all", 0},
    {0},
};

static sh_status read_option(void *input, int key, const char *value, sh_error *error) {
    sh_cli_solve *solve = input;
    int64_t number = 0;
    char *end;
    sh_status status = SH_OK;
    if (solve->given_count < SH_SOLVE_MAX_GIVEN) solve->given[solve->given_count++] = key;
    switch (key) {
    case SH_SOLVE_METRIC:
        return sh_metric_parse(&solve->metric, value, error);
    case SH_SOLVE_THREADS:
        status = sh_cli_number("the number of threads", value, 1, MOST_THREADS, &number, error);
        solve->threads = (int)number;
        return status;
    case SH_SOLVE_MEMORY:
        return sh_memory_parse(&solve->memory, value, error);
    case SH_SOLVE_CARD:
        return sh_memory_parse(&solve->card, value, error);
    case SH_SOLVE_PART_SIZE:
        return sh_memory_parse(&solve->part_bytes, value, error);
    case SH_SOLVE_EVERY:
        solve->every = strtod(value, &end);
        return *value && !*end && solve->every > 0 && isfinite(solve->every)
                   ? SH_OK
                   : sh_fail(error, SH_USAGE,
                             "the time between checkpoints must be a number of "
                             "seconds above 0, not '%.40s'",
                             value);
    case SH_SOLVE_SCRATCH:
        solve->scratch = value;
        return SH_OK;
    case SH_SOLVE_OUT:
        solve->out = value;
        return SH_OK;
    case SH_SOLVE_CHECKPOINT:
        solve->checkpoint = value;
        return SH_OK;
    case SH_SOLVE_BACKEND:
        solve->backend = value;
        return SH_OK;
    case SH_SOLVE_ONLY_WINS:
        solve->only_wins = true;
        return SH_OK;
    case SH_SOLVE_RESUME:
        solve->resume = true;
        return SH_OK;
    case SH_SOLVE_POLICY:
        solve->policy = value;
        return SH_OK;
    case SH_SOLVE_EXACT:
        solve->exact_rounds = true;
        return SH_OK;
    case SH_SOLVE_RANKS:
        status = sh_cli_number("the number of ranks", value, 1, MOST_RANKS, &number, error);
        solve->ranks = (int)number;
        return status;
    case SH_SOLVE_VERIFY:
        status = sh_cli_number("the number of positions", value, 0, INT64_MAX, &number, error);
        solve->verify = number ? (uint64_t)number : SH_CLI_VERIFY_ALL;
        return status;
    default:
        solve->plan = true;
        return SH_OK;
    }
}

static const sh_cli_usage usage = {
    .words = "GAME",
    .least = 1,
    .most = 1,
    .doc = "Finds the value of every position of a game, prints the counts and for two players a "
           "best line, and with --out writes the values as a table that the other commands can "
           "probe.\v"
           "Examples:\n"
           "  sternhalma solve 7x7/3\n"
           "  sternhalma solve 5x5/6 --rules published --metric dtw --out 5x5-6.shtb\n"
           "  sternhalma solve 6x6/4 --memory 30MB --scratch /var/tmp\n"
           "  mpirun -n 4 sternhalma solve 7x7/4 --out 7x7-4.shtb\n"
           "  sternhalma solve star37:3p --checkpoint layers --out star37.shtb\n"
           "  sternhalma solve star37/2:3p --policy cyclic\n",
    .options = options,
    .option = read_option,
};

sh_status sh_cmd_solve(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_solve solve = {.metric = SH_WDL, .every = 120};
    sh_cli_words words;
    sh_game game;
    char checkpoint[4096];
    sh_status status = sh_cli_parse(cli, &usage, argc, argv, &solve, &words, error);
    if (!status) status = sh_cli_game(cli, words.word[0], &game, error);
    if (status) return status;
    bool race = sh_game_is_race(&game) && game.players == 3;
    if (!race && !sh_game_is_duel(&game))
        return sh_fail(error, SH_USAGE, "%s cannot be solved; 'sternhalma games' lists what can",
                       game.name);
    if (solve.out && !solve.checkpoint) {
        if (snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", solve.out) >=
            (int)sizeof checkpoint)
            return sh_fail(error, SH_USAGE, "file name too long: %.60s…", solve.out);
        solve.checkpoint = checkpoint;
        solve.own_checkpoint = true;
    }
    status = sh_cli_solve_check(&solve, race, error);
    sh_crew room;
    if (!status) status = sh_cli_crew_join(cli, &solve, &game, &room, error);
    if (!status)
        status = !race          ? sh_cli_solve_duel(cli, &game, &solve, error)
                 : solve.policy ? sh_cli_solve_policy(cli, &game, &solve, error)
                                : sh_cli_solve_race(cli, &game, &solve, error);
    return sh_cli_crew_leave(cli, &solve, status, error);
}

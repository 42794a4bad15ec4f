// SPDX-License-Identifier: MIT
// sternhalma solve: finds the value of every position of a game.
#include <stddef.h> // offsetof
#include <stdio.h>  // snprintf

#include "cli/commands.h"
#include "cli/facts.h"
#include "cli/solve.h"
#include "rank/rank_scopes.h"

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_METRIC,
     .offset = offsetof(sh_cli_solve, metric),
     .usual = "wdl",
     .read = sh_cli_read_metric},
    {.id = SH_OPTION_THREADS,
     .offset = offsetof(sh_cli_solve, threads),
     .otherwise = "one for each CPU"},
    {.id = SH_OPTION_MEMORY, .offset = offsetof(sh_cli_solve, memory), .otherwise = "all"},
    {.id = SH_OPTION_GPU_MEMORY, .offset = offsetof(sh_cli_solve, card), .otherwise = "all"},
    {.id = SH_OPTION_SCRATCH,
     .offset = offsetof(sh_cli_solve, scratch),
     .help = "Keep tables that do not fit into memory in this folder"},
    {.id = SH_OPTION_BACKEND, .offset = offsetof(sh_cli_solve, backend), .otherwise = "auto"},
    {.id = SH_OPTION_OUT, .offset = offsetof(sh_cli_solve, out), .help = "Write the table to FILE"},
    {.id = SH_OPTION_PART_SIZE, .offset = offsetof(sh_cli_solve, part_bytes), .otherwise = "2 GiB"},
    {.id = SH_OPTION_ONLY_WINS,
     .offset = offsetof(sh_cli_solve, only_wins),
     .help =
         "With --metric dtw: write only the distances of wins, half as large; those of losses are "
         "found when they are asked for"},
    {.id = SH_OPTION_CHECKPOINT,
     .offset = offsetof(sh_cli_solve, checkpoint),
     .otherwise = "OUT.checkpoint"},
    {.id = SH_OPTION_EVERY,
     .offset = offsetof(sh_cli_solve, every),
     .usual = "120",
     .help = "Time between checkpoints"},
    {.id = SH_OPTION_RESUME,
     .offset = offsetof(sh_cli_solve, resume),
     .help = "Continue from the checkpoint if there is one"},
    {.id = SH_OPTION_PLAN, .offset = offsetof(sh_cli_solve, plan)},
    {.id = SH_OPTION_RANKS, .offset = offsetof(sh_cli_solve, ranks)},
    {.id = SH_OPTION_POLICY, .offset = offsetof(sh_cli_solve, policy)},
    {.id = SH_OPTION_EXACT_ROUNDS, .offset = offsetof(sh_cli_solve, exact_rounds)},
    {.id = SH_OPTION_VERIFY, .offset = offsetof(sh_cli_solve, verify)},
    {.id = SH_OPTION_RULES, .otherwise = "strict"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_solve = {
    .words = "GAME",
    .least = 1,
    .most = 1,
    .about =
        "Finds the value of every position of a game, prints the counts and for two players a "
        "line that wins, and with --out writes the values as a table that the other commands can "
        "probe.",
    .takes = takes,
    .surplus = SH_OPTION_OUT,
    .more = "Examples:\n"
            "  sternhalma solve 7x7/3\n"
            "  sternhalma solve 5x5/6 --rules published --metric dtw --out 5x5-6.shtb\n"
            "  sternhalma solve 6x6/4 --memory 30MB --scratch /var/tmp\n"
            "  mpirun -n 4 sternhalma solve 7x7/4 --out 7x7-4.shtb\n"
            "  sternhalma solve star37:3p --checkpoint layers --out star37.shtb\n"
            "  sternhalma solve star37/2:3p --policy cyclic\n",
};

sh_status sh_cmd_solve(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_solve solve = {.verify = -1};
    sh_cli_words words;
    sh_game game;
    char checkpoint[4096];
    sh_status status = sh_cli_parse(cli, &sh_usage_solve, argc, argv, &solve, &words, error);
    if (!status) status = sh_cli_game(cli, words.word[0], &game, error);
    if (status) return status;
    status = sh_scope_check(&sh_solver_scope, &game, error);
    if (status) return status;
    bool race = sh_has_triples(&game);
    sh_facts facts;
    status = sh_facts_find(&facts, &game, error);
    if (status) return status;
    if (!facts.memory)
        return sh_fail(error, SH_USAGE,
                       "%s is too large to be solved ('sternhalma games' lists what can), but it "
                       "can be played: sternhalma play %s",
                       game.name, game.name);
    if (solve.out && !solve.checkpoint) {
        if (snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", solve.out) >=
            (int)sizeof checkpoint)
            return sh_fail(error, SH_USAGE, "file name too long: %.60s…", solve.out);
        solve.checkpoint = checkpoint;
        solve.own_checkpoint = true;
    }
    status = sh_cli_solve_check(cli, &solve, race, error);
    sh_crew room;
    if (!status) status = sh_cli_crew_join(cli, &solve, &game, &room, error);
    if (!status)
        status = !race          ? sh_cli_solve_duel(cli, &game, &solve, error)
                 : solve.policy ? sh_cli_solve_policy(cli, &game, &solve, error)
                                : sh_cli_solve_race(cli, &game, &solve, error);
    return sh_cli_crew_leave(cli, &solve, status, error);
}

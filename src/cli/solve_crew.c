// SPDX-License-Identifier: MIT
// Several processes that solve one game together: each runs this same program with the same
// options, rank 0 speaks.
#include <stdio.h>  // fprintf
#include <string.h> // strlen

#include "cli/solve.h"
#include "solve/mpi/mpi.h"

// What must be the same everywhere. Threads and memory may differ.
static sh_status check_alike(const sh_cli *cli, const sh_cli_solve *solve, const sh_game *game,
                             sh_error *error) {
    char options[8192];
    int length = snprintf(options, sizeof options, "%d %d %d %d %zu %.17g %s %s %s", solve->metric,
                          solve->resume, solve->plan, cli->json, solve->part_bytes, solve->every,
                          solve->backend ? solve->backend : "auto", solve->out ? solve->out : "",
                          solve->checkpoint ? solve->checkpoint : "");
    uint32_t used = length < (int)sizeof options ? (uint32_t)length : sizeof options;
    char name[2 * SH_MAX_NAME];
    snprintf(name, sizeof name, "%s %d", game->name, game->profile);
    sh_status status =
        sh_crew_same(solve->crew, "version of the program", SH_VERSION, sizeof SH_VERSION, error);
    if (!status)
        status = sh_crew_same(solve->crew, "game or rules", name, (uint32_t)strlen(name), error);
    if (!status) status = sh_crew_same(solve->crew, "set of options", options, used, error);
    return status;
}

static sh_status check_kind(const sh_cli_solve *solve, const sh_game *game, sh_error *error) {
    if (!sh_game_is_duel(game))
        return sh_fail(error, SH_USAGE, "%s is solved by one process: start it without mpirun",
                       game->name);
    if (solve->scratch)
        return sh_fail(error, SH_USAGE,
                       "--scratch does not apply to several processes: they have memory only");
    return SH_OK;
}

sh_status sh_cli_crew_join(sh_cli *cli, sh_cli_solve *solve, const sh_game *game, sh_crew *room,
                           sh_error *error) {
    if (!sh_mpi_launched()) return SH_OK;
    sh_status status = sh_mpi_join(room, error);
    if (status) return status;
    solve->crew = room;
    if (room->rank) cli->live = false;
    status = check_alike(cli, solve, game, error);
    return status ? status : sh_crew_agree(room, check_kind(solve, game, error), error);
}

sh_status sh_cli_crew_leave(sh_cli *cli, const sh_cli_solve *solve, sh_status status,
                            sh_error *error) {
    sh_crew *crew = solve->crew;
    if (!crew) return status;
    if (status && status != crew->agreed) { // the others wait for this rank, and in vain
        sh_cli_progress_end(cli);
        fprintf(stderr, "sternhalma %s: rank %d: %s\n", cli->command, crew->rank, error->text);
        crew->abort(crew, status);
    }
    int rank = crew->rank;
    crew->close(crew);
    return rank ? SH_OK : status;
}

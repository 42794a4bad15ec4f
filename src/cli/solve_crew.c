// SPDX-License-Identifier: MIT
// Several processes that solve one game together: each runs this same program with the same
// options, rank 0 speaks.
#include <assert.h> // static_assert
#include <stdio.h>  // fprintf
#include <string.h> // strlen

#include "cli/commands.h"
#include "cli/solve.h"
#include "rank/rank_scopes.h"
#include "solve/mpi/mpi.h"

// Options that each rank has for itself, and those compared with the game or below. All others must
// be the same everywhere.
static bool may_differ(sh_option_id id) {
    static const sh_option_id own[] = {SH_OPTION_THREADS, SH_OPTION_MEMORY, SH_OPTION_GPU_MEMORY,
                                       SH_OPTION_SCRATCH, SH_OPTION_RULES,  SH_OPTION_JSON};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (id == own[i]) return true;
    return false;
}

// The value of an option as bytes, whatever its kind.
static uint32_t option_bytes(const sh_cli_solve *solve, const sh_cli_take *take,
                             const void **bytes) {
    const void *member = *bytes = (const char *)solve + take->offset;
    switch (sh_options[take->id].kind) {
    case SH_KIND_FLAG:
        return sizeof(bool);
    case SH_KIND_TEXT:
        *bytes = *(const char *const *)member;
        if (!*bytes) *bytes = take->id == SH_OPTION_BACKEND ? "auto" : "";
        return (uint32_t)strlen(*bytes);
    case SH_KIND_NUMBER:
        return sizeof(int64_t);
    case SH_KIND_SECONDS:
    case SH_KIND_SHARE:
        return sizeof(double);
    case SH_KIND_SIZE:
        return sizeof(size_t);
    case SH_KIND_OWN:
        break;
    }
    static_assert(sizeof(sh_metric) == sizeof(int), "an enum");
    return sizeof(sh_metric); // --metric is the only one
}

static sh_status check_options(const sh_cli *cli, const sh_cli_solve *solve, sh_error *error) {
    sh_status status = sh_crew_same(solve->crew, "answer to whether --json was given", &cli->json,
                                    sizeof cli->json, error);
    for (const sh_cli_take *take = sh_usage_solve.takes; !status && take->id; take++) {
        char what[64];
        const void *bytes;
        if (may_differ(take->id)) continue;
        uint32_t count = option_bytes(solve, take, &bytes);
        snprintf(what, sizeof what, "value of --%s", sh_options[take->id].name);
        status = sh_crew_same(solve->crew, what, bytes, count, error);
    }
    return status;
}

static sh_status check_alike(const sh_cli *cli, const sh_cli_solve *solve, const sh_game *game,
                             sh_error *error) {
    char name[2 * SH_MAX_NAME];
    snprintf(name, sizeof name, "%s %d", game->name, game->profile);
    sh_status status =
        sh_crew_same(solve->crew, "version of the program", SH_VERSION, sizeof SH_VERSION, error);
    if (!status)
        status = sh_crew_same(solve->crew, "game or rules", name, (uint32_t)strlen(name), error);
    return status ? status : check_options(cli, solve, error);
}

static sh_status check_kind(const sh_cli_solve *solve, const sh_game *game, sh_error *error) {
    if (!sh_has_pairs(game))
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

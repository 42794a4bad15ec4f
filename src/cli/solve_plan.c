// SPDX-License-Identifier: MIT
// What a solve will take, for people and as JSON: the same for two players and for three.
#include <stdio.h> // printf

#include "base/memory.h"
#include "cli/solve.h"
#include "solve/duel/backend.h"
#include "table/writer.h"

static bool is_by_mover(const sh_plan *plan) { return plan->backend && plan->backend->movers; }

// Memory that each rank needs to write a table from a single reading.
static uint64_t writing_bytes(const sh_game *game, sh_metric metric, const sh_plan *plan) {
    return sh_table_write_bytes(game, metric, is_by_mover(plan), (uint64_t)plan->threads,
                                (uint64_t)plan->ranks);
}

static json_t *plan_json(const sh_game *game, sh_metric metric, const sh_plan *plan) {
    json_t *object = json_pack(
        "{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:f}", "game", game->name, "rules",
        sh_profile_name(game->profile), "backend", plan->name, "states", (json_int_t)plan->states,
        "table_bytes", (json_int_t)plan->table, "memory_bytes", (json_int_t)plan->memory,
        "workspace_bytes", (json_int_t)plan->workspace, "disk_bytes", (json_int_t)plan->disk,
        "gpu_bytes", (json_int_t)plan->card, "seconds", plan->seconds);
    json_object_set_new(object, "writing_bytes",
                        json_integer((json_int_t)writing_bytes(game, metric, plan)));
    if (plan->workers) json_object_set_new(object, "blocks_at_once", json_integer(plan->workers));
    if (plan->ranks)
        json_object_update_new(object, json_pack("{s:i, s:I}", "ranks", plan->ranks,
                                                 "network_bytes", (json_int_t)plan->network));
    return object;
}

void sh_cli_solve_plan(const sh_cli *cli, const sh_game *game, const sh_cli_solve *solve,
                       const sh_plan *plan) {
    char states[SH_CLI_TEXT], table[32], memory[32], workspace[32], disk[32], card[32];
    char time[SH_CLI_TEXT];
    if (cli->json) {
        if (solve->plan) sh_cli_print_json(plan_json(game, solve->metric, plan));
        return;
    }
    sh_cli_print_count(plan->states, states);
    sh_memory_print((double)plan->table, table);
    sh_memory_print((double)plan->memory, memory);
    sh_memory_print((double)plan->workspace, workspace);
    sh_memory_print((double)plan->disk, disk);
    sh_memory_print((double)plan->card, card);
    sh_cli_print_time(plan->seconds, time);
    printf("%s (%s)\n", game->name, sh_profile_name(game->profile));
    printf("  states    %s stored, %s uncompressed\n", states, table);
    printf("  backend   %s: %s\n", plan->name, plan->about);
    if (plan->ranks) {
        sh_memory_print((double)plan->network, table);
        printf("  ranks     %d; what follows is of each, and %s that it sends\n", plan->ranks,
               table);
    }
    printf("  memory    %s for the table, %s besides\n", memory, workspace);
    if (plan->workers) printf("            %d blocks at once\n", plan->workers);
    uint64_t writing = solve->out ? writing_bytes(game, solve->metric, plan) : 0;
    if (writing) {
        sh_memory_print((double)writing, table);
        printf("  writing   %s of memory more; with %s, values are read twice\n", table,
               is_by_mover(plan) ? "less" : "half of it");
    }
    if (plan->disk) printf("  disk      %s\n", disk);
    if (plan->card) printf("  gpu       %s of its memory\n", card);
    printf("  time      about %s, if nothing else runs\n", time);
    fflush(stdout);
}

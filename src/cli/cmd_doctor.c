// SPDX-License-Identifier: MIT
// sternhalma doctor: what this machine has, and which games it can solve with what.
#include <dirent.h>   // opendir
#include <stdio.h>    // printf
#include <string.h>   // strrchr
#include <sys/stat.h> // fstatat

#include "base/cpu.h"
#include "base/memory.h"
#include "base/pool.h"
#include "cli/commands.h"
#include "play/march_file.h"
#include "solve/cuda/backends.h"
#include "solve/cuda/race_cuda.h"
#include "solve/duel/solution.h"
#include "solve/race/race.h"
#include "solve/race/rounds/solved.h"

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_doctor = {
    .words = "",
    .about = "Says what hardware and which backends the program sees, what the engine keeps in its "
             "cache folder, and what solves the larger games here.",
    .takes = takes,
    .more =
        "The GPU backend is the file libsternhalma-cuda.so beside the program or in its library "
        "folder; STERNHALMA_CUDA=FILE names another one.\n\n"
        "JSON keys: version, threads, cpu, memory_bytes, available_bytes, gpu (null or an object "
        "with name, processors, memory_bytes, available_bytes), gpu_error (null or why there is "
        "none), cache (null or an object with folder, files, bytes), games: a list of game, "
        "states, cpu, cuda (each null or what is lacking).\n",
};

static const char *const GAMES[] = {"7x7/3", "5x5/6", "7x7/4", "6x6/5",
                                    "6x6/6", "7x7/5", "7x7/6", "star37:3p"};

static sh_status find_gpu(sh_gpu_info *info, sh_error *error) {
    sh_gpu_session session;
    sh_status status = sh_gpu_session_open(&session, sh_gpu_load(error), error);
    if (status) return status;
    status = session.runtime->describe(session.gpu, info, error);
    sh_gpu_session_close(&session);
    return status;
}

// The folder in which the engine keeps the distances of lone armies.
typedef struct cache_folder {
    bool known;
    char path[SH_MARCH_PATH];
    int files;
    uint64_t bytes;
} cache_folder;

static cache_folder find_cache(void) {
    cache_folder cache = {0};
    cache.known = sh_march_folder(NULL, cache.path);
    DIR *folder = cache.known ? opendir(cache.path) : NULL;
    const struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        const char *ending = strrchr(entry->d_name, '.');
        struct stat about;
        if (!ending || strcmp(ending, ".march") != 0) continue;
        if (fstatat(dirfd(folder), entry->d_name, &about, 0) || !S_ISREG(about.st_mode)) continue;
        cache.files++;
        cache.bytes += (uint64_t)about.st_size;
    }
    if (folder) closedir(folder);
    return cache;
}

static void print_cache(const cache_folder *cache) {
    char size[SH_CLI_TEXT];
    sh_memory_print((double)cache->bytes, size);
    if (!cache->known)
        printf("cache     none: neither XDG_CACHE_HOME nor HOME names a folder\n");
    else
        printf("cache     %s: %s of distances in %d file%s, which may be removed\n", cache->path,
               size, cache->files, cache->files == 1 ? "" : "s");
}

static json_t *cache_json(const cache_folder *cache) {
    if (!cache->known) return json_null();
    return json_pack("{s:s, s:i, s:I}", "folder", cache->path, "files", cache->files, "bytes",
                     (json_int_t)cache->bytes);
}

// What a game can be solved with: "" in `why` where it can, else what is missing.
typedef struct choice {
    const char *backend;
    uint64_t memory, card; // bytes that it takes of RAM and of a GPU's memory
    sh_error why;
} choice;

// Both kinds of hardware for one game.
typedef struct chances {
    uint64_t states;
    choice cpu, cuda;
} chances;

static choice choose(const sh_backend *const *backends, const sh_game *game, uint64_t *states) {
    sh_solve_options options = {.metric = SH_WDL, .level = sh_cpu_level_get()};
    sh_plan plan = {0};
    choice c = {0};
    if (sh_plan_make(backends, game, &options, &plan, &c.why) == SH_OK) {
        c.backend = plan.backend->name;
        c.memory = plan.memory + plan.workspace;
        c.card = plan.card;
        c.why.text[0] = '\0';
    }
    if (plan.states) *states = plan.states;
    return c;
}

static choice choose_race(const char *backend, const sh_solved *solved, uint64_t *states) {
    const sh_race_engine *engines[3];
    sh_plan plan;
    choice c = {.backend = backend};
    sh_race_engines_list(backend, &solved->cube, engines);
    if (sh_race_plan(engines, solved, &(sh_race_options){0}, 0, &plan, &c.why) == SH_OK)
        c.why.text[0] = '\0';
    *states = plan.states;
    return c;
}

static sh_status weigh_race(const sh_game *game, chances *found, sh_error *error) {
    sh_solved solved;
    sh_status status = sh_solved_open(&solved, game, error);
    if (status) return status;
    found->cpu = choose_race("cpu", &solved, &found->states);
    found->cuda = choose_race("cuda", &solved, &found->states);
    sh_solved_close(&solved);
    return SH_OK;
}

static sh_status weigh(const sh_game *game, chances *found, sh_error *error) {
    *found = (chances){0};
    if (game->players == 3) return weigh_race(game, found, error);
    found->cpu = choose(sh_cpu_backends, game, &found->states);
    found->cuda = choose(sh_gpu_backends, game, &found->states);
    return SH_OK;
}

static json_t *lack_json(const choice *c) {
    return c->why.text[0] ? json_string(c->why.text) : json_null();
}

static json_t *gpu_json(const sh_gpu_info *info) {
    return json_pack("{s:s, s:i, s:I, s:I}", "name", info->name, "processors", info->processors,
                     "memory_bytes", (json_int_t)info->memory, "available_bytes",
                     (json_int_t)info->available);
}

static void print_hardware(const sh_gpu_info *gpu, const sh_error *no_gpu) {
    char total[SH_CLI_TEXT], available[SH_CLI_TEXT];
    printf("program   sternhalma %s\n", SH_VERSION);
    printf("cpu       %d threads, %s\n", sh_cpu_count(), sh_cpu_level_name(sh_cpu_level_get()));
    sh_memory_print((double)sh_memory_total(), total);
    sh_memory_print((double)sh_memory_available(), available);
    printf("memory    %s, %s available\n", total, available);
    if (no_gpu->status) {
        printf("gpu       none (%s)\n", no_gpu->text);
        return;
    }
    sh_memory_print((double)gpu->memory, total);
    sh_memory_print((double)gpu->available, available);
    printf("gpu       %s, %d processors, %s, %s free\n", gpu->name, gpu->processors, total,
           available);
}

static void print_cuda(const choice *cuda) {
    char card[32], memory[32];
    sh_memory_print((double)cuda->card, card);
    sh_memory_print((double)cuda->memory, memory);
    printf("%s", cuda->backend);
    if (cuda->card) printf(" (%s of the GPU, %s of memory)", card, memory);
}

// `gpu`: there is one.
static void print_game(const sh_game *game, const chances *found, bool gpu) {
    char states[SH_CLI_TEXT];
    sh_cli_print_count(found->states, states);
    printf("%-9s %18s states  ", game->name, states);
    if (!found->cpu.why.text[0]) printf("%s ", found->cpu.backend);
    if (!found->cuda.why.text[0]) print_cuda(&found->cuda);
    if (found->cpu.why.text[0] && found->cuda.why.text[0])
        printf("no: %s%s%s", found->cpu.why.text, gpu ? "; or " : "",
               gpu ? found->cuda.why.text : "");
    putchar('\n');
}

sh_status sh_cmd_doctor(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_status status = sh_cli_parse(cli, &sh_usage_doctor, argc, argv, NULL, &words, error);
    if (status) return status;
    sh_gpu_info gpu;
    sh_error no_gpu = {0};
    no_gpu.status = find_gpu(&gpu, &no_gpu);
    json_t *games = json_array();
    cache_folder cache = find_cache();
    if (!cli->json) print_hardware(&gpu, &no_gpu);
    if (!cli->json) print_cache(&cache);
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++) {
        sh_game game;
        chances found;
        status = sh_cli_game(cli, GAMES[i], &game, error);
        if (!status) status = weigh(&game, &found, error);
        if (status) break;
        if (cli->json)
            json_array_append_new(games,
                                  json_pack("{s:s, s:I, s:o, s:o}", "game", game.name, "states",
                                            (json_int_t)found.states, "cpu", lack_json(&found.cpu),
                                            "cuda", lack_json(&found.cuda)));
        else
            print_game(&game, &found, !no_gpu.status);
    }
    if (cli->json && !status)
        sh_cli_print_json(json_pack(
            "{s:s, s:i, s:s, s:I, s:I, s:o, s:o, s:o, s:O}", "version", SH_VERSION, "threads",
            sh_cpu_count(), "cpu", sh_cpu_level_name(sh_cpu_level_get()), "memory_bytes",
            (json_int_t)sh_memory_total(), "available_bytes", (json_int_t)sh_memory_available(),
            "gpu", no_gpu.status ? json_null() : gpu_json(&gpu), "gpu_error",
            no_gpu.status ? json_string(no_gpu.text) : json_null(), "cache", cache_json(&cache),
            "games", games));
    json_decref(games);
    return status;
}

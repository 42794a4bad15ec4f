// SPDX-License-Identifier: MIT
// sternhalma train: weights of an evaluation from games.
#include <stddef.h> // offsetof
#include <stdio.h>  // printf
#include <string.h> // strlen

#include "cli/commands.h"
#include "play/train.h"

typedef struct train_request {
    int64_t epochs, seed;
    const char *out, *table, *base, *cache;
    bool linear;
} train_request;

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_EPOCHS, .offset = offsetof(train_request, epochs), .usual = "12"},
    {.id = SH_OPTION_SEED,
     .offset = offsetof(train_request, seed),
     .usual = "1",
     .help = "Random seed of the first weights and the order"},
    {.id = SH_OPTION_TABLE,
     .offset = offsetof(train_request, table),
     .word = "FILE",
     .help = "Learn the true values of this table"},
    {.id = SH_OPTION_LINEAR, .offset = offsetof(train_request, linear)},
    {.id = SH_OPTION_MOVES_ON, .offset = offsetof(train_request, base)},
    {.id = SH_OPTION_CACHE_FOLDER, .offset = offsetof(train_request, cache)},
    {.id = SH_OPTION_OUT,
     .offset = offsetof(train_request, out),
     .needed = true,
     .help = "Write the weights to FILE"},
    {.id = SH_OPTION_RULES, .otherwise = "strict"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_train = {
    .words = "GAME FILE...",
    .least = 2,
    .most = SH_CLI_MAX_WORDS,
    .about = "Trains the weights of the engine's evaluation on games that 'sternhalma datagen' has "
             "written. Try them with an agent engine:weights=FILE.",
    .takes = takes,
    .more = "Examples:\n"
            "  sternhalma train 7x7/6 7x7-6.games --out 7x7-6.weights\n"
            "  sternhalma train 5x5/6 5x5-6.games --table 5x5-6.shtb --out 5x5-6.weights\n"
            "  sternhalma train star121:6p 6p.games --moves 6p.weights --out 6p-moves.weights\n\n"
            "JSON keys, one object an epoch: epoch, samples, kept, loss, kept_loss, scale.\n",
};

static void show(void *user, const sh_lesson *l) {
    const sh_cli *cli = user;
    if (cli->json)
        sh_cli_print_json(json_pack("{s:i, s:I, s:I, s:f, s:f, s:f}", "epoch", l->epoch, "samples",
                                    (json_int_t)l->samples, "kept", (json_int_t)l->kept, "loss",
                                    l->loss, "kept_loss", l->kept_loss, "scale", l->scale));
    else
        printf("epoch %3d: loss %.4f on %llu positions, %.4f on %llu kept apart (scale %.0f)\n",
               l->epoch, l->loss, (unsigned long long)l->samples, l->kept_loss,
               (unsigned long long)l->kept, l->scale);
    fflush(stdout);
}

// The command as it was given, for the head of the file.
static void describe(const sh_cli_words *words, const train_request *r, char *text, size_t room) {
    snprintf(text, room, "sternhalma train %s", words->word[0]);
    for (int i = 1; i < words->count; i++) {
        size_t used = strlen(text);
        snprintf(text + used, room - used, " %s", words->word[i]);
    }
    size_t used = strlen(text);
    snprintf(text + used, room - used, " --epochs %lld --seed %lld%s%s%s%s%s", (long long)r->epochs,
             (long long)r->seed, r->linear ? " --linear" : "", r->table ? " --table " : "",
             r->table ? r->table : "", r->base ? " --moves " : "", r->base ? r->base : "");
}

static sh_status train(sh_cli *cli, const sh_cli_words *words, const train_request *r,
                       sh_error *error) {
    sh_game game;
    sh_weights weights;
    sh_table *table = NULL;
    char how[2048];
    sh_status status = sh_cli_game(cli, words->word[0], &game, error);
    if (!status) status = sh_weights_check_place(r->out, error);
    if (!status && r->table) status = sh_table_open(&table, r->table, 0, error);
    if (status) return status;
    sh_training training = {.game = &game,
                            .files = (const char *const *)words->word + 1,
                            .file_count = words->count - 1,
                            .table = table,
                            .base = r->base,
                            .cache = r->cache,
                            .epochs = (int)r->epochs,
                            .network = !r->linear,
                            .rate = 0.003,
                            .seed = (uint64_t)r->seed};
    sh_monitor monitor = sh_cli_monitor(cli);
    status = sh_train(&training, &monitor, show, cli, &weights, error);
    describe(words, r, how, sizeof how);
    if (!status) status = sh_weights_write(&weights, how, r->out, error);
    sh_table_close(table);
    return status;
}

sh_status sh_cmd_train(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    train_request r = {0};
    sh_status status = sh_cli_parse(cli, &sh_usage_train, argc, argv, &r, &words, error);
    return status ? status : train(cli, &words, &r, error);
}

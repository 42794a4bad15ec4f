// SPDX-License-Identifier: MIT
// Any text as settings of an engine, as a parameter to tune, and, with its checksum, as the
// checkpoint of a tuning: refused with a sentence, or taken within bounds; and a checkpoint that
// was read proposes whole numbers within the bounds it states.
#include <assert.h>
#include <string.h>
#include <xxhash.h> // XXH3_64bits

#include "arena/spsa.h"
#include "fuzz/files.h"
#include "fuzz/games.h"
#include "play/tuning.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void set(const sh_game *game, const char *text) {
    sh_tuning tuning;
    sh_error error = {.text = ""};
    sh_tuning_best(&tuning, game);
    if (sh_tuning_parse(&tuning, game, text, &error)) {
        assert(error.text[0]);
        return;
    }
#define WITHIN(name, readers, value, reference, least, most, what)                                 \
    assert(tuning.name >= (least) && tuning.name <= (most));
    SH_PARAMETERS(WITHIN)
#undef WITHIN
}

static void play_rounds(sh_spsa *spsa) {
    int up[SH_SPSA_MOST], down[SH_SPSA_MOST];
    char text[SH_SPSA_TEXT];
    for (int i = 0; i < 3 && spsa->round < spsa->rounds; i++) {
        sh_spsa_propose(spsa, up, down);
        for (int j = 0; j < spsa->count; j++) assert(up[j] != down[j]);
        sh_spsa_print(spsa, up, text);
        sh_spsa_learn(spsa, 2, 4);
    }
    sh_spsa_print(spsa, NULL, text);
}

// The text with its checksum, as a checkpoint.
static void go_on(const char *text, const sh_spsa *asked) {
    char name[64], *whole = NULL;
    sh_error error = {.text = ""};
    size_t length = strlen(text);
    if (asprintf(&whole, "%ssum %016llx\n", text, (unsigned long long)XXH3_64bits(text, length)) <
        0)
        abort();
    int file = fuzz_file((const uint8_t *)whole, strlen(whole), name);
    sh_spsa spsa = *asked;
    if (sh_spsa_read(&spsa, "fuzz", name, &error))
        assert(error.text[0]);
    else
        play_rounds(&spsa);
    close(file);
    free(whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    char *text = malloc(size);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    set(fuzz_game(data[0]), text);
    sh_spsa spsa = {.rounds = 10, .rate = 0.002, .seed = 1};
    sh_error error = {.text = ""};
    sh_status first = sh_spsa_add(&spsa, "futility=60:0:300:20", &error);
    assert(!first);
    go_on(text, &spsa);
    if (sh_spsa_add(&spsa, text, &error))
        assert(error.text[0]);
    else
        play_rounds(&spsa);
    free(text);
    return 0;
}

// SPDX-License-Identifier: MIT
// Any text as a file of weights: refused with a sentence, or read; then written and read again the
// same, and searched by, however large its numbers are.
#include <assert.h>
#include <string.h>

#include "fuzz/files.h"
#include "play/opening.h"
#include "play/train.h"
#include "sternhalma/engine.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void search(const sh_game *game, const char *file) {
    sh_engine *engine;
    sh_record *record;
    sh_finding finding;
    sh_engine_options options = {.weights = file, .cache = "", .hash_bytes = 1 << 16};
    if (sh_engine_open(&engine, game, &options, NULL)) return;
    if (sh_opening_draw(&record, game, 3, 1, NULL)) abort();
    sh_limits limits = {.depth = 5, .nodes = 2000};
    assert(sh_engine_search(engine, record, &limits, NULL, NULL, &finding, NULL) == SH_OK);
    assert(finding.nodes <= 2000 && sh_record_play(record, finding.line[0], NULL) == SH_OK);
    assert(finding.score.kind != SH_SCORE_ESTIMATE || abs(finding.score.amount) <= 20000);
    sh_record_close(record);
    sh_engine_close(engine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static sh_game games[2];
    static sh_weights weights, again;
    static const char *const names[] = {"3x3/1", "star13:6p"};
    char name[64], copy[128];
    sh_error error = {.text = ""};
    if (!games[0].pieces)
        for (int i = 0; i < 2; i++)
            if (sh_game_parse(&games[i], names[i], SH_STRICT, NULL)) abort();
    int file = fuzz_file(data, size, name);
    for (int i = 0; i < 2; i++) {
        if (sh_weights_read(&weights, &games[i], name, &error)) {
            assert(error.text[0]);
            continue;
        }
        snprintf(copy, sizeof copy, "%s/weights", fuzz_folder());
        if (sh_weights_write(&weights, "fuzz", copy, NULL)) abort();
        assert(sh_weights_read(&again, &games[i], copy, NULL) == SH_OK);
        assert(memcmp(&weights, &again, sizeof weights) == 0);
        search(&games[i], name);
    }
    close(file);
    return 0;
}

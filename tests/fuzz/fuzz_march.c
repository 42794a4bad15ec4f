// SPDX-License-Identifier: MIT
// Any bytes as a file of marches: as they are, or as the distances of a file whose checksums are
// right. A file that is not one is computed anew; by distances that are wrong an engine plays
// legal moves all the same.
#include <assert.h>
#include <string.h>

#include "fuzz/files.h"
#include "play/march_file.h"
#include "play/opening.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static sh_game game;
static sh_course course;

static void write_distances(const uint8_t *data, size_t size) {
    sh_march march;
    if (sh_march_open(&march, &course, 1000000, "", NULL, NULL)) abort();
    for (size_t i = 0; i < march.count && i < size; i++) march.own[i] = data[i];
    sh_march_write(&march, &course, fuzz_folder());
    sh_march_close(&march);
}

static void write_bytes(const uint8_t *data, size_t size) {
    char name[128];
    snprintf(name, sizeof name, "%s/3x3-1-1p.march", fuzz_folder());
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(data, 1, size, file) != size) abort();
    fclose(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sh_engine *engine;
    sh_record *record;
    sh_finding finding;
    if (size == 0) return 0;
    if (!game.pieces &&
        (sh_game_parse(&game, "3x3/1", SH_STRICT, NULL) || sh_course_make(&course, &game, NULL)))
        abort();
    if (data[0] & 1) {
        write_bytes(data + 1, size - 1);
    } else {
        write_bytes((const uint8_t *)"SHMARCH\n", 8); // of its kind, so it is replaced
        write_distances(data + 1, size - 1);
    }
    sh_engine_options options = {.cache = fuzz_folder(), .hash_bytes = 1 << 16};
    if (sh_engine_open(&engine, &game, &options, NULL)) abort();
    if (sh_opening_draw(&record, &game, data[0] >> 1 & 3, 1, NULL)) abort();
    sh_limits limits = {.depth = 8, .nodes = 2000};
    assert(sh_engine_search(engine, record, &limits, NULL, NULL, &finding, NULL) == SH_OK);
    assert(sh_record_play(record, finding.line[0], NULL) == SH_OK);
    char text[SH_MAX_SCORE_TEXT];
    sh_score_print(finding.score, SH_SCORE_PROTOCOL, text);
    sh_record_close(record);
    sh_engine_close(engine);
    return 0;
}

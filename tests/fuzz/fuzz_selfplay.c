// SPDX-License-Identifier: MIT
// Any bytes as a file of games of datagen, as they are or as the records of a file whose checksum
// is right: refused with a sentence, or read, replayed, graded and learned from.
#include <assert.h>
#include <string.h>

#include "fuzz/files.h"
#include "play/selfplay_file.h"
#include "play/train.h"
#include "sternhalma/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static sh_status replay(void *user, const sh_selfplay_game *played, uint64_t number,
                        sh_error *error) {
    const sh_game *game = user;
    sh_record *record;
    (void)number;
    assert(played->plies <= SH_SELFPLAY_PLIES && played->opening <= played->plies);
    assert(played->winner >= -1 && played->winner < game->players);
    if (sh_record_open(&record, game, NULL, NULL)) abort();
    sh_status status = SH_OK;
    for (int i = 0; i < played->plies && !status; i++)
        status = sh_record_play(record, played->move[i], error);
    sh_record_close(record);
    return status ? SH_DATA : SH_OK;
}

static void learn(const sh_game *game, const char *file) {
    static sh_weights weights;
    sh_error error = {.text = ""};
    sh_training training = {.game = game,
                            .files = &file,
                            .file_count = 1,
                            .cache = "",
                            .epochs = 1,
                            .network = true,
                            .rate = 0.003,
                            .seed = 1};
    if (sh_train(&training, NULL, NULL, NULL, &weights, &error)) assert(error.text[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static sh_game games[2];
    static const char *const names[] = {"4x4/3", "star13:6p"};
    char name[64], made[128];
    sh_error error = {.text = ""};
    if (size < 3) return 0;
    if (!games[0].pieces)
        for (int i = 0; i < 2; i++)
            if (sh_game_parse(&games[i], names[i], SH_STRICT, NULL)) abort();
    const sh_game *game = &games[data[0] >> 1 & 1];
    int file = -1;
    const char *path = made;
    if (data[0] & 1) {
        file = fuzz_file(data + 1, size - 1, name);
        path = name;
    } else {
        sh_selfplay_content content = {
            .games = data[1] | data[2] << 8, .bytes = data + 3, .size = size - 3};
        snprintf(made, sizeof made, "%s/games", fuzz_folder());
        if (sh_selfplay_save(made, game, &content, NULL)) abort();
    }
    sh_selfplay_source source = {
        .game = game, .files = &path, .file_count = 1, .take = replay, .user = (void *)game};
    sh_status status = sh_selfplay_read(&source, &error);
    assert(!status || (status == SH_DATA && error.text[0]));
    if (!status) learn(game, path);
    if (file >= 0) close(file);
    return 0;
}

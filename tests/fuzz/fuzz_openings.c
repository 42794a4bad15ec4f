// SPDX-License-Identifier: MIT
// Any text as a file of openings: refused with a sentence, or read, written and read again the
// same.
#include <assert.h>

#include "arena/openings.h"
#include "fuzz/files.h"
#include "fuzz/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sh_openings read, again;
    sh_error error = {.text = ""};
    char name[64], copy[128];
    if (size == 0) return 0;
    const sh_game *game = fuzz_game(data[0]);
    int file = fuzz_file(data + 1, size - 1, name);
    if (sh_openings_read(&read, game, name, &error)) {
        assert(error.text[0]);
        close(file);
        return 0;
    }
    snprintf(copy, sizeof copy, "%s/openings", fuzz_folder());
    if (sh_openings_write(&read, game, "fuzz", copy, NULL)) abort();
    assert(sh_openings_read(&again, game, copy, NULL) == SH_OK && again.count == read.count);
    for (int i = 0; i < read.count; i++)
        assert(sh_position_equal(&read.position[i], &again.position[i]));
    sh_openings_free(&again);
    sh_openings_free(&read);
    close(file);
    return 0;
}

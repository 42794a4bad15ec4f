// SPDX-License-Identifier: MIT
// Any text as a certificate: refused with a sentence, or replayed, and then its moves printed and
// read again are the same. Where the puzzle is small the second checker looks at its levels.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/recheck.h"
#include "puzzle/transfer_recheck.h"
#include "json/certificate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SMALL_BOARD = 16, SMALL_ARMY = 2, SHORT = 5 };

static void hear(void *user, int time, uint64_t boards, uint64_t hash) {
    (void)user, (void)time, (void)boards, (void)hash;
}

static void recheck(const sh_certificate *c, const sh_certificate_level *level) {
    sh_error error = {.text = ""};
    bool found = false;
    sh_status status;
    if (c->puzzle.game.board.cells > SMALL_BOARD || c->puzzle.game.pieces > SMALL_ARMY ||
        level->length > SHORT)
        return;
    if (c->puzzle.kind == SH_PUZZLE_GAME) {
        sh_recheck_options options = {.threads = 1};
        status = sh_recheck_game(&c->puzzle, level->length, &options, &found, &error);
    } else {
        sh_transfer_recheck_options options = {
            .length = level->length, .known = level->known, .listener = hear};
        bool covers;
        status = sh_transfer_recheck_covers(&c->puzzle, level->length, &covers, &error);
        if (!status) status = sh_transfer_recheck(&c->puzzle, &options, &found, &error);
    }
    assert(!status || error.text[0]);
    // A solution of that length that was replayed is found.
    assert(status || found || !c->arrived || c->moves != level->length);
}

static void read_again(const sh_certificate *c) {
    static sh_certificate again;
    sh_error error = {.text = ""};
    char *moves = sh_certificate_moves(&c->puzzle, c->move, c->moves);
    assert(moves);
    size_t size = strlen(moves) + (c->picture ? strlen(c->picture) : 0) + 100;
    char *text = malloc(size);
    assert(text);
    snprintf(text, size, "%s%s%skind %s\n%s\n", c->picture ? "picture\n" : "",
             c->picture ? c->picture : "", c->picture ? "end\n" : "",
             sh_puzzle_kind_name(c->puzzle.kind), moves);
    if (sh_certificate_read(&again, text, c->puzzle.game.name, c->puzzle.kind, 0,
                            sh_puzzle_jumps_only(&c->puzzle), &error))
        abort();
    assert(again.moves == c->moves && again.arrived == c->arrived);
    assert(!memcmp(again.move, c->move, (size_t)c->moves * sizeof *c->move));
    sh_certificate_free(&again);
    free(text);
    free(moves);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static sh_certificate c;
    static const char *const names[] = {NULL, "sq4/1:4m", "sq4/3:8m", "star37:2p+pass"};
    if (size == 0) return 0;
    char *text = malloc(size);
    sh_error error = {.text = ""};
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    sh_status status = sh_certificate_read(&c, text, names[data[0] & 3],
                                           data[0] & 4 ? SH_PUZZLE_GAME : SH_PUZZLE_TRANSFER, 0,
                                           data[0] & 8, &error);
    assert(status == SH_OK || error.text[0]);
    if (!status) {
        if (c.levels) recheck(&c, &c.level[0]);
        read_again(&c);
        sh_certificate_free(&c);
    }
    free(text);
    return 0;
}

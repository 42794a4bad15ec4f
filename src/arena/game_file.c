// SPDX-License-Identifier: MIT
// Reading and writing files of games.
#include "arena/game_file.h"

#include <stdlib.h> // free

#include "base/file.h"

static const char head[] = "% sternhalma games\n";
static const sh_mark mark = {head, sizeof head - 2, 0, "a record of games"};

#define LONGEST_FILE ((uint64_t)1 << 30)

sh_status sh_game_file_read(const char *file, sh_game_visit *visit, void *user, sh_error *error) {
    char *text;
    int line = 1, games = 0;
    sh_error why = {.text = ""};
    sh_status status = sh_file_text(&text, file, LONGEST_FILE, error);
    if (status) return status;
    const char *at = text;
    while (!status) {
        sh_played played;
        status = sh_game_text_parse(&played, &at, &line, &why);
        if (status) break;
        games++;
        status = visit(user, &played, &why);
        sh_played_close(&played);
    }
    free(text);
    if (status == SH_NO) status = games ? SH_OK : sh_fail(&why, SH_DATA, "it has no games");
    if (status && *why.text) sh_error_set(error, status, "%.150s: %.300s", file, why.text);
    return status;
}

sh_status sh_game_file_write(const char *file, const sh_played *played, sh_error *error) {
    sh_writer *writer;
    sh_text text = {0};
    sh_game_text_print(&text, played, NULL);
    sh_status status = text.failed || !text.at
                           ? sh_fail(error, SH_RESOURCES, "out of memory for a game")
                           : sh_writer_open(&writer, file, &mark, error);
    if (!status) {
        sh_writer_write(writer, head, sizeof head - 1);
        sh_writer_write(writer, text.at, text.length);
        status = sh_writer_commit(writer, error);
    }
    sh_text_free(&text);
    return status;
}

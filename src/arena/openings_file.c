// SPDX-License-Identifier: MIT
// Files of openings: read line by line, written whole.
#include <stdio.h>  // getline
#include <stdlib.h> // free
#include <string.h> // strcspn

#include "arena/openings.h"
#include "base/file.h"
#include "sternhalma/notation.h"

static const char magic[] = "# sternhalma openings";
static const sh_mark mark = {magic, sizeof magic - 1, 0, "a file of openings"};

enum { LONGEST_FILE = 1 << 28 };

// A position that can be played on.
static sh_status read_position(const sh_game *game, const char *line, sh_position *position,
                               sh_error *error) {
    sh_record *record;
    sh_status status = sh_position_parse(game, line, position, error);
    if (!status) status = sh_record_open(&record, game, position, error);
    if (status) return status;
    status = sh_record_check_ongoing(record, error);
    sh_record_close(record);
    return status;
}

static sh_status read_line(sh_openings *openings, const sh_game *game, char *line, int number,
                           const char *file, sh_error *error) {
    sh_position position;
    sh_error wrong = {.text = ""};
    line[strcspn(line, "#\r")] = 0;
    size_t length = strlen(line);
    while (length && line[length - 1] == ' ') line[--length] = 0;
    if (length == 0) return SH_OK;
    if (read_position(game, line, &position, &wrong))
        return sh_fail(error, SH_DATA, "%.100s, line %d: %.300s", file, number, wrong.text);
    return sh_openings_add(openings, &position, error);
}

sh_status sh_openings_read(sh_openings *openings, const sh_game *game, const char *file,
                           sh_error *error) {
    char *text = NULL, *line;
    int number = 0;
    *openings = (sh_openings){0};
    sh_status status = sh_file_text(&text, file, LONGEST_FILE, error);
    char *rest = text;
    while (!status && (line = strsep(&rest, "\n")))
        status = read_line(openings, game, line, ++number, file, error);
    free(text);
    if (!status && openings->count == 0)
        status = sh_fail(error, SH_DATA, "%.200s has no openings", file);
    if (status) sh_openings_free(openings);
    return status;
}

sh_status sh_openings_check(const char *file, sh_error *error) {
    return sh_writer_check(file, &mark, error);
}

sh_status sh_openings_write(const sh_openings *openings, const sh_game *game, const char *note,
                            const char *file, sh_error *error) {
    sh_writer *writer;
    sh_status status = sh_writer_open(&writer, file, &mark, error);
    if (status) return status;
    char line[1024];
    int length = snprintf(line, sizeof line, "%s of %s, %s rules: %.800s\n", magic, game->name,
                          sh_profile_name(game->profile), note);
    sh_writer_write(writer, line, (size_t)length);
    for (int i = 0; i < openings->count; i++) {
        sh_position_print(game, &openings->position[i], line);
        strcat(line, "\n");
        sh_writer_write(writer, line, strlen(line));
    }
    return sh_writer_commit(writer, error);
}

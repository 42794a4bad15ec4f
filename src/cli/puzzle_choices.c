// SPDX-License-Identifier: MIT
// See puzzle_choices.h. A word that names a file is a picture to be read, any other the name of a
// puzzle. Texts are read whole, up to a limit.
#include "cli/puzzle_choices.h"

#include <stdio.h>    // fdopen
#include <stdlib.h>   // realloc
#include <string.h>   // strcmp
#include <sys/stat.h> // stat
#include <unistd.h>   // access, close

#include "base/file.h"

static const size_t MOST_TEXT = 16 << 20;

// A file, not a pipe or a device; standard input, which is asked for, may be either.
static sh_status open_text(const char *name, FILE **file, sh_error *error) {
    int descriptor;
    uint64_t size;
    *file = stdin;
    if (strcmp(name, "-") == 0) return SH_OK;
    sh_status status = sh_file_open(&descriptor, &size, name, error);
    if (status) return status;
    *file = fdopen(descriptor, "r");
    if (*file) return SH_OK;
    close(descriptor);
    return sh_fail(error, SH_RESOURCES, "no memory to read %.200s", name);
}

sh_status sh_cli_read_text(const char *name, char **text, sh_error *error) {
    FILE *file;
    sh_status status = open_text(name, &file, error);
    if (status) return status;
    size_t used = 0, room = 4096;
    *text = malloc(room);
    while (*text) {
        used += fread(*text + used, 1, room - used - 1, file);
        if (used < room - 1 || room >= MOST_TEXT) break;
        char *grown = realloc(*text, room *= 2);
        if (!grown) free(*text);
        *text = grown;
    }
    bool bad = ferror(file);
    if (file != stdin) fclose(file);
    if (!*text) return sh_fail(error, SH_RESOURCES, "no memory to read %s", name);
    (*text)[used] = '\0';
    if (bad || room >= MOST_TEXT) {
        free(*text);
        *text = NULL;
        return sh_fail(error, SH_DATA, "%s cannot be read as a text of a puzzle", name);
    }
    return SH_OK;
}

static bool is_file(const char *word) {
    struct stat about;
    return stat(word, &about) == 0 && S_ISREG(about.st_mode);
}

sh_status sh_cli_pose(const char *word, sh_puzzle_kind kind, const sh_cli_puzzle *choices,
                      sh_puzzle *puzzle, char **picture, sh_error *error) {
    *picture = NULL;
    if (!is_file(word))
        return sh_puzzle_parse(puzzle, kind, word, (int)choices->moves, choices->jumps_only, error);
    sh_status status = sh_cli_read_text(word, picture, error);
    if (status) return status;
    const char *slash = strrchr(word, '/');
    status = sh_puzzle_draw(puzzle, kind, slash ? slash + 1 : word, *picture, (int)choices->moves,
                            choices->jumps_only, error);
    if (status) {
        free(*picture);
        *picture = NULL;
    }
    return status;
}

sh_status sh_cli_read_solution(sh_certificate **c, const char *file, const char *puzzle,
                               const sh_cli_puzzle *choices, sh_error *error) {
    sh_certificate *made = calloc(1, sizeof *made);
    char *text = NULL;
    if (!made) return sh_fail(error, SH_RESOURCES, "no memory for a certificate");
    bool named = access(file, F_OK) != 0;
    sh_status status = named ? SH_OK : sh_cli_read_text(file, &text, error);
    if (!status)
        status =
            sh_certificate_read(made, named ? "" : text, named ? file : puzzle, SH_PUZZLE_TRANSFER,
                                (int)choices->moves, choices->jumps_only, error);
    free(text);
    if (status)
        free(made);
    else
        *c = made;
    return status;
}

void sh_cli_free_solution(sh_certificate *c) {
    sh_certificate_free(c);
    free(c);
}

void sh_cli_tell_level(sh_cli *cli, const sh_cli_level *level) {
    char hash[17], count[SH_CLI_TEXT];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)level->hash);
    sh_cli_progress_end(cli);
    if (cli->json) {
        sh_cli_print_json(json_pack("{s:i, s:I, s:s, s:s, s:s, s:i, s:f}", "moves", level->moves,
                                    "boards", (json_int_t)level->boards, "hash", hash, "game",
                                    level->puzzle->game.name, "way", level->way, "length",
                                    level->length, "seconds", level->seconds));
    } else {
        sh_cli_print_count(level->boards, count);
        printf("%d moves: after %2d  %16s boards  %s  %9.1f s\n", level->length, level->moves,
               count, hash, level->seconds);
    }
    fflush(stdout);
}

// SPDX-License-Identifier: MIT
// Certificates written: the file as certificate.h shows it.
#include <stdarg.h> // va_list
#include <stdio.h>  // vsnprintf
#include <stdlib.h> // free
#include <string.h> // strlen

#include "base/file.h"
#include "puzzle/identity.h"
#include "json/certificate.h"

static const char HEAD[] = "# sternhalma puzzle certificate\n";
static const sh_mark MARK = {HEAD, sizeof HEAD - 1, 0, "a certificate"};

static void write_text(sh_writer *writer, const char *text) {
    sh_writer_write(writer, text, strlen(text));
}

static void write_line(sh_writer *writer, const char *format, ...) {
    char line[160];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    write_text(writer, line);
    write_text(writer, "\n");
}

static void write_puzzle(sh_writer *writer, const sh_certificate_claim *claim) {
    const sh_puzzle *puzzle = claim->puzzle;
    write_text(writer, HEAD);
    if (claim->picture) {
        write_text(writer, "picture\n");
        write_text(writer, claim->picture);
        write_text(writer, "\nend\n");
    } else {
        write_line(writer, "puzzle %s", puzzle->game.name);
    }
    write_line(writer, "kind %s", sh_puzzle_kind_name(puzzle->kind));
    if (sh_puzzle_jumps_only(puzzle)) write_line(writer, "jumps-only");
}

static void write_levels(sh_writer *writer, const sh_certificate_claim *claim) {
    int length = 0;
    if (claim->none >= 0) write_line(writer, "none %d", claim->none);
    if (claim->levels) write_line(writer, "bounds %s", sh_puzzle_bounds(claim->puzzle->kind));
    for (int i = 0; i < claim->levels; i++) {
        const sh_certificate_level *level = &claim->level[i];
        if (level->length != length) {
            length = level->length;
            write_line(writer, "length %d", length);
            if (level->known) write_line(writer, "known %d", level->known);
        }
        write_line(writer, "level %d %llu %016llx", level->time, (unsigned long long)level->boards,
                   (unsigned long long)level->hash);
    }
}

sh_status sh_certificate_check_place(const char *name, sh_error *error) {
    return sh_writer_check(name, &MARK, error);
}

sh_status sh_certificate_write(const char *name, const sh_certificate_claim *claim,
                               sh_error *error) {
    sh_writer *writer;
    char *moves = claim->solution > 0
                      ? sh_certificate_moves(claim->puzzle, claim->move, claim->solution)
                      : NULL;
    if (claim->solution > 0 && !moves)
        return sh_fail(error, SH_RESOURCES, "no memory for the solution");
    sh_status status = sh_writer_open(&writer, name, &MARK, error);
    if (!status) {
        write_puzzle(writer, claim);
        if (claim->solution >= 0) write_line(writer, "solution %d", claim->solution);
        if (moves) write_text(writer, moves);
        if (moves) write_text(writer, "\n");
        write_levels(writer, claim);
        status = sh_writer_commit(writer, error);
    }
    free(moves);
    return status;
}

// SPDX-License-Identifier: MIT
// The file: a header that says of what game and stage it is, with the counts by depth; the packed
// planes; one hash of it all. Another stage's file and a damaged one are errors. One without exact
// rounds where those are wanted does not count, and the stage is solved again.
#include "solve/race/stage_file.h"

#include <stddef.h> // offsetof
#include <stdio.h>  // snprintf
#include <string.h> // memset
#include <unistd.h> // access, close
#include <xxhash.h> // XXH3_64bits

#include "base/file.h"

static const char MAGIC[8] = "SHRACE3";
static const sh_mark MARK = {MAGIC, 6, 0, "a stage of a solve"}; // of any version

typedef struct stage_header {
    char magic[8];
    char game[SH_MAX_NAME];
    char stage[32];
    uint64_t words; // of a plane
    uint64_t exact_rounds;
    sh_depths depths;
    uint64_t hash; // of all before it, and of the planes
} stage_header;

static void file_name(const sh_stage_file *file, char *name, size_t size) {
    int at = snprintf(name, size, "%s/%s.%s.planes", file->folder, file->game, file->stage);
    for (char *c = name + strlen(file->folder) + 1; at > 0 && *c; c++)
        if (*c == '/' || *c == ':' || *c == ' ') *c = '_';
}

static stage_header make_header(const sh_stage_file *file, uint64_t words) {
    stage_header h;
    memset(&h, 0, sizeof h);
    memcpy(h.magic, MAGIC, sizeof h.magic);
    snprintf(h.game, sizeof h.game, "%s", file->game);
    snprintf(h.stage, sizeof h.stage, "%s", file->stage);
    h.words = words;
    return h;
}

sh_status sh_stage_write(const sh_stage_file *file, const sh_plane *planes, const sh_depths *depths,
                         sh_error *error) {
    if (!file->folder) return SH_OK;
    char name[4096];
    file_name(file, name, sizeof name);
    stage_header h = make_header(file, planes ? planes[0].cube->packed_words : 0);
    size_t bytes = h.words * sizeof(uint64_t);
    h.depths = *depths;
    h.exact_rounds = file->exact_rounds;
    h.hash = XXH3_64bits(&h, offsetof(stage_header, hash));
    for (int role = 0; planes && role < 3; role++)
        h.hash = h.hash * 3 + XXH3_64bits(planes[role].words, bytes);
    sh_writer *writer;
    sh_status status = sh_writer_open(&writer, name, &MARK, error);
    if (status) return status;
    sh_writer_write(writer, &h, sizeof h);
    for (int role = 0; planes && role < 3; role++)
        sh_writer_write(writer, planes[role].words, bytes);
    return sh_writer_commit(writer, error);
}

static sh_status read_planes(int from, const stage_header *h, const sh_cube *cube, sh_plane *planes,
                             const char *name, sh_error *error) {
    size_t bytes = h->words * sizeof(uint64_t);
    uint64_t hash = XXH3_64bits(h, offsetof(stage_header, hash));
    for (int role = 0; planes && role < 3; role++) {
        sh_status status =
            planes[role].words ? SH_OK : sh_plane_open(&planes[role], cube, SH_NEXT, true, error);
        planes[role].relation = SH_NEXT; // those that were open may have been cut another way
        if (!status)
            status = sh_file_read(from, sizeof *h + (size_t)role * bytes, planes[role].words, bytes,
                                  error);
        if (status) return status;
        hash = hash * 3 + XXH3_64bits(planes[role].words, bytes);
    }
    return hash == h->hash
               ? SH_OK
               : sh_fail(error, SH_DATA, "%s is damaged; remove it to solve again", name);
}

// Whether an open file of this size is the stage that is wanted.
static bool fits(int from, uint64_t size, const stage_header *wanted, stage_header *h) {
    return size == sizeof *h + 3 * wanted->words * sizeof(uint64_t) &&
           sh_file_read(from, 0, h, sizeof *h, NULL) == SH_OK &&
           !memcmp(h->magic, wanted->magic, sizeof h->magic) &&
           !memcmp(h->game, wanted->game, sizeof h->game) &&
           !memcmp(h->stage, wanted->stage, sizeof h->stage) && h->words == wanted->words;
}

sh_status sh_stage_read(const sh_stage_file *file, const sh_cube *cube, sh_plane *planes,
                        sh_depths *depths, sh_error *error) {
    if (!file->folder) return SH_NO;
    char name[4096];
    file_name(file, name, sizeof name);
    if (access(name, F_OK)) return SH_NO;
    int from;
    uint64_t size;
    sh_status status = sh_file_open(&from, &size, name, error);
    if (status) return status;
    stage_header h, wanted = make_header(file, planes ? cube->packed_words : 0);
    if (!fits(from, size, &wanted, &h))
        status = sh_fail(error, SH_DATA, "%s is not the stage \"%s\" of %s; remove it", name,
                         file->stage, file->game);
    else if (file->exact_rounds && !h.exact_rounds)
        status = SH_NO;
    else
        status = read_planes(from, &h, cube, planes, name, error);
    if (!status) *depths = h.depths;
    close(from);
    return status;
}

sh_status sh_stage_clear(const sh_stage_file *file, sh_error *error) {
    char name[4096];
    file_name(file, name, sizeof name);
    return sh_place_clear(name, &MARK, error);
}

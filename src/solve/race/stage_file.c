// SPDX-License-Identifier: MIT
// The file: a header that says of what game and stage it is, with the counts by depth; the packed
// planes; one hash of it all. Another stage's file and a damaged one are errors. One without exact
// rounds where those are wanted does not count, and the stage is solved again.
#include "solve/race/stage_file.h"

#include <limits.h>  // PATH_MAX
#include <stdbool.h> // bool
#include <stddef.h>  // offsetof
#include <stdio.h>   // snprintf
#include <string.h>  // memset
#include <unistd.h>  // close
#include <xxhash.h>  // XXH3_64bits

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

static sh_status file_name(const sh_stage_file *file, char name[PATH_MAX], sh_error *error) {
    int length = snprintf(name, PATH_MAX, "%s/%s.%s.planes", file->folder, file->game, file->stage);
    if (length < 0 || length >= PATH_MAX)
        return sh_fail(error, SH_USAGE, "file name too long: %.60s…", file->folder);
    for (char *c = name + strlen(file->folder) + 1; *c; c++)
        if (*c == '/' || *c == ':' || *c == ' ') *c = '_';
    return SH_OK;
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
    char name[PATH_MAX];
    sh_status status = file_name(file, name, error);
    if (status) return status;
    stage_header h = make_header(file, planes ? planes[0].cube->packed_words : 0);
    size_t bytes = h.words * sizeof(uint64_t);
    h.depths = *depths;
    h.exact_rounds = file->exact_rounds;
    h.hash = XXH3_64bits(&h, offsetof(stage_header, hash));
    for (int role = 0; planes && role < 3; role++)
        h.hash = h.hash * 3 + XXH3_64bits(planes[role].words, bytes);
    sh_writer *writer;
    status = sh_writer_open(&writer, name, &MARK, error);
    if (status) return status;
    sh_writer_write(writer, &h, sizeof h);
    for (int role = 0; planes && role < 3; role++)
        sh_writer_write(writer, planes[role].words, bytes);
    return sh_writer_commit(writer, error);
}

static sh_status read_planes(int from, const stage_header *h, const sh_cube *cube, sh_plane *planes,
                             sh_error *error) {
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
    return hash == h->hash ? SH_OK
                           : sh_fail(error, SH_DATA, "it is damaged; remove it to solve again");
}

// The header of an open file of this size; SH_NO where it is not the stage that is wanted.
static sh_status read_header(int from, uint64_t size, const stage_header *wanted, stage_header *h,
                             sh_error *error) {
    if (size != sizeof *h + 3 * wanted->words * sizeof(uint64_t)) return SH_NO;
    sh_status status = sh_file_read(from, 0, h, sizeof *h, error);
    if (status) return status;
    bool fits = !memcmp(h->magic, wanted->magic, sizeof h->magic) &&
                !memcmp(h->game, wanted->game, sizeof h->game) &&
                !memcmp(h->stage, wanted->stage, sizeof h->stage) && h->words == wanted->words;
    return fits ? SH_OK : SH_NO;
}

sh_status sh_stage_read(const sh_stage_file *file, const sh_cube *cube, sh_plane *planes,
                        sh_depths *depths, sh_error *error) {
    if (!file->folder) return SH_NO;
    char name[PATH_MAX];
    int from;
    uint64_t size;
    sh_status status = file_name(file, name, error);
    if (!status) status = sh_file_exists(name, error);
    if (!status) status = sh_file_open(&from, &size, name, error);
    if (status) return status;
    sh_error why = {0};
    stage_header h, wanted = make_header(file, planes ? cube->packed_words : 0);
    status = read_header(from, size, &wanted, &h, &why);
    if (status == SH_NO)
        status = sh_fail(error, SH_DATA, "%.200s is not the stage \"%s\" of %s; remove it", name,
                         file->stage, file->game);
    else if (!status && file->exact_rounds && !h.exact_rounds)
        status = SH_NO;
    else if (!status)
        status = read_planes(from, &h, cube, planes, &why);
    if (why.status) sh_error_set(error, status, "%.200s: %.200s", name, why.text);
    if (!status) *depths = h.depths;
    close(from);
    return status;
}

sh_status sh_stage_clear(const sh_stage_file *file, sh_error *error) {
    char name[PATH_MAX];
    sh_status status = file_name(file, name, error);
    return status ? status : sh_place_clear(name, &MARK, error);
}

// SPDX-License-Identifier: MIT
// Reading and writing the file of marches.
#include "play/march_file.h"

#include <errno.h>    // EEXIST
#include <stdio.h>    // snprintf
#include <stdlib.h>   // getenv
#include <string.h>   // memcmp
#include <sys/stat.h> // mkdir
#include <unistd.h>   // close
#include <xxhash.h>   // XXH3_64bits

#include "base/file.h"

#define VERSION 1
#define PATH_ROOM SH_MARCH_PATH

static const char magic[8] = "SHMARCH\n";
static const sh_mark mark = {magic, sizeof magic, 0, "a file of marches"};

typedef struct march_header {
    char magic[8];
    uint32_t version;
    uint8_t cells, pieces, unused[2];
    uint64_t count;
    char game[SH_MAX_NAME];
    uint64_t region[4];
    uint64_t checksum; // of the placements
    uint64_t seal;     // of the header before this
    uint64_t padding[3];
} march_header;

_Static_assert(sizeof(march_header) == 128, "the header has 128 bytes");

static march_header describe(const sh_march *march, const sh_course *course, const uint8_t *moves) {
    march_header h = {.version = VERSION,
                      .cells = (uint8_t)march->cells,
                      .pieces = (uint8_t)march->pieces,
                      .count = march->count,
                      .checksum = XXH3_64bits(moves, march->count)};
    memcpy(h.magic, magic, sizeof magic);
    memcpy(h.game, course->lone, strlen(course->lone));
    memcpy(h.region, march->region[0].w, sizeof h.region);
    h.seal = XXH3_64bits(&h, offsetof(march_header, seal));
    return h;
}

bool sh_march_folder(const char *folder, char path[PATH_ROOM]) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = 0;
    if (folder && !*folder) return false;
    if (folder)
        length = snprintf(path, PATH_ROOM, "%s", folder);
    else if (cache && *cache == '/')
        length = snprintf(path, PATH_ROOM, "%s/sternhalma", cache);
    else if (home && *home == '/')
        length = snprintf(path, PATH_ROOM, "%s/.cache/sternhalma", home);
    return length > 0 && length < PATH_ROOM - 64;
}

static bool find_file(const sh_march *march, const sh_course *course, const char *folder,
                      char path[PATH_ROOM]) {
    if (!sh_march_folder(folder, path)) return false;
    char name[SH_MAX_NAME + 8];
    int cells = sh_set_count(course->game.stand[0]);
    snprintf(name, sizeof name, march->cells < cells ? "%s-%d" : "%s", course->lone, march->cells);
    for (char *c = name; *c; c++)
        if (*c == '/' || *c == ':') *c = '-';
    size_t length = strlen(path);
    snprintf(path + length, PATH_ROOM - length, "/%s.march", name);
    return true;
}

// Makes every folder on the way to a file.
static bool make_folders(char *file) {
    for (char *slash = strchr(file + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        bool made = mkdir(file, 0777) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made) return false;
    }
    return true;
}

// Are these bytes a file of the marches of this course?
static bool is_good(const sh_march *march, const sh_course *course, const uint8_t *bytes) {
    const uint8_t *moves = bytes + sizeof(march_header);
    march_header want = describe(march, course, moves);
    return memcmp(bytes, &want, sizeof want) == 0 && moves[march->count] == SH_MARCH_UNKNOWN;
}

bool sh_march_read(sh_march *march, const sh_course *course, const char *folder) {
    char path[PATH_ROOM];
    int file;
    uint64_t size;
    if (!find_file(march, course, folder, path) || sh_file_open(&file, &size, path, NULL))
        return false;
    bool mapped = size == sizeof(march_header) + march->count + 1 &&
                  !sh_mapping_open(&march->file, file, size, SH_MARCH_UNKNOWN, NULL);
    close(file);
    if (mapped && is_good(march, course, march->file.bytes)) {
        march->moves = march->file.bytes + sizeof(march_header);
        return true;
    }
    sh_mapping_close(&march->file);
    return false;
}

// A writer replaces files of its kind only, and one that was cut off to nothing is of no kind.
static void remove_empty(const char *path) {
    struct stat file;
    if (lstat(path, &file) == 0 && S_ISREG(file.st_mode) && file.st_size == 0) unlink(path);
}

void sh_march_write(const sh_march *march, const sh_course *course, const char *folder) {
    char path[PATH_ROOM];
    sh_writer *writer;
    if (!find_file(march, course, folder, path) || !make_folders(path)) return;
    remove_empty(path);
    if (sh_writer_open(&writer, path, &mark, NULL)) return;
    march_header h = describe(march, course, march->moves);
    sh_writer_write(writer, &h, sizeof h);
    sh_writer_write(writer, march->moves, march->count + 1);
    if (sh_writer_commit(writer, NULL)) return; // it stays as it was
}

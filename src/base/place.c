// SPDX-License-Identifier: MIT
// See place.h. A file is opened without waiting and looked at before it is read: a pipe would keep
// the program waiting for ever.
#include "base/place.h"

#include <errno.h>    // errno
#include <fcntl.h>    // open
#include <libgen.h>   // dirname
#include <limits.h>   // PATH_MAX
#include <stdbool.h>  // bool
#include <stdio.h>    // snprintf
#include <string.h>   // memcmp, strerror
#include <sys/stat.h> // fstat
#include <unistd.h>   // readlink

enum { MOST_LINKS = 40, MOST_MARK = 64 };

// One step along a link. False where `path` is no link.
static bool step(char path[PATH_MAX], bool *too_long) {
    char to[PATH_MAX], folder[PATH_MAX];
    ssize_t length = readlink(path, to, sizeof to - 1);
    if (length < 0) return false;
    to[length] = '\0';
    memcpy(folder, path, PATH_MAX);
    int written = to[0] == '/' ? snprintf(path, PATH_MAX, "%s", to)
                               : snprintf(path, PATH_MAX, "%s/%s", dirname(folder), to);
    *too_long = written >= PATH_MAX;
    return true;
}

static sh_status follow(const char *name, char path[PATH_MAX], sh_error *error) {
    bool too_long = snprintf(path, PATH_MAX, "%s", name) >= PATH_MAX;
    for (int links = 0; !too_long && step(path, &too_long); links++)
        if (links == MOST_LINKS)
            return sh_fail(error, SH_USAGE, "%.200s is a link that leads nowhere", name);
    if (!too_long) return SH_OK;
    return sh_fail(error, SH_USAGE, "file name too long: %.60s…", name);
}

// Whether an open file has the mark; SH_RESOURCES, with errno, where that cannot be read.
static sh_status look_for_mark(int file, const sh_mark *mark) {
    uint8_t bytes[MOST_MARK];
    struct stat about;
    if (fstat(file, &about)) return SH_RESOURCES;
    uint64_t size = (uint64_t)about.st_size;
    if (!S_ISREG(about.st_mode) || mark->count > MOST_MARK || size < mark->count ||
        size < mark->from_end)
        return SH_NO;
    off_t offset = mark->from_end ? (off_t)(size - mark->from_end) : 0;
    ssize_t got;
    do got = pread(file, bytes, mark->count, offset);
    while (got < 0 && errno == EINTR);
    if (got < 0) return SH_RESOURCES;
    return got == (ssize_t)mark->count && memcmp(bytes, mark->bytes, mark->count) == 0 ? SH_OK
                                                                                       : SH_NO;
}

// Nothing can be there, or a writer will say why nothing can be put there.
static bool means_nothing(int why) {
    return why == ENOENT || why == ENOTDIR || why == ELOOP || why == ENAMETOOLONG;
}

static sh_status cannot_read(const char *path, int why, sh_error *error) {
    return sh_fail(error, SH_RESOURCES, "cannot see what %.200s is: %s", path, strerror(why));
}

// What stands at a path, links followed: nothing (SH_NO), or a file of ours.
static sh_status inspect(const char *path, const sh_mark *mark, sh_error *error) {
    struct stat about;
    if (stat(path, &about)) {
        if (means_nothing(errno)) return SH_NO;
        return sh_fail(error, SH_RESOURCES, "cannot see whether %.200s is there: %s", path,
                       strerror(errno));
    }
    if (!S_ISREG(about.st_mode))
        return sh_fail(error, SH_USAGE, "%.200s is not a file but a folder, a device or a pipe",
                       path);
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return cannot_read(path, errno, error);
    sh_status status = look_for_mark(file, mark);
    int why = errno;
    close(file);
    if (status == SH_OK) return SH_OK;
    if (status != SH_NO) return cannot_read(path, why, error);
    return sh_fail(error, SH_USAGE,
                   "%.200s is there already and is not %s; choose another name, or remove it", path,
                   mark->what);
}

sh_status sh_place_find(const char *name, const sh_mark *mark, char *path, sh_error *error) {
    sh_status status = inspect(name, mark, error);
    if (status && status != SH_NO) return status;
    return follow(name, path, error);
}

bool sh_place_same(const char *a, const char *b) {
    char path[2][PATH_MAX], folder[2][PATH_MAX], last[2][PATH_MAX];
    struct stat about[2];
    if (follow(a, path[0], NULL) || follow(b, path[1], NULL)) return strcmp(a, b) == 0;
    if (stat(path[0], &about[0]) == 0 && stat(path[1], &about[1]) == 0)
        return about[0].st_dev == about[1].st_dev && about[0].st_ino == about[1].st_ino;
    for (int i = 0; i < 2; i++) {
        memcpy(folder[i], path[i], PATH_MAX);
        memcpy(last[i], path[i], PATH_MAX);
        if (stat(dirname(folder[i]), &about[i])) return strcmp(path[0], path[1]) == 0;
    }
    return about[0].st_dev == about[1].st_dev && about[0].st_ino == about[1].st_ino &&
           strcmp(basename(last[0]), basename(last[1])) == 0;
}

sh_status sh_place_clear(const char *name, const sh_mark *mark, sh_error *error) {
    char path[PATH_MAX];
    sh_status status = inspect(name, mark, error);
    if (status == SH_NO) return SH_OK;
    if (!status) status = follow(name, path, error);
    if (!status && unlink(path))
        status = sh_fail(error, SH_RESOURCES, "cannot remove %.200s: %s", path, strerror(errno));
    return status;
}

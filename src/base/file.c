// SPDX-License-Identifier: MIT
// See file.h. Writes go through a 1 MB buffer; patches flush it first.
#include "base/file.h"

#include <assert.h>   // assert
#include <errno.h>    // errno
#include <fcntl.h>    // open
#include <libgen.h>   // dirname
#include <limits.h>   // PATH_MAX
#include <stdio.h>    // snprintf
#include <stdlib.h>   // calloc
#include <string.h>   // strerror
#include <sys/mman.h> // mmap
#include <sys/stat.h> // fstat
#include <unistd.h>   // pwrite

enum { BUFFER = 1 << 20 };

struct sh_writer {
    int descriptor;
    int first_errno; // of the first write that failed
    uint64_t flushed;
    size_t buffered;
    char name[PATH_MAX], temporary[PATH_MAX];
    uint8_t buffer[BUFFER];
};

sh_status sh_writer_open(sh_writer **out, const char *name, sh_error *error) {
    sh_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return sh_fail(error, SH_RESOURCES, "out of memory for a file buffer");
    int length = snprintf(writer->name, PATH_MAX, "%s", name);
    int longer = snprintf(writer->temporary, PATH_MAX, "%s.tmp-%ld", name, (long)getpid());
    if (length >= PATH_MAX || longer >= PATH_MAX) {
        free(writer);
        return sh_fail(error, SH_USAGE, "file name too long: %.60s…", name);
    }
    writer->descriptor = open(writer->temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (writer->descriptor < 0) {
        sh_status status = sh_fail(error, SH_RESOURCES, "cannot create %s: %s", writer->temporary,
                                   strerror(errno));
        free(writer);
        return status;
    }
    *out = writer;
    return SH_OK;
}

static void write_at(sh_writer *writer, uint64_t offset, const uint8_t *bytes, size_t count) {
    while (count && !writer->first_errno) {
        ssize_t written = pwrite(writer->descriptor, bytes, count, (off_t)offset);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            writer->first_errno = written < 0 ? errno : ENOSPC;
            return;
        }
        offset += (uint64_t)written;
        bytes += written;
        count -= (size_t)written;
    }
}

static void flush(sh_writer *writer) {
    write_at(writer, writer->flushed, writer->buffer, writer->buffered);
    writer->flushed += writer->buffered;
    writer->buffered = 0;
}

void sh_writer_write(sh_writer *writer, const void *bytes, size_t count) {
    if (writer->buffered + count > BUFFER) flush(writer);
    if (count > BUFFER) {
        write_at(writer, writer->flushed, bytes, count);
        writer->flushed += count;
        return;
    }
    memcpy(writer->buffer + writer->buffered, bytes, count);
    writer->buffered += count;
}

void sh_writer_patch(sh_writer *writer, uint64_t offset, const void *bytes, size_t count) {
    flush(writer);
    write_at(writer, offset, bytes, count);
}

uint64_t sh_writer_offset(const sh_writer *writer) { return writer->flushed + writer->buffered; }

static void sync_folder(const char *name) {
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", name);
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    fsync(folder);
    close(folder);
}

sh_status sh_writer_commit(sh_writer *writer, sh_error *error) {
    flush(writer);
    if (!writer->first_errno && fsync(writer->descriptor)) writer->first_errno = errno;
    if (!writer->first_errno && rename(writer->temporary, writer->name))
        writer->first_errno = errno;
    if (writer->first_errno) {
        sh_status status = sh_fail(error, SH_RESOURCES, "cannot write %s: %s", writer->name,
                                   strerror(writer->first_errno));
        sh_writer_abort(writer);
        return status;
    }
    close(writer->descriptor);
    sync_folder(writer->name);
    free(writer);
    return SH_OK;
}

void sh_writer_abort(sh_writer *writer) {
    if (!writer) return;
    close(writer->descriptor);
    unlink(writer->temporary);
    free(writer);
}

sh_status sh_map_open(sh_map *map, const char *name, sh_error *error) {
    *map = (sh_map){NULL, 0};
    int descriptor = open(name, O_RDONLY | O_CLOEXEC);
    struct stat info;
    if (descriptor < 0 || fstat(descriptor, &info)) {
        int why = errno;
        if (descriptor >= 0) close(descriptor);
        return sh_fail(error, SH_DATA, "cannot open %s: %s", name, strerror(why));
    }
    if (!S_ISREG(info.st_mode) || info.st_size == 0) {
        close(descriptor);
        return sh_fail(error, SH_DATA, "%s is %s", name,
                       S_ISREG(info.st_mode) ? "empty" : "not a file");
    }
    void *bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_SHARED, descriptor, 0);
    int why = errno;
    close(descriptor);
    if (bytes == MAP_FAILED)
        return sh_fail(error, SH_RESOURCES, "cannot map %s: %s", name, strerror(why));
    *map = (sh_map){bytes, (size_t)info.st_size};
    return SH_OK;
}

void sh_map_close(sh_map *map) {
    if (map->bytes) munmap((void *)map->bytes, map->size);
    *map = (sh_map){NULL, 0};
}

sh_status sh_map_reserve(sh_map *map, size_t size, sh_error *error) {
    *map = (sh_map){NULL, 0};
    void *bytes = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED)
        return sh_fail(error, SH_RESOURCES, "no addresses for %zu bytes of files", size);
    *map = (sh_map){bytes, size};
    return SH_OK;
}

sh_status sh_map_place(sh_map *map, size_t offset, int descriptor, size_t count, sh_error *error) {
    assert(offset <= map->size && count <= map->size - offset);
    void *at = (void *)(map->bytes + offset);
    if (mmap(at, count, PROT_READ, MAP_SHARED | MAP_FIXED, descriptor, 0) == MAP_FAILED)
        return sh_fail(error, SH_RESOURCES, "cannot map a file: %s", strerror(errno));
    return SH_OK;
}

// SPDX-License-Identifier: MIT
// See file.h. Writes go through a 1 MB buffer; patches flush it first.
//
// A file on its way has no name where the file system can do that (O_TMPFILE), so a process that is
// killed leaves nothing behind. It gets NAME.tmp-sternhalma when it is whole and is renamed at
// once, for a link cannot replace a file and a rename can. On other file systems it has that name
// from the beginning, and a lock that ends with the process tells a file being written from one
// left behind, which the next writer takes over.
#include "base/file.h"

#include <errno.h>    // errno
#include <fcntl.h>    // open
#include <libgen.h>   // dirname
#include <limits.h>   // PATH_MAX
#include <stdbool.h>  // bool
#include <stdio.h>    // snprintf
#include <stdlib.h>   // calloc
#include <string.h>   // strerror
#include <sys/file.h> // flock
#include <sys/stat.h> // fstat
#include <unistd.h>   // pwrite

enum { BUFFER = 1 << 20, TRIES = 5 };

struct sh_writer {
    int descriptor;
    bool nameless, joined;
    int first_errno; // of the first write that failed
    uint64_t flushed;
    size_t buffered;
    sh_mark mark;
    char name[PATH_MAX], temporary[PATH_MAX];
    uint8_t buffer[BUFFER];
};

static int open_folder(const char *name, int flags) {
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", name);
    return open(dirname(copy), flags | O_CLOEXEC, 0666);
}

// The file under its temporary name, locked. Whoever held the lock may have renamed the file in the
// meantime: then there is another one under the name, or none.
static int open_named(const char *temporary) {
    for (int i = 0; i < TRIES; i++) {
        struct stat opened, named;
        int file = open(temporary, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
        if (file < 0) return -1;
        bool locked = flock(file, LOCK_EX | LOCK_NB) == 0;
        int why = errno;
        if (locked && fstat(file, &opened) == 0 && stat(temporary, &named) == 0 &&
            opened.st_ino == named.st_ino && ftruncate(file, 0) == 0)
            return file;
        close(file);
        errno = why;
        if (!locked) return -1;
    }
    errno = EBUSY;
    return -1;
}

static void open_temporary(sh_writer *writer, bool shared) {
    writer->descriptor = -1;
    if (!shared && access("/proc/self/fd", F_OK) == 0) // the only way to name a nameless file
        writer->descriptor = open_folder(writer->name, O_TMPFILE | O_RDWR);
    writer->nameless = writer->descriptor >= 0;
    if (writer->nameless)
        unlink(writer->temporary); // of a run that was killed while it renamed
    else
        writer->descriptor = open_named(writer->temporary);
}

static sh_status name_files(sh_writer *writer, const char *name, const sh_mark *mark,
                            sh_error *error) {
    writer->mark = *mark;
    sh_status status = sh_place_find(name, mark, writer->name, error);
    if (!status &&
        snprintf(writer->temporary, PATH_MAX, "%s.tmp-sternhalma", writer->name) >= PATH_MAX)
        status = sh_fail(error, SH_USAGE, "file name too long: %.60s…", name);
    return status;
}

enum how { ALONE, SHARED, JOINED };

static sh_status open_writer(sh_writer **out, const char *name, const sh_mark *mark, enum how how,
                             sh_error *error) {
    sh_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return sh_fail(error, SH_RESOURCES, "out of memory for a file buffer");
    writer->joined = how == JOINED;
    sh_status status = name_files(writer, name, mark, error);
    if (!status) {
        if (writer->joined)
            writer->descriptor = open(writer->temporary, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
        else
            open_temporary(writer, how == SHARED);
        if (writer->descriptor < 0)
            status = sh_fail(error, SH_RESOURCES, "cannot %s %.200s: %s",
                             writer->joined ? "write the file of rank 0," : "create", writer->name,
                             errno == EWOULDBLOCK ? "another run is writing it" : strerror(errno));
    }
    if (status)
        free(writer);
    else
        *out = writer;
    return status;
}

sh_status sh_writer_open(sh_writer **out, const char *name, const sh_mark *mark, sh_error *error) {
    return open_writer(out, name, mark, ALONE, error);
}

sh_status sh_writer_open_shared(sh_writer **out, const char *name, const sh_mark *mark,
                                sh_error *error) {
    return open_writer(out, name, mark, SHARED, error);
}

sh_status sh_writer_join(sh_writer **out, const char *name, const sh_mark *mark, sh_error *error) {
    return open_writer(out, name, mark, JOINED, error);
}

sh_status sh_writer_check(const char *name, const sh_mark *mark, sh_error *error) {
    sh_writer *writer;
    sh_status status = sh_writer_open(&writer, name, mark, error);
    if (!status) sh_writer_abort(writer);
    return status;
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

sh_status sh_writer_status(const sh_writer *writer, sh_error *error) {
    if (!writer->first_errno) return SH_OK;
    return sh_fail(error, SH_RESOURCES, "cannot write %.200s: %s", writer->name,
                   strerror(writer->first_errno));
}

static void flush(sh_writer *writer) {
    write_at(writer, writer->flushed, writer->buffer, writer->buffered);
    writer->flushed += writer->buffered;
    writer->buffered = 0;
}

void sh_writer_write(sh_writer *writer, const void *bytes, size_t count) {
    if (count == 0) return; // bytes may be NULL then
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

void sh_writer_skip(sh_writer *writer, uint64_t count) {
    flush(writer);
    writer->flushed += count;
}

sh_status sh_writer_read(const void *writer, uint64_t offset, void *bytes, size_t count,
                         sh_error *error) {
    return sh_file_read(((const sh_writer *)writer)->descriptor, offset, bytes, count, error);
}

uint64_t sh_writer_offset(const sh_writer *writer) { return writer->flushed + writer->buffered; }

static void sync_folder(const char *name) {
    int folder = open_folder(name, O_RDONLY | O_DIRECTORY);
    if (folder < 0) return;
    fsync(folder);
    close(folder);
}

// Another writer of the same file may take the temporary name away: then once more.
static int publish(const sh_writer *writer) {
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", writer->descriptor);
    for (int i = 0; i < TRIES; i++) {
        if (writer->nameless &&
            linkat(AT_FDCWD, self, AT_FDCWD, writer->temporary, AT_SYMLINK_FOLLOW)) {
            if (errno != EEXIST) return errno;
            unlink(writer->temporary);
            continue;
        }
        if (rename(writer->temporary, writer->name) == 0) return 0;
        if (errno != ENOENT || !writer->nameless) return errno;
    }
    return EBUSY;
}

sh_status sh_writer_commit(sh_writer *writer, sh_error *error) {
    char path[PATH_MAX]; // somebody may have put a file there since
    sh_status status = sh_place_find(writer->name, &writer->mark, path, error);
    if (!status) {
        flush(writer);
        if (!writer->first_errno && fsync(writer->descriptor)) writer->first_errno = errno;
        if (!writer->first_errno) writer->first_errno = publish(writer);
        status = sh_writer_status(writer, error);
    }
    if (status) {
        sh_writer_abort(writer);
        return status;
    }
    close(writer->descriptor);
    sync_folder(writer->name);
    free(writer);
    return SH_OK;
}

sh_status sh_writer_leave(sh_writer *writer, sh_error *error) {
    flush(writer);
    if (!writer->first_errno && fsync(writer->descriptor)) writer->first_errno = errno;
    sh_status status = sh_writer_status(writer, error);
    sh_writer_abort(writer);
    return status;
}

void sh_writer_abort(sh_writer *writer) {
    if (!writer) return;
    if (!writer->joined && (!writer->nameless || writer->first_errno)) unlink(writer->temporary);
    close(writer->descriptor);
    free(writer);
}

sh_status sh_file_exists(const char *name, sh_error *error) {
    if (access(name, F_OK) == 0) return SH_OK;
    if (errno == ENOENT || errno == ENOTDIR) return SH_NO;
    return sh_fail(error, SH_RESOURCES, "cannot see whether %.200s is there: %s", name,
                   strerror(errno));
}

// The name is at fault, not the machine.
static bool is_refusal(int why) {
    return why == ENOENT || why == ENOTDIR || why == EACCES || why == EISDIR || why == ELOOP ||
           why == ENAMETOOLONG || why == ENXIO;
}

sh_status sh_file_open(int *file, uint64_t *size, const char *name, sh_error *error) {
    struct stat about;
    *file = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (*file < 0 || fstat(*file, &about)) {
        int why = errno;
        if (*file >= 0) close(*file);
        return sh_fail(error, is_refusal(why) ? SH_DATA : SH_RESOURCES, "cannot open %.200s: %s",
                       name, strerror(why));
    }
    if (!S_ISREG(about.st_mode) || about.st_size == 0) {
        close(*file);
        return sh_fail(error, SH_DATA, "%.200s is %s", name,
                       S_ISREG(about.st_mode) ? "empty" : "not a file");
    }
    *size = (uint64_t)about.st_size;
    return SH_OK;
}

sh_status sh_file_read(int file, uint64_t offset, void *bytes, size_t count, sh_error *error) {
    uint8_t *at = bytes;
    while (count > 0) {
        ssize_t got = pread(file, at, count, (off_t)offset);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            return sh_fail(error, SH_RESOURCES, "a file cannot be read: %s", strerror(errno));
        if (got == 0)
            return sh_fail(error, SH_DATA, "a file cannot be read: it has become shorter");
        at += got;
        offset += (uint64_t)got;
        count -= (size_t)got;
    }
    return SH_OK;
}

sh_status sh_file_text(char **text, const char *name, uint64_t longest, sh_error *error) {
    int file;
    uint64_t size;
    sh_status status = sh_file_open(&file, &size, name, error);
    if (status) return status;
    char *bytes = NULL;
    if (size > longest)
        status = sh_fail(error, SH_DATA, "%.200s is too large to be read", name);
    else if (!(bytes = calloc(size + 1, 1)))
        status = sh_fail(error, SH_RESOURCES, "out of memory for %.200s", name);
    else
        status = sh_file_read(file, 0, bytes, size, error);
    close(file);
    if (!status && strlen(bytes) != size)
        status = sh_fail(error, SH_DATA, "%.200s is not text", name);
    if (status)
        free(bytes);
    else
        *text = bytes;
    return status;
}

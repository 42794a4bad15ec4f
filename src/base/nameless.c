// SPDX-License-Identifier: MIT
// See nameless.h. Where a file system has no O_TMPFILE a file gets a name for a moment.
#include "base/nameless.h"

#include <errno.h>  // errno
#include <fcntl.h>  // open
#include <stdio.h>  // snprintf
#include <stdlib.h> // mkstemp
#include <string.h> // strerror
#include <unistd.h> // pread

static int open_nameless(const char *folder) {
    int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return file;
    char name[4096]; // a file system without O_TMPFILE
    int length = snprintf(name, sizeof name, "%s/sternhalma-XXXXXX", folder);
    if (length < 0 || (size_t)length >= sizeof name) return -1;
    file = mkstemp(name);
    if (file >= 0) unlink(name);
    return file;
}

sh_status sh_nameless_open(int *file, const char *folder, sh_error *error) {
    *file = open_nameless(folder);
    if (*file >= 0) return SH_OK;
    return sh_fail(error, SH_RESOURCES, "cannot make files in %s: %s", folder, strerror(errno));
}

sh_status sh_nameless_check(const char *folder, sh_error *error) {
    int file;
    sh_status status = sh_nameless_open(&file, folder, error);
    if (!status) close(file);
    return status;
}

sh_status sh_nameless_read(int file, void *bytes, size_t size, uint64_t offset, sh_error *error) {
    for (size_t done = 0; done < size;) {
        ssize_t moved = pread(file, (char *)bytes + done, size - done, (off_t)(offset + done));
        if (moved < 0 && errno == EINTR) continue;
        if (moved <= 0)
            return sh_fail(error, SH_RESOURCES, "cannot read scratch: %s",
                           moved < 0 ? strerror(errno) : "it is too short");
        done += (size_t)moved;
    }
    return SH_OK;
}

sh_status sh_nameless_write(int file, const void *bytes, size_t size, uint64_t offset,
                            sh_error *error) {
    for (size_t done = 0; done < size;) {
        ssize_t moved =
            pwrite(file, (const char *)bytes + done, size - done, (off_t)(offset + done));
        if (moved < 0 && errno == EINTR) continue;
        if (moved <= 0)
            return sh_fail(error, SH_RESOURCES, "cannot write scratch: %s",
                           moved < 0 ? strerror(errno) : "no room");
        done += (size_t)moved;
    }
    return SH_OK;
}

void sh_nameless_drop(int file, uint64_t size, uint64_t offset) {
    if (size)
        (void)!fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)offset,
                         (off_t)size);
}

// SPDX-License-Identifier: MIT
// A pread and a pwrite that fail when a test wants them to. To be included by one file of a test
// program: the functions stand before those of the C library for the whole program.
#pragma once

#include <errno.h>       // EIO
#include <limits.h>      // INT_MAX
#include <stdbool.h>     // bool
#include <sys/syscall.h> // SYS_pread64
#include <unistd.h>      // syscall

static int reads_left = INT_MAX; // the read after these fails with EIO, and none after it
static bool disk_is_full;        // every write fails with ENOSPC

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
    if (reads_left != INT_MAX && reads_left-- == 0) {
        reads_left = INT_MAX;
        errno = EIO;
        return -1;
    }
    return syscall(SYS_pread64, file, bytes, count, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    if (!disk_is_full) return syscall(SYS_pwrite64, file, bytes, count, offset);
    errno = ENOSPC;
    return -1;
}

// Has the failure that was wanted not come about?
static inline bool read_still_to_fail(void) { return reads_left != INT_MAX; }

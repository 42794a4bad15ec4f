// SPDX-License-Identifier: MIT
// A pread that fails when a test wants it to. To be included by one file of a test program: the
// function stands before the one of the C library for the whole program.
#pragma once

#include <errno.h>       // EIO
#include <limits.h>      // INT_MAX
#include <sys/syscall.h> // SYS_pread64
#include <unistd.h>      // syscall

static int reads_left = INT_MAX; // the call after these fails with EIO, and none after it

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
    if (reads_left != INT_MAX && reads_left-- == 0) {
        reads_left = INT_MAX;
        errno = EIO;
        return -1;
    }
    return syscall(SYS_pread64, file, bytes, count, offset);
}

// Has the failure that was wanted not come about?
static inline _Bool read_still_to_fail(void) { return reads_left != INT_MAX; }

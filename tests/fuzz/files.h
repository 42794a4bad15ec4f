// SPDX-License-Identifier: MIT
// Bytes as a file for fuzz targets, in memory.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h> // memfd_create
#include <unistd.h>

// The descriptor of a file of these bytes, to be closed; its name goes to `name`.
static inline int fuzz_file(const uint8_t *data, size_t size, char name[64]) {
    int file = memfd_create("fuzz", 0);
    if (file < 0 || write(file, data, size) != (ssize_t)size) abort();
    snprintf(name, 64, "/proc/self/fd/%d", file);
    return file;
}

// A folder of this process, made once.
static inline const char *fuzz_folder(void) {
    static char folder[64];
    if (*folder) return folder;
    snprintf(folder, sizeof folder, "/tmp/sternhalma-fuzz-XXXXXX");
    if (!mkdtemp(folder)) abort();
    return folder;
}

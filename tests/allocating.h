// SPDX-License-Identifier: MIT
// Lets allocations of the library fail. The linker sends malloc and its relatives here from the
// tests that cmake/tests.cmake names; libraries that the library uses keep their own.
#pragma once

#include <errno.h>     // ENOMEM
#include <stdatomic.h> // atomic_ulong
#include <stdbool.h>   // bool
#include <stddef.h>    // size_t

static atomic_ulong calls;
static unsigned long failing; // this call fails, and with `all` every later one; 0: none
static bool all;

static bool fails(void) {
    unsigned long number = atomic_fetch_add(&calls, 1) + 1;
    if (!failing || number < failing || (number > failing && !all)) return false;
    errno = ENOMEM;
    return true;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) { return fails() ? NULL : __real_realloc(old, size); }
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return fails() ? NULL : __real_aligned_alloc(alignment, size);
}
char *__wrap_strdup(const char *text) { return fails() ? NULL : __real_strdup(text); }

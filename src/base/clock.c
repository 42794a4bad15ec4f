// SPDX-License-Identifier: MIT
// Clocks as seconds.
#include <stdbool.h> // bool
#include <time.h>    // clock_gettime

#include "base/progress.h"

static double read_clock(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double sh_clock(void) { return read_clock(CLOCK_MONOTONIC); }

bool sh_patience_over(sh_patience *patience) {
    if (!patience || !sh_stopped(patience->monitor)) return false;
    uint64_t now = (uint64_t)(1e9 * sh_clock()) + 1, first = 0;
    if (atomic_compare_exchange_strong(&patience->stopped, &first, now)) first = now;
    return (double)(now - first) >= 1e9 * patience->seconds;
}

double sh_thread_clock(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

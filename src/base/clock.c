// SPDX-License-Identifier: MIT
// Clocks as seconds.
#include <time.h> // clock_gettime

#include "base/progress.h"

static double read_clock(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double sh_clock(void) { return read_clock(CLOCK_MONOTONIC); }

double sh_thread_clock(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

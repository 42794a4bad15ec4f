// SPDX-License-Identifier: MIT
#include <time.h> // clock_gettime

#include "base/progress.h"

double sh_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// SPDX-License-Identifier: MIT
// How long work tells its caller where it stands, and how the caller stops it.
//
// The library calls `report` from the thread that started the work, at most a few times a second
// and at the end of each round; cli/ turns reports into a line on the terminal or into JSON. The
// work polls `stop` (set from a signal handler or another thread) between units of at most about a
// second; when it is set the work saves what it promised to save and returns SH_INTERRUPTED.
#pragma once

#include <stdatomic.h> // atomic_bool
#include <stdint.h>    // uint64_t

typedef struct sh_progress {
    const char *phase; // "allocate", "initialise", "round", "write", "verify", …
    int round;         // counts from 1 where the phase has rounds
    uint64_t done;     // of `total` units; in rounds: states proven so far
    uint64_t total;    // 0 when not known
    double seconds;    // since the work began
} sh_progress;

typedef struct sh_monitor {
    void (*report)(void *user, const sh_progress *progress); // may be NULL
    void *user;
    const atomic_bool *stop; // may be NULL
} sh_monitor;

static inline void sh_report(const sh_monitor *monitor, const sh_progress *progress) {
    if (monitor && monitor->report) monitor->report(monitor->user, progress);
}

static inline _Bool sh_stopped(const sh_monitor *monitor) {
    return monitor && monitor->stop && atomic_load_explicit(monitor->stop, memory_order_relaxed);
}

// How long work that was told to stop may still go on, to come to a point where it can be saved.
typedef struct sh_patience {
    const sh_monitor *monitor;
    double seconds;            // from when somebody first asked and the answer was "stopped"
    _Atomic(uint64_t) stopped; // that moment, in nanoseconds; 0: there was none
} sh_patience;

// Is it over? Once it is it stays so. From any thread; a NULL patience has no end.
_Bool sh_patience_over(sh_patience *patience);

// Seconds on a monotonic clock, and of CPU time of the calling thread.
double sh_clock(void);
double sh_thread_clock(void);

// SPDX-License-Identifier: MIT
// What Linux's control groups leave to this process: containers, systemd units and batch systems
// limit memory and CPU time by them, often far below what the machine has.
//
// Both versions are read, each with all groups above this process's own: every one of them may set
// a limit. Memory that files take and nobody used lately counts as free, because the kernel gives
// it up before it refuses any.
#pragma once

#include <stddef.h> // size_t

typedef struct sh_group_limits {
    size_t memory, available; // bytes; SIZE_MAX: no limit
    int cpus;                 // CPU seconds in a second, rounded up; INT_MAX: no limit
} sh_group_limits;

// `root` is "", or in tests a folder that stands for /.
void sh_group_limits_read(sh_group_limits *limits, const char *root);

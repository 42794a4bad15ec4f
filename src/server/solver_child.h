// SPDX-License-Identifier: MIT
// A solver as a child process.
//
// The child asks to be told (SIGTERM) when its parent dies and holds a lock on a folder for as long
// as it lives, so that no second server solves into it. What it prints, errors included, comes
// through a pipe.
#pragma once

#include <sys/types.h> // pid_t

#include "sternhalma/status.h"

// Runs arguments[0], a path, and gives its process and the reading end of its pipe, both the
// caller's. SH_RESOURCES: the folder is locked by another server's child, or the system refuses;
// *child and *output are left alone then.
sh_status sh_solver_child_start(pid_t *child, int *output, char *const arguments[],
                                const char *folder, sh_error *error) SH_NODISCARD;

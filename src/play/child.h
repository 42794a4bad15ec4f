// SPDX-License-Identifier: MIT
// A program that runs beside this one and is talked to by lines, which may misbehave.
//
// Nothing it does can hold up or bring down its owner: every call has a deadline (of sh_clock), a
// program that does not read, says nothing, or says too much is an error like one that has ended,
// and closing kills it with everything it has started in its group. It dies with its owner, too.
// What it writes to standard error is thrown away. For one thread at a time.
#pragma once

#include "sternhalma/status.h"

#define SH_CHILD_LINE 65536        // the longest line it may say
#define SH_CHILD_FLOOD (16l << 20) // bytes that it may say between two sh_child_send

typedef struct sh_child sh_child;

// Starts a program, looked for in PATH; `words` ends with NULL. SH_USAGE where it cannot be run.
sh_status sh_child_start(sh_child **child, char *const words[], sh_error *error) SH_NODISCARD;
// Kills it.
void sh_child_close(sh_child *child);

// Sends a line; `line` has no end of line. SH_DATA where it does not read or has ended.
sh_status sh_child_send(sh_child *child, const char *line, double deadline,
                        sh_error *error) SH_NODISCARD;
// The next line it says, without its end, into a buffer of SH_CHILD_LINE. SH_DATA where none comes
// in time, it has ended or says too much; a zero byte counts as the end of a line.
sh_status sh_child_hear(sh_child *child, char *line, double deadline, sh_error *error) SH_NODISCARD;

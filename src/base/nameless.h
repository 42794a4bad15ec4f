// SPDX-License-Identifier: MIT
// Files without a name: scratch, so that nothing is left behind however the process ends.
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint64_t

#include "sternhalma/status.h"

// A new file in a folder, to be closed with close().
sh_status sh_nameless_open(int *file, const char *folder, sh_error *error) SH_NODISCARD;
// Can files be made in the folder? To be asked before work that will need them.
sh_status sh_nameless_check(const char *folder, sh_error *error) SH_NODISCARD;
// All bytes at an offset. From any thread.
sh_status sh_nameless_read(int file, void *bytes, size_t size, uint64_t offset,
                           sh_error *error) SH_NODISCARD;
sh_status sh_nameless_write(int file, const void *bytes, size_t size, uint64_t offset,
                            sh_error *error) SH_NODISCARD;
// Gives the room of some bytes back where the file system can; they are zeros afterwards.
void sh_nameless_drop(int file, uint64_t size, uint64_t offset);

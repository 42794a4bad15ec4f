// SPDX-License-Identifier: MIT
// Large zeroed memory on 2 MB pages, and what the machine has of it.
//
// sh_memory_map returns pages that are zero and not yet backed; the first touch of each costs a
// page fault. sh_memory_touch pays for all of them at once on all threads, so that it can be timed
// apart.
#pragma once

#include <stddef.h> // size_t

#include "base/pool.h"
#include "sternhalma/status.h"

void *sh_memory_map(size_t bytes); // NULL when there is no room
void sh_memory_unmap(void *memory, size_t bytes);
void sh_memory_shrink(void *memory, size_t bytes, size_t keep); // to its first `keep` bytes
void sh_memory_touch(sh_pool *pool, void *memory, size_t bytes);

size_t sh_memory_total(void); // of the machine, or what its control groups allow if that is less
size_t sh_memory_available(void); // without swapping
size_t sh_memory_peak(void);      // of this process so far, resident

// "8.2 GB" into a buffer of 32, decimal units.
void sh_memory_print(double bytes, char *text);
// "6GB", "512M", "1.5GiB", "1000" -> bytes.
sh_status sh_memory_parse(size_t *bytes, const char *text, sh_error *error) SH_NODISCARD;

// SPDX-License-Identifier: MIT
// The checksum (XXH3, 64 bits) of bytes that do not lie in memory as a whole.
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint64_t

#include "sternhalma/status.h"

// Gives bytes at an offset of something.
typedef sh_status sh_sum_read(const void *context, uint64_t offset, void *bytes, size_t count,
                              sh_error *error);

// Of the bytes offset … offset+count-1, read piece by piece.
sh_status sh_sum(sh_sum_read *read, const void *context, uint64_t offset, uint64_t count,
                 uint64_t *sum, sh_error *error) SH_NODISCARD;

// SPDX-License-Identifier: MIT
// See byte_source.h: sums, and bytes in memory.
#include "table/byte_source.h"

#include <string.h> // memcpy

#include "base/sum.h"

static sh_status read_at(const void *source, uint64_t offset, void *bytes, size_t count,
                         sh_error *error) {
    return sh_bytes_read(source, offset, bytes, count, error);
}

sh_status sh_bytes_sum(const sh_byte_source *source, uint64_t offset, uint64_t count, uint64_t *sum,
                       sh_error *error) {
    return sh_sum(read_at, source, offset, count, sum, error);
}

// The size is not known here: the reader asks for nothing beyond the header's, which it compares.
static sh_status read_memory(void *context, uint64_t offset, void *bytes, size_t count,
                             sh_error *error) {
    (void)error;
    memcpy(bytes, (const uint8_t *)context + offset, count);
    return SH_OK;
}

sh_byte_source sh_bytes_in_memory(const void *bytes, uint64_t size) {
    return (sh_byte_source){.context = (void *)bytes, .size = size, .read = read_memory};
}

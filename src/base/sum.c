// SPDX-License-Identifier: MIT
// See sum.h. A piece of a file at a time.
#include "base/sum.h"

#include <stdlib.h> // malloc
#include <xxhash.h> // XXH3_state_t

enum { PIECE = 1 << 20 };

sh_status sh_sum(sh_sum_read *read, const void *context, uint64_t offset, uint64_t count,
                 uint64_t *sum, sh_error *error) {
    XXH3_state_t *state = XXH3_createState();
    uint8_t *bytes = malloc(count < PIECE ? (size_t)count + 1 : PIECE);
    sh_status status =
        state && bytes ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory for a checksum");
    if (!status) XXH3_64bits_reset(state);
    while (!status && count > 0) {
        size_t now = count < PIECE ? (size_t)count : PIECE;
        status = read(context, offset, bytes, now, error);
        if (!status) XXH3_64bits_update(state, bytes, now);
        offset += now;
        count -= now;
    }
    if (!status) *sum = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    free(bytes);
    return status;
}

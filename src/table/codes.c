// SPDX-License-Identifier: MIT
// See codes.h.
#include "table/codes.h"

#include <zstd.h>        // ZSTD_compress
#include <zstd_errors.h> // ZSTD_getErrorCode

enum { LEVEL = 6 }; // of zstd: 9 is 2 % smaller and takes three times as long

sh_status sh_codes_make(sh_codes *codes, const uint8_t seen[SH_CONTROL_CODES], sh_error *error) {
    *codes = (sh_codes){0};
    for (int code = 0; code < SH_CONTROL_CODES; code++) {
        if (!seen[code]) continue;
        if (codes->letters == SH_MOST_LETTERS)
            return sh_fail(error, SH_USAGE, "the table has more than %d different codes",
                           SH_MOST_LETTERS);
        codes->letter[code] = (uint8_t)codes->letters;
        codes->code[codes->letters++] = (uint16_t)code;
    }
    return SH_OK;
}

size_t sh_codes_size(const sh_codes *codes) { return 2 * (size_t)codes->letters; }

void sh_codes_pack(const sh_codes *codes, uint8_t *bytes) {
    for (int i = 0; i < codes->letters; i++) {
        bytes[2 * i] = (uint8_t)codes->code[i];
        bytes[2 * i + 1] = (uint8_t)(codes->code[i] >> 8);
    }
}

sh_status sh_codes_unpack(sh_codes *codes, const uint8_t *bytes, size_t size, sh_error *error) {
    uint8_t seen[SH_CONTROL_CODES] = {0};
    for (size_t i = 0; i + 1 < size; i += 2) {
        unsigned code = bytes[i] | (unsigned)bytes[i + 1] << 8;
        if (code >= SH_CONTROL_CODES)
            return sh_fail(error, SH_DATA, "the table's alphabet holds a bad code");
        seen[code] = 1;
    }
    sh_status status = sh_codes_make(codes, seen, error);
    if (status || sh_codes_size(codes) != size || size == 0)
        return sh_fail(error, SH_DATA, "the table's alphabet is not a list of different codes");
    return SH_OK;
}

size_t sh_codes_encode(ZSTD_CCtx *zstd, const uint8_t *letters, size_t count, uint8_t *bytes,
                       size_t room) {
    size_t size = ZSTD_compressCCtx(zstd, bytes, room, letters, count, LEVEL);
    if (ZSTD_getErrorCode(size) == ZSTD_error_memory_allocation) return SH_CODES_NO_MEMORY;
    return ZSTD_isError(size) ? 0 : size;
}

sh_status sh_codes_decode(const sh_codes *codes, const uint8_t *bytes, size_t size,
                          uint8_t *letters, size_t count, sh_error *error) {
    size_t got = ZSTD_decompress(letters, count, bytes, size);
    if (ZSTD_getErrorCode(got) == ZSTD_error_memory_allocation)
        return sh_fail(error, SH_RESOURCES, "out of memory to unpack a block of a table");
    if (ZSTD_isError(got) || got != count)
        return sh_fail(error, SH_DATA, "a block of the table cannot be unpacked");
    for (size_t i = 0; i < count; i++)
        if (letters[i] >= codes->letters)
            return sh_fail(error, SH_DATA, "a block of the table uses a letter that is not there");
    return SH_OK;
}

// SPDX-License-Identifier: MIT
// See coded.h. A piece of zeros takes no bytes, and one that does not get shorter its own.
#include "solve/duel/squeezed/coded.h"

#include <string.h> // memcpy
#include <zstd.h>   // ZSTD_compress

enum { LEVEL = 1 };

size_t sh_coded_room(uint64_t words) {
    return sh_coded_pieces(words) * ZSTD_compressBound(SH_CODED_WORDS * sizeof(uint64_t));
}

static bool is_zero(const uint64_t *words, uint64_t count) {
    uint64_t any = 0;
    for (uint64_t i = 0; i < count; i++) any |= words[i];
    return !any;
}

static size_t pack_piece(const uint64_t *words, uint64_t count, uint8_t *bytes) {
    size_t raw = count * sizeof *words, room = ZSTD_compressBound(raw);
    if (is_zero(words, count)) return 0;
    size_t packed = ZSTD_compress(bytes, room, words, raw, LEVEL);
    if (!ZSTD_isError(packed) && packed < raw) return packed;
    memcpy(bytes, words, raw);
    return raw;
}

static uint64_t words_of_piece(uint64_t count, uint64_t piece) {
    uint64_t left = count - piece * SH_CODED_WORDS;
    return left < SH_CODED_WORDS ? left : SH_CODED_WORDS;
}

size_t sh_coded_pack(const uint64_t *words, uint64_t count, uint8_t *bytes, uint32_t *ends) {
    size_t end = 0;
    for (uint64_t p = 0; p < sh_coded_pieces(count); p++) {
        end += pack_piece(words + p * SH_CODED_WORDS, words_of_piece(count, p), bytes + end);
        ends[p] = (uint32_t)end;
    }
    return end;
}

bool sh_coded_unpack_piece(const uint8_t *bytes, size_t size, uint64_t *words, uint64_t count) {
    size_t raw = count * sizeof *words;
    if (size == raw)
        memcpy(words, bytes, raw);
    else if (size == 0)
        memset(words, 0, raw);
    else
        return ZSTD_decompress(words, raw, bytes, size) == raw;
    return true;
}

bool sh_coded_unpack(const uint8_t *bytes, const uint32_t *ends, uint64_t *words, uint64_t count) {
    for (uint64_t p = 0; p < sh_coded_pieces(count); p++) {
        uint32_t start = p ? ends[p - 1] : 0;
        if (!sh_coded_unpack_piece(bytes + start, ends[p] - start, words + p * SH_CODED_WORDS,
                                   words_of_piece(count, p)))
            return false;
    }
    return true;
}

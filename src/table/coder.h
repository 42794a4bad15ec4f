// SPDX-License-Identifier: MIT
// A binary range coder: yes/no decisions of known probability as a string of bytes.
//
// Martin's range coding (1979) in 64 bits: an interval [low, low+range) is cut in proportion to the
// probability of each decision, and whenever less than 32 bits of range are left the top 32 bits of
// low are final but for a carry. Probabilities are those of "yes" in units of 1/65536, from 1 to
// 65535. The bytes after the end of a string read as zeros. Strings of version 2 of the format are
// read with it; version 3 has another coder (rans.h).
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#define SH_CODER_ONE 65536u // the probability of certainty

typedef struct sh_decoder {
    uint64_t code, range; // code is relative to low
    const uint8_t *at, *end;
} sh_decoder;

static inline uint32_t sh_decoder_word(sh_decoder *decoder) {
    uint32_t word = 0;
    if (decoder->end - decoder->at >= 4) {
        const uint8_t *b = decoder->at;
        word = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
        decoder->at += 4;
        return word;
    }
    for (int i = 0; i < 4; i++)
        word = word << 8 | (decoder->at < decoder->end ? *decoder->at++ : 0u);
    return word;
}

static inline sh_decoder sh_decoder_start(const uint8_t *bytes, size_t count) {
    sh_decoder decoder = {.range = UINT64_MAX, .at = bytes, .end = bytes + count};
    decoder.code = (uint64_t)sh_decoder_word(&decoder) << 32;
    decoder.code |= sh_decoder_word(&decoder);
    return decoder;
}

static inline bool sh_decode(sh_decoder *decoder, uint32_t probability) {
    uint64_t part = (decoder->range >> 16) * probability;
    bool yes = decoder->code < part;
    decoder->code -= yes ? 0 : part;
    decoder->range = yes ? part : decoder->range - part;
    while (__builtin_expect(decoder->range >> 32 == 0, 0)) {
        decoder->range <<= 32;
        decoder->code = decoder->code << 32 | sh_decoder_word(decoder);
    }
    return yes;
}

// SPDX-License-Identifier: MIT
// A binary range coder: yes/no decisions of known probability as a string of bytes.
//
// Martin's range coding (1979) in 64 bits: an interval [low, low+range) is cut in proportion to the
// probability of each decision, and whenever less than 32 bits of range are left the top 32 bits of
// low are final but for a carry. Probabilities are those of "yes" in units of 1/65536, from 1 to
// 65535. The bytes after the end of a string read as zeros, so the encoder leaves trailing zeros
// out: a block of n bits of information ends within two bytes of n/8.
//
// The functions are inline: a decision takes about 3 ns on either side.
#pragma once

#include <assert.h>  // assert
#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#define SH_CODER_ONE 65536u // the probability of certainty

typedef struct sh_encoder {
    uint64_t low, range;
    uint8_t *bytes;
    size_t count, room;
    bool full; // more bytes than room: the result is void
} sh_encoder;

typedef struct sh_decoder {
    uint64_t code, range; // code is relative to low
    const uint8_t *at, *end;
} sh_decoder;

static inline sh_encoder sh_encoder_start(uint8_t *bytes, size_t room) {
    return (sh_encoder){.range = UINT64_MAX, .bytes = bytes, .room = room};
}

// Adds one to the number written so far: a carry out of low.
static inline void sh_encoder_carry(sh_encoder *encoder) {
    size_t at = encoder->count;
    while (at > 0 && ++encoder->bytes[--at] == 0) continue;
}

static inline void sh_encoder_byte(sh_encoder *encoder, uint8_t byte) {
    if (encoder->count < encoder->room)
        encoder->bytes[encoder->count++] = byte;
    else
        encoder->full = true;
}

static inline void sh_encode(sh_encoder *encoder, bool yes, uint32_t probability) {
    assert(probability > 0 && probability < SH_CODER_ONE);
    uint64_t part = (encoder->range >> 16) * probability;
    if (yes) {
        encoder->range = part;
    } else {
        encoder->low += part;
        encoder->range -= part;
        if (encoder->low < part) sh_encoder_carry(encoder);
    }
    while (encoder->range >> 32 == 0) {
        for (int shift = 56; shift >= 32; shift -= 8)
            sh_encoder_byte(encoder, (uint8_t)(encoder->low >> shift));
        encoder->low <<= 32;
        encoder->range <<= 32;
    }
}

// Ends the string with the number in the interval that has the most trailing zeros.
static inline void sh_encoder_finish(sh_encoder *encoder) {
    for (int bits = 8; bits <= 64; bits += 8) {
        uint64_t mask = bits == 64 ? 0 : UINT64_MAX >> bits;
        uint64_t up = encoder->low + mask, number = up & ~mask;
        if (number - encoder->low >= encoder->range) continue;
        if (up < encoder->low) sh_encoder_carry(encoder);
        for (int shift = 56; shift > 56 - bits; shift -= 8)
            sh_encoder_byte(encoder, (uint8_t)(number >> shift));
        break;
    }
    while (encoder->count > 0 && encoder->bytes[encoder->count - 1] == 0) encoder->count--;
}

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

// SPDX-License-Identifier: MIT
// Symbols of known probability as a string of bytes, several at once: interleaved rANS.
//
// Range asymmetric numeral systems (Duda, 2013): a state x of 32 bits, at least 2^16, takes in a
// symbol with `freq` of 4096 slots from `start` on as x' = (x / freq) · 4096 + x mod freq + start,
// after giving away 16 bits if x' would not fit. Decoding goes back: the low 12 bits of x are a
// slot, the slot names the symbol. A string has several states, and who uses it says which one each
// symbol belongs to, so that a processor works on several at a time. The encoder works from the
// last symbol to the first, the decoder reads forwards: first the states, then the words in the
// order in which they are needed.
//
// At the end every state is 2^16 again and every byte is used: a decoder that does not end so has
// read damaged bytes. It may read SH_RANS_SLACK bytes past the end before that is noticed.
#pragma once

#include <assert.h>  // assert
#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint32_t
#include <string.h>  // memcpy

enum {
    SH_RANS_BITS = 12,
    SH_RANS_SLOTS = 1 << SH_RANS_BITS,
    SH_RANS_MOST_STATES = 16,
    SH_RANS_LEAST = 1 << 16,
    SH_RANS_SLACK = 512,     // more than the words of 130 symbols
    SH_RANS_FREQ_SHIFT = 12, // of symbols to be encoded
    SH_RANS_STATE_SHIFT = 25,
};

// What is to be encoded, in the order of decoding: start | freq << 12 | state << 25.
typedef struct sh_rans_list {
    uint32_t *symbol;
    size_t count;
} sh_rans_list;

// A symbol to be encoded, but for its state.
static inline uint32_t sh_rans_interval(uint32_t start, uint32_t freq) {
    assert(freq > 0 && start + freq <= SH_RANS_SLOTS);
    return start | freq << SH_RANS_FREQ_SHIFT;
}

static inline void sh_rans_push_interval(sh_rans_list *list, int state, uint32_t interval) {
    list->symbol[list->count++] = interval | (uint32_t)state << SH_RANS_STATE_SHIFT;
}

static inline void sh_rans_push(sh_rans_list *list, int state, uint32_t start, uint32_t freq) {
    sh_rans_push_interval(list, state, sh_rans_interval(start, freq));
}

static inline void sh_rans_push_bit(sh_rans_list *list, int state, bool yes, uint32_t probability) {
    sh_rans_push(list, state, yes ? 0 : probability,
                 yes ? probability : SH_RANS_SLOTS - probability);
}

// x / freq where it is below 2^20: x times 2^44 / freq, rounded up. The error is too small to
// matter and the product fits 64 bits as long as freq² ≤ 2^24. Nothing waits for x but the product.
static inline uint32_t sh_rans_quotient(uint32_t x, uint32_t freq) {
    uint64_t part = (uint64_t)((double)(1ULL << 44) / freq) + 1;
    return (uint32_t)(x * part >> 44);
}

// The string ends before `end`; returns where it begins, or NULL where it needs more than `room`
// bytes. An empty list is an empty string.
static inline uint8_t *sh_rans_encode(const sh_rans_list *list, int states, uint8_t *end,
                                      size_t room) {
    uint32_t state[SH_RANS_MOST_STATES];
    size_t head = 4 * (size_t)states;
    if (list->count == 0) return end;
    if (room < head) return NULL;
    uint8_t *at = end, *least = end - room + head;
    for (int i = 0; i < states; i++) state[i] = SH_RANS_LEAST;
    for (size_t i = list->count; i-- > 0;) {
        uint32_t symbol = list->symbol[i], start = symbol & 0xfff, freq = symbol >> 12 & 0x1fff;
        uint32_t x = state[symbol >> SH_RANS_STATE_SHIFT];
        if ((uint64_t)x >= (uint64_t)freq << (32 - SH_RANS_BITS)) {
            if (at - least < 2) return NULL;
            *--at = (uint8_t)(x >> 8);
            *--at = (uint8_t)x;
            x >>= 16;
        }
        state[symbol >> SH_RANS_STATE_SHIFT] =
            x + start + sh_rans_quotient(x, freq) * (SH_RANS_SLOTS - freq);
    }
    at -= head;
    for (int i = 0; i < states; i++)
        for (int j = 0; j < 4; j++) at[4 * i + j] = (uint8_t)(state[i] >> 8 * j);
    return at;
}

typedef struct sh_rans {
    uint32_t state[SH_RANS_MOST_STATES];
    const uint8_t *at, *end;
} sh_rans;

// `bytes` may be read up to SH_RANS_SLACK past their end. False where they are too few. An empty
// string is a decoder that must not be asked.
static inline bool sh_rans_start(sh_rans *rans, int states, const uint8_t *bytes, size_t count) {
    *rans = (sh_rans){.at = bytes, .end = bytes + count};
    for (int i = 0; i < SH_RANS_MOST_STATES; i++) rans->state[i] = SH_RANS_LEAST;
    if (count == 0) return true;
    if (count < 4 * (size_t)states) return false;
    for (int i = 0; i < states; i++, rans->at += 4)
        rans->state[i] = (uint32_t)rans->at[0] | (uint32_t)rans->at[1] << 8 |
                         (uint32_t)rans->at[2] << 16 | (uint32_t)rans->at[3] << 24;
    return true;
}

// To be asked at least once every 130 symbols.
static inline bool sh_rans_in_bounds(const sh_rans *rans) { return rans->at <= rans->end; }

static inline bool sh_rans_done(const sh_rans *rans) {
    bool done = rans->at == rans->end;
    for (int i = 0; i < SH_RANS_MOST_STATES; i++) done &= rans->state[i] == SH_RANS_LEAST;
    return done;
}

static inline uint32_t sh_rans_slot(const sh_rans *rans, int state) {
    return rans->state[state] & (SH_RANS_SLOTS - 1);
}

// Takes out the symbol that the slot named.
static inline void sh_rans_pop(sh_rans *rans, int state, uint32_t start, uint32_t freq) {
    uint32_t x = rans->state[state], word = rans->at[0] | (uint32_t)rans->at[1] << 8;
    x = freq * (x >> SH_RANS_BITS) + (x & (SH_RANS_SLOTS - 1)) - start;
    bool more = x < SH_RANS_LEAST;
    rans->state[state] = more ? x << 16 | word : x;
    rans->at += more ? 2 : 0;
}

static inline bool sh_rans_pop_bit(sh_rans *rans, int state, uint32_t probability) {
    bool yes = sh_rans_slot(rans, state) < probability;
    sh_rans_pop(rans, state, yes ? 0 : probability,
                yes ? probability : SH_RANS_SLOTS - probability);
    return yes;
}

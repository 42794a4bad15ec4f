// SPDX-License-Identifier: MIT
// The 121-cell star by classes: a numbering of its cells in which every hop is a shift of one word.
//
// A hop leads two cells on, so it keeps the parities of column and row: a piece hops within one of
// four classes of cells, and each of these fits into a word. Cell (x, y) is bit 7·⌊y/2⌋ + ⌊x/2⌋ - 5
// of word (x mod 2) + 2·(y mod 2). The number of that bit, counted over all four words, is the
// cell's slot; four words of slots are a b256, as four words of cells are elsewhere.
//
//   - Two steps in a direction are the same shift in all words.
//   - One step leads into another word: words change places, and each is turned (rotated) by a
//     number that depends on the direction and the word alone. Where a cell has no neighbour, a
//     turn leads somewhere else, and masks forbid it.
//   - A flood needs one word a piece, so eight pieces are one vector.
//
// Where a piece can go is one word, too: its hops as bits of its class, and behind them, from bit
// SH_CLASS_STEPS on, the six directions in which it can step. All instruction sets agree.
#pragma once

#include <stdint.h> // uint64_t

#include "rules/generator.h"
#include "rules/lanes.h"

#define SH_CLASS_STEPS 58
#define SH_CLASS_SHIFT(axis) ((axis) == 0 ? 1 : (axis) == 1 ? 7 : 6) // of two steps
#define SH_CLASS_PIECES 16 // lanes for an army: two groups of eight
#define SH_CLASS_GROUP 64  // lists are written in groups of so many

typedef struct sh_classes {
    b256 middle[3]; // by axis: slots that can be hopped over
    b256 toward[6]; // by direction: slots from which a step leads there; none without steps
    b256 arrive[6]; // by direction: how far each word is turned where a step there leads into it
    _Alignas(64) uint8_t cell[256], slot[256],
        same[256];                        // by slot; by cell; the numbers themselves
    _Alignas(64) uint8_t target[256][64]; // by slot and bit: the cell it can go to
} sh_classes;

// Fills the classes of a game on the star of 121 cells.
void sh_classes_make(sh_classes *classes, const sh_game *game);

// A set of cells as slots.
sh_set sh_classes_set(const sh_classes *classes, const sh_set *cells);

// The words from which a step along an axis leads into each, before they are turned.
static inline b256 sh_classes_cross(b256 x, int axis) {
    return axis == 0   ? (b256){x[1], x[0], x[3], x[2]}
           : axis == 1 ? (b256){x[2], x[3], x[0], x[1]}
                       : (b256){x[3], x[2], x[1], x[0]};
}

static inline b256 sh_classes_turn(b256 x, b256 by) { return x << by | x >> (-by & 63); }

static inline int sh_classes_count(b256 x) {
#ifdef __AVX512VPOPCNTDQ__
    __m256i words = _mm256_popcnt_epi64((__m256i)x);
    __m128i half = _mm_add_epi64(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
    return _mm_cvtsi128_si32(_mm_add_epi64(half, _mm_unpackhi_epi64(half, half)));
#else
    return b256_count(x);
#endif
}

// The names of a word's bits that are set, in ascending order, and how many they are.
static inline int sh_classes_name(uint64_t word, const uint8_t names[64],
                                  uint8_t list[SH_CLASS_GROUP]) {
#ifdef __AVX512VBMI2__
    _mm512_storeu_si512(list, _mm512_maskz_compress_epi8(word, _mm512_load_si512(names)));
    return __builtin_popcountll(word);
#else
    int count = 0;
    for (; word; word &= word - 1) list[count++] = names[__builtin_ctzll(word)];
    return count;
#endif
}

// The same of all words. There is a group's room behind the list.
static inline int sh_classes_list(b256 set, const uint8_t names[256], uint8_t *list) {
    int count = 0;
    for (int i = 0; i < 4; i++) count += sh_classes_name(set[i], names + 64 * i, list + count);
    return count;
}

// Slots, one a lane.
static inline lanes8 sh_classes_lanes(const uint8_t slots[8]) {
#ifdef __AVX512F__
    return (lanes8)_mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)slots));
#else
    lanes8 x;
    for (int i = 0; i < 8; i++) x[i] = slots[i];
    return x;
#endif
}

// To each lane the word of its class.
static inline lanes8 sh_classes_pick(b256 words, lanes8 class) {
#ifdef __AVX512F__
    __m512i all = _mm512_castsi256_si512((__m256i)words);
    return (lanes8)_mm512_permutexvar_epi64((__m512i) class, all);
#else
    lanes8 x;
    for (int i = 0; i < 8; i++) x[i] = words[class[i]];
    return x;
#endif
}

// Landings of hops, by direction, and free neighbours, by direction.
typedef struct sh_classes_ways {
    b256 landing[6], step[6];
} sh_classes_ways;

static inline sh_classes_ways sh_classes_ways_of(const sh_classes *c, b256 occupied, b256 room,
                                                 b256 free) {
    sh_classes_ways ways;
    for (int d = 0; d < 6; d++) {
        b256 over = sh_classes_cross(occupied & c->middle[d / 2], d / 2);
        b256 beside = sh_classes_cross(free, d / 2);
        ways.landing[d] = sh_classes_turn(over, c->arrive[d]) & room;
        ways.step[d] = sh_classes_turn(beside, c->arrive[d ^ 1]) & c->toward[d];
    }
    return ways;
}

// One hop in every direction, and some more: an axis goes on from where the ones before it led.
static inline lanes8 sh_classes_hop(const lanes8 landing[6], lanes8 reach) {
    for (int a = 0; a < 3; a++) {
        lanes8 higher = reach << SH_CLASS_SHIFT(a), lower = reach >> SH_CLASS_SHIFT(a);
        reach = lanes8_or_and(reach, higher, landing[2 * a]);
        reach = lanes8_or_and(reach, lower, landing[2 * a + 1]);
    }
    return reach;
}

// Where eight pieces can go. `free` is where they may end a move.
static inline lanes8 sh_classes_reach(const sh_classes_ways *ways, b256 free,
                                      const uint8_t slots[8]) {
    lanes8 slot = sh_classes_lanes(slots), class = slot >> 6, none = {0};
    lanes8 piece = (1 - none) << (slot & 63), landing[6], before;
    for (int d = 0; d < 6; d++) landing[d] = sh_classes_pick(ways->landing[d], class);
    lanes8 reach = sh_classes_hop(landing, piece);
    reach = sh_classes_hop(landing, reach);
    do { // most floods are over when the first look comes
        before = sh_classes_hop(landing, reach);
        reach = sh_classes_hop(landing, before);
    } while (__builtin_expect(lanes8_any(reach ^ before), 0));
    reach &= sh_classes_pick(free, class);
    for (int d = 0; d < 6; d++) {
        lanes8 steps = (lanes8)((sh_classes_pick(ways->step[d], class) & piece) != 0);
        reach |= steps & (uint64_t)1 << (SH_CLASS_STEPS + d);
    }
    return reach;
}

// Where each of an army's pieces can go. `room` is where they may land in mid-chain.
static inline void sh_classes_targets(const sh_classes *c, const uint8_t slots[SH_CLASS_PIECES],
                                      int count, b256 occupied, b256 room, b256 free,
                                      uint64_t targets[SH_CLASS_PIECES]) {
    sh_classes_ways ways = sh_classes_ways_of(c, occupied, room, free);
    for (int i = 0; i < count; i += 8) {
        lanes8 reach = sh_classes_reach(&ways, free, slots + i);
        for (int lane = 0; lane < 8; lane++) targets[i + lane] = reach[lane];
    }
}

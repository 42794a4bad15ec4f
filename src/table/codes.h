// SPDX-License-Identifier: MIT
// Tables of control: the values of a race of three as small codes, packed with zstd.
//
// A code is that of rank/control.h; terminal and illegal states are left to the rules. Few of the
// 4096 codes occur; the model section lists those that do (the alphabet), a block is one zstd frame
// of letters. A state is (mover, next, previous) as in rank/triples.h: row = mover · sets + next,
// column = previous.
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint16_t

#include <zstd.h> // ZSTD_CCtx

#include "rank/control.h"
#include "sternhalma/probe.h"

enum { SH_CONTROL_CODES = 1 << SH_CONTROL_BITS, SH_MOST_LETTERS = 256 };

#define SH_CODES_NO_MEMORY SIZE_MAX

typedef struct sh_codes {
    int letters;
    uint16_t code[SH_MOST_LETTERS];   // by letter, ascending
    uint8_t letter[SH_CONTROL_CODES]; // by code
} sh_codes;

// The alphabet of the codes marked in `seen`. SH_USAGE where there are more than 256.
sh_status sh_codes_make(sh_codes *codes, const uint8_t seen[SH_CONTROL_CODES],
                        sh_error *error) SH_NODISCARD;

// The model section: two bytes a letter.
size_t sh_codes_size(const sh_codes *codes);
void sh_codes_pack(const sh_codes *codes, uint8_t *bytes);
sh_status sh_codes_unpack(sh_codes *codes, const uint8_t *bytes, size_t size,
                          sh_error *error) SH_NODISCARD;

// A block of letters as bytes. Encoding gives 0 where `room` is too small, and SH_CODES_NO_MEMORY.
size_t sh_codes_encode(ZSTD_CCtx *zstd, const uint8_t *letters, size_t count, uint8_t *bytes,
                       size_t room);
sh_status sh_codes_decode(const sh_codes *codes, const uint8_t *bytes, size_t size,
                          uint8_t *letters, size_t count, sh_error *error) SH_NODISCARD;

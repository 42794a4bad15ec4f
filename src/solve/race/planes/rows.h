// SPDX-License-Identifier: MIT
// Rows of bits packed by a mask and spread out again: PEXT and PDEP over many words.
//
// With BMI2 a word costs about a nanosecond; without, six rounds of shifts (bitslice/gather.h).
#pragma once

#include <stdint.h> // uint64_t

typedef struct sh_rows {
    // The bits of `row` at `mask`, one after the other. Returns how many words were written.
    int (*pack)(const uint64_t *row, const uint64_t *mask, int words, uint64_t *packed);
    // The other way: bits outside the mask become zero.
    void (*spread)(const uint64_t *packed, const uint64_t *mask, int words, uint64_t *row);
} sh_rows;

// The faster of the two that this CPU has; STERNHALMA_CPU=generic asks for the portable one.
const sh_rows *sh_rows_get(void);

// SPDX-License-Identifier: MIT
// Games drawn as text: the slowest and plainest counting of move sequences.
//
// A picture has rows of one length: `.` an empty cell, `x` and `o` pieces, anything else no cell. A
// goal is the camp seen after half a turn of the picture, so pictures of boards that look the same
// then will do. Nothing here knows the library.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#define ORACLE_DRAWN_CELLS 256

typedef struct oracle_drawn {
    const char *rows; // one string, row after row
    int width;
    int directions;
    int dx[8], dy[8];
    bool hops_only, swap;
} oracle_drawn;

// Move sequences of a length, x first. Over when x or o, with `swap` when both fill their goals.
uint64_t oracle_drawn_perft(const oracle_drawn *picture, int depth);

// SPDX-License-Identifier: MIT
// Straight-line code for all cells of a board: SH_EACH_CELL(7, f, ...) calls f(0, 0, ...),
// f(0, 1, ...), … f(6, 6, ...); SH_EACH_COLUMN(7, f, r, ...) those of row r. f is an inline
// function.
//
// Repeated by the preprocessor and not by a loop that is to be unrolled: compilers unroll late, and
// then keep arrays that could live in registers on the stack, with a store for every element.
#pragma once

#define SH_EACH_CELL(size, f, ...) SH_EACH_CELL_(size, f, __VA_ARGS__)
#define SH_EACH_CELL_(size, f, ...) SH_ROWS_##size(size, f, __VA_ARGS__)
#define SH_EACH_COLUMN(size, f, r, ...) SH_EACH_COLUMN_(size, f, r, __VA_ARGS__)
#define SH_EACH_COLUMN_(size, f, r, ...) SH_ROW_##size(f, r, __VA_ARGS__)

#define SH_ROW_3(f, r, ...) f(r, 0, __VA_ARGS__), f(r, 1, __VA_ARGS__), f(r, 2, __VA_ARGS__)
#define SH_ROW_4(f, r, ...) SH_ROW_3(f, r, __VA_ARGS__), f(r, 3, __VA_ARGS__)
#define SH_ROW_5(f, r, ...) SH_ROW_4(f, r, __VA_ARGS__), f(r, 4, __VA_ARGS__)
#define SH_ROW_6(f, r, ...) SH_ROW_5(f, r, __VA_ARGS__), f(r, 5, __VA_ARGS__)
#define SH_ROW_7(f, r, ...) SH_ROW_6(f, r, __VA_ARGS__), f(r, 6, __VA_ARGS__)

#define SH_ROWS_3(size, f, ...)                                                                    \
    SH_ROW_##size(f, 0, __VA_ARGS__), SH_ROW_##size(f, 1, __VA_ARGS__),                            \
        SH_ROW_##size(f, 2, __VA_ARGS__)
#define SH_ROWS_4(size, f, ...) SH_ROWS_3(size, f, __VA_ARGS__), SH_ROW_##size(f, 3, __VA_ARGS__)
#define SH_ROWS_5(size, f, ...) SH_ROWS_4(size, f, __VA_ARGS__), SH_ROW_##size(f, 4, __VA_ARGS__)
#define SH_ROWS_6(size, f, ...) SH_ROWS_5(size, f, __VA_ARGS__), SH_ROW_##size(f, 5, __VA_ARGS__)
#define SH_ROWS_7(size, f, ...) SH_ROWS_6(size, f, __VA_ARGS__), SH_ROW_##size(f, 6, __VA_ARGS__)

// SPDX-License-Identifier: MIT
// How templates name things: one file, included several times, makes one set of functions each
// time.
//
// Before a template (its name ends in _template.h) the includer defines what varies: W, the bits of
// a bitboard, or SIZE, the side of a board, or LANES. The template defines SELF, what it makes, and
// undefines it at its end. Then FN(f) is its function f: with SELF sh_subset64, FN(rank) is
// sh_subset64_rank. WITH_W(thing, f) is the function f of another thing of the same width.
// docs/names.md lists all names that are made so, docs/kernels.md explains.
#pragma once

#define SH_CAT_(a, b) a##b
#define SH_CAT(a, b) SH_CAT_(a, b)

#define FN(f) SH_CAT(SELF, SH_CAT(_, f))
#define WITH_W(thing, f) SH_CAT(SH_CAT(thing, W), SH_CAT(_, f))

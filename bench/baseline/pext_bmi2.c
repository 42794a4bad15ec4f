// SPDX-License-Identifier: MIT
// The generator of Sturtevant (An Efficient Chinese Checkers Implementation), with PEXT and PDEP.
//
// For one cell, PEXT packs the occupied cells that could be hopped over and the empty cells behind
// them into a few bits in the same order, so one AND finds the hops, and PDEP puts them back on the
// board. Each landing is then expanded in turn until no new one turns up.
#include <immintrin.h> // _pext_u64

#include "bench/baseline/pext.h"

#define TEMPLATE "bench/baseline/pext_template.h"
#include "board/widths.h"

const sh_generator sh_generator_pext = {"pext", pext64_targets, pext128_targets, pext256_targets};

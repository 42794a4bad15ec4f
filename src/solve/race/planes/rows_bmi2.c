// SPDX-License-Identifier: MIT
// With PEXT and PDEP.
#include <immintrin.h> // _pext_u64

#define ROWS sh_rows_bmi2
#define PACK(x, mask) _pext_u64(x, mask)
#define SPREAD(x, mask) _pdep_u64(x, mask)
#include "solve/race/planes/rows_template.h"

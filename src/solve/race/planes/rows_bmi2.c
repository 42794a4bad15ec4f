// SPDX-License-Identifier: MIT
// With PEXT and PDEP.
#define ROWS sh_rows_bmi2
#include "solve/race/planes/rows_template.h"

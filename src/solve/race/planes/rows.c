// SPDX-License-Identifier: MIT
// The portable variant, and which variant this CPU runs.
#include "solve/race/planes/rows.h"

#include "base/cpu.h"

#define ROWS sh_rows_portable
#include "solve/race/planes/rows_template.h"

const sh_rows *sh_rows_get(void) {
#ifdef __x86_64__
    if (sh_cpu_has_fast_pext()) return &sh_rows_bmi2;
#endif
    return &sh_rows_portable;
}

// SPDX-License-Identifier: MIT
// The variants that rows.c chooses between.
#pragma once

#include "solve/race/planes/rows.h"

extern const sh_rows sh_rows_portable;
extern const sh_rows sh_rows_bmi2;

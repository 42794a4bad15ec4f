// SPDX-License-Identifier: MIT
// The variants that kernel.c chooses among, one translation unit each.
#pragma once

#include "solve/duel/kernel/kernel.h"

extern const sh_duel_kernels sh_duel_kernels_avx512;
extern const sh_duel_kernels sh_duel_kernels_avx2;
extern const sh_duel_kernels sh_duel_kernels_generic;

// SPDX-License-Identifier: MIT
// The tables of kernels, one for each instruction set.
#pragma once

#include "puzzle/game_kernel.h"

enum { SH_GAME_WIDTHS = 3 };

extern const sh_game_kernel sh_game_kernels_portable[SH_GAME_WIDTHS];
#if defined(__x86_64__)
extern const sh_game_kernel sh_game_kernels_avx2[SH_GAME_WIDTHS];
extern const sh_game_kernel sh_game_kernels_avx512[SH_GAME_WIDTHS];
#endif

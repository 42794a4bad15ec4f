// SPDX-License-Identifier: MIT
// See game_kernel.h.
#define GAME_KERNELS sh_game_kernels_portable
#include "puzzle/game_kernel_template.h"

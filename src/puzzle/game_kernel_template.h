// SPDX-License-Identifier: MIT
// The kernels of one instruction set for all widths: included with GAME_KERNELS, the name of the
// table it defines.
#include <string.h> // memcpy

#include "board/bits.h"
#include "puzzle/game_kernel.h"
#include "puzzle/game_kernels.h"

#define TEMPLATE "puzzle/game_kernel_width.h"
#include "board/widths.h"

#define KERNEL(w)                                                                                  \
    {                                                                                              \
        .width = (w), .field_bytes = sizeof(game##w##_field), .prepare = game##w##_prepare,        \
        .expand = game##w##_expand, .retract = game##w##_retract, .keep = game##w##_keep,          \
        .measure = game##w##_measure,                                                              \
    }
const sh_game_kernel GAME_KERNELS[SH_GAME_WIDTHS] = {KERNEL(64), KERNEL(128), KERNEL(256)};

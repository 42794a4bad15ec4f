// SPDX-License-Identifier: MIT
// The kernels of one instruction set for all widths: included with GAME_KERNELS, the name of the
// table it defines.
#include <string.h> // memcpy

#include "board/bits.h"
#include "puzzle/game_kernel.h"
#include "puzzle/game_kernels.h"

#define T(name) SH_CAT(SH_CAT(game_, name), SH_CAT(_, W))

#define TEMPLATE "puzzle/game_kernel_width.h"
#include "board/widths.h"

#define KERNEL(w)                                                                                  \
    {                                                                                              \
        .width = (w), .field_bytes = sizeof(game_field_##w), .prepare = game_prepare_##w,          \
        .expand = game_expand_##w, .keep = game_keep_##w, .measure = game_measure_##w,             \
    }
const sh_game_kernel GAME_KERNELS[SH_GAME_WIDTHS] = {KERNEL(64), KERNEL(128), KERNEL(256)};

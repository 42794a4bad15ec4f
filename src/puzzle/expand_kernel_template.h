// SPDX-License-Identifier: MIT
// The kernels of one instruction set for both widths: included with EXPANDERS, the name of the
// table it defines.
#include <string.h> // memcpy

#include "board/bits.h"
#include "puzzle/expand_kernel.h"
#include "puzzle/numbering.h"

#if defined(__BMI2__)
#include <immintrin.h> // _pdep_u64, _mm512_shldv_epi64
#endif

#define SH_PENDING 32 // children whose slots are being fetched

// What some diagonals add to the number of a board, and to that of its mirror image. `before` a
// diagonal: those before it. `from` it: it and those behind it, as if the number began with it.
typedef struct sh_share {
    uint64_t of[2];
} sh_share;

// From one diagonal to another, for the parents of one tally.
typedef struct sh_way {
    uint64_t base;            // the number of the tally it leads to, in place
    uint64_t scale[2];        // of the subset that is left, and of the one that is reached
    uint64_t between, behind; // of the diagonals between them, and behind both
    uint64_t stamp;
    sh_share sum; // the share of the other diagonals of parent `stamp`
} sh_way;

// The scales of a way from s to t; the counts are those after the move.
static void sh_way_open(sh_way *way, const sh_passage *passage, const sh_counts *counts, int s,
                        int t) {
    int low = s < t ? s : t, high = s < t ? t : s;
    uint64_t scale = 1;
    for (int u = 0; u <= high; u++) {
        if (u == s) way->scale[0] = scale;
        if (u == t) way->scale[1] = scale;
        scale *= passage->choose[u][counts->of[u]];
        if (u == low) way->between = scale;
    }
    way->behind = scale;
    way->stamp = 0;
}

#define W 128
#include "puzzle/expand_jumps_template.h"
#include "puzzle/expand_template.h"
#undef W
#define W 256
#include "puzzle/expand_jumps_template.h"
#include "puzzle/expand_template.h"
#undef W

#define EXPANDER(w)                                                                                \
    {                                                                                              \
        sizeof(expand##w##_worker), expand##w##_start, expand##w##_slice, expand##w##_added,       \
            expand##w##_neighbours                                                                 \
    }
const sh_expander EXPANDERS[SH_EXPAND_WIDTHS] = {EXPANDER(128), EXPANDER(256)};

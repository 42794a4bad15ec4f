// SPDX-License-Identifier: MIT
// The search among several players for the instruction set of the including file, which defines
// CROWD, the table it fills, and GENERATOR, the generator of moves.
#include "play/crowd.h"

#include <assert.h> // assert
#include <math.h>   // expf
#include <stdlib.h> // aligned_alloc
#include <string.h> // memset

#include "base/random.h"
#include "board/bits.h"
#include "play/crowd_promise.h"
#include "play/packed.h"
#include "rules/classes.h"
#include "rules/generator.h"

#define W 64
#include "play/crowd_cells_template.h"
#undef W
#define W 128
#include "play/crowd_cells_template.h"
#undef W
#define W 256
#include "play/crowd_classes_template.h"
#undef W
#define TEMPLATE "play/crowd_state_template.h"
#include "board/widths.h"
#define TEMPLATE "play/crowd_rounds_template.h"
#include "board/widths.h"
#define TEMPLATE "play/crowd_maxn_template.h"
#include "board/widths.h"
#define TEMPLATE "play/crowd_spot_template.h"
#include "board/widths.h"
#define TEMPLATE "play/crowd_tree_template.h"
#include "board/widths.h"

static uint32_t follow(const sh_promises *promises) { return sh_promises_best(promises); }

#define CROWD_OF(w)                                                                                \
    {                                                                                              \
        crowd##w##_prepare, crowd##w##_deepen, crowd##w##_grow, sizeof(crowd##w##_state),          \
            crowd##w##_evaluate, crowd##w##_value, follow                                          \
    }
const sh_crowd CROWD[3] = {CROWD_OF(64), CROWD_OF(128), CROWD_OF(256)};

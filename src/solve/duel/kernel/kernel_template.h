// SPDX-License-Identifier: MIT
// One variant of the kernels: included once a translation unit with KERNELS and LEVEL defined.
#include <assert.h> // assert
#ifdef __AVX512F__
#include <immintrin.h> // _mm512_mask_storeu_epi64
#endif
#include <sched.h>  // sched_yield
#include <string.h> // memset

#include "solve/bitslice/gather.h"
#include "solve/bitslice/reach.h"
#include "solve/bitslice/vector_template.h"
#include "solve/duel/kernel/kernel_variants.h"
#include "solve/duel/kernel/rounds.h"

#define SIZE 3
#include "solve/bitslice/reach_template.h"
#define SIZE 4
#include "solve/bitslice/reach_template.h"
#define SIZE 5
#include "solve/bitslice/reach_template.h"
#define SIZE 6
#include "solve/bitslice/reach_template.h"
#define SIZE 7
#include "solve/bitslice/reach_template.h"

#include "solve/duel/kernel/rounds_part.h"

#include "solve/bitslice/transpose_template.h"

#include "solve/duel/kernel/carry_part.h" // after the transposition it uses

#include "solve/duel/kernel/squeeze_part.h"

const sh_duel_kernels KERNELS = {
    .level = LEVEL,
    .wins = round_wins,
    .losses = round_losses,
    .clear = clear_news,
    .carry = carry,
    .transpose = transpose,
    .squeeze = squeeze,
    .expand = expand,
    .measure = measure,
    .locate = locate,
};

// SPDX-License-Identifier: MIT
// The coder of patches for one CPU level: see patch.h.
#define CODER sh_patch_coder_avx512
#define NAME "avx512"
#include "table/patch_template.h"

// SPDX-License-Identifier: MIT
// The portable generator: floods by shifting plain words.
#include "rules/generator.h"

#define W 64
#include "rules/generator_portable_template.h"
#undef W

#define W 128
#include "rules/generator_portable_template.h"
#undef W

#define W 256
#include "rules/generator_portable_template.h"
#undef W

const sh_generator sh_generator_portable = {"portable", targets64, targets128, targets256};

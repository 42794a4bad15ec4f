// SPDX-License-Identifier: MIT
// The generator of a module: small, and faster there than lanes, of which WebAssembly has few.
#include "rules/generator.h"

#define TEMPLATE "plain_targets_template.h"
#include "board/widths.h"

const sh_generator sh_generator_portable = {
    .name = "plain",
    .targets64 = plain64_targets,
    .targets128 = plain128_targets,
    .targets256 = plain256_targets,
};

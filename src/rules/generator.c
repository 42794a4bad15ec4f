// SPDX-License-Identifier: MIT
// Chooses the generator for this CPU.
#include "rules/generator.h"

const sh_generator *sh_generator_best(void) { return &sh_generator_portable; }

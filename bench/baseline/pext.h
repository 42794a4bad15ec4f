// SPDX-License-Identifier: MIT
// The generator of Sturtevant with PEXT and PDEP, a cell at a time: see rules/generator.h. For CPUs
// with BMI2.
#pragma once

#include "rules/generator.h"

extern const sh_generator sh_generator_pext;

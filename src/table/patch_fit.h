// SPDX-License-Identifier: MIT
// A model of patches from what was counted.
#pragma once

#include "table/patch.h"

// Nothing is sure yet: the model with which to count first.
void sh_patch_fit_start(sh_patch_model *model);
// After the first count, which needs no distances: how high and how low a level must be for
// neighbours to be believed.
void sh_patch_fit_levels(sh_patch_model *model, const sh_patch_counts *counts);
// After the second: probabilities, guesses and classes.
sh_status sh_patch_fit(sh_patch_model *model, const sh_patch_counts *counts,
                       sh_error *error) SH_NODISCARD;
// After the third, on crowded boards.
sh_status sh_patch_fit_fellows(sh_patch_model *model, const sh_fellow_counts *counts,
                               sh_error *error) SH_NODISCARD;
// Memory that the last two take, with distances.
uint64_t sh_patch_fit_bytes(bool crowded);

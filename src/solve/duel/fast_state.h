// SPDX-License-Identifier: MIT
// The fast layout between rounds: saved, loaded, and read as rows of values.
#pragma once

#include "solve/duel/fast.h"

sh_status sh_fast_save(void *state, sh_saver *saver, sh_error *error) SH_NODISCARD;
sh_status sh_fast_load(void *state, sh_loader *loader, sh_error *error) SH_NODISCARD;
sh_status sh_fast_rows(void *state, uint64_t first, uint32_t count, uint16_t *values) SH_NODISCARD;

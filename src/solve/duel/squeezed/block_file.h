// SPDX-License-Identifier: MIT
// Checkpoints as a list of blocks, each with its numbers, its size and its checksum, in any order
// and in any number of files: a rank saves those it has and picks from all files those it needs.
//
// A block is its words, compressed by zstd where that helps; it is the same whichever rank saves
// it.
#pragma once

#include "solve/duel/checkpoint.h"

// The functions of a backend. Loading is called for every file and at last with NULL: SH_DATA where
// blocks of this rank are missing.
sh_status sh_block_file_save(void *state, sh_saver *saver, sh_error *error) SH_NODISCARD;
sh_status sh_block_file_load(void *state, sh_loader *loader, sh_error *error) SH_NODISCARD;

// SPDX-License-Identifier: MIT
// A long list of small, independent things done by several threads.
//
// The list is cut into chunks that workers take one after another. Where chunks fail, the status
// and the sentence are those of the first that failed in the order of the list, so they do not
// depend on the threads.
#pragma once

#include <stddef.h> // size_t

#include "sternhalma/positions.h"

// Does the things first … end-1.
typedef sh_status sh_chunk(void *context, size_t first, size_t end, sh_error *error);

// threads = 0 means one for every CPU; a short list is done by the caller alone.
sh_status sh_chunks_run(size_t count, int threads, sh_chunk *chunk, void *context,
                        sh_error *error) SH_NODISCARD;

// A position of a batch, refused with its number where it is none of the game.
sh_status sh_positions_check(const sh_game *game, const sh_positions *batch, size_t number,
                             sh_position *position, sh_error *error) SH_NODISCARD;

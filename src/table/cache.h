// SPDX-License-Identifier: MIT
// Decoded blocks kept in memory up to a limit; those not used lately are given up first.
//
// The cache is divided by block number into shards, each with a lock and a hash table, so threads
// rarely wait for each other. A value is copied out under the lock; a block that is missing is
// loaded outside it, and if two threads load the same block one of them has worked in vain. Blocks
// are packed: 8 bits to a state, or 2 where values are 0, 1 and 254: then each 64 states are two
// words, the ones and the 254s.
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint64_t

#include "sternhalma/status.h"

typedef struct sh_cache sh_cache;

// Decodes a block into its packed form, of sh_cache_bytes.
typedef sh_status sh_cache_load(const void *context, uint64_t block, void *packed, sh_error *error);

size_t sh_cache_bytes(uint32_t states, int bits);
// States of a byte each into the packed form.
void sh_cache_pack(const uint8_t *states, uint32_t count, int bits, void *packed);

// For blocks of up to `states` states. At least one block is kept whatever the limit.
sh_status sh_cache_open(sh_cache **cache, size_t limit, uint32_t states, int bits,
                        sh_cache_load *load, const void *context, sh_error *error) SH_NODISCARD;
void sh_cache_close(sh_cache *cache);

// One state of a block. Thread-safe.
sh_status sh_cache_get(sh_cache *cache, uint64_t block, uint32_t place, uint8_t *value,
                       sh_error *error) SH_NODISCARD;

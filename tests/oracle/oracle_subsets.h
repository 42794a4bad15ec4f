// SPDX-License-Identifier: MIT
// Sets of k cells by plain enumeration: every number from 0 up is looked at, those with k bits
// count.
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint64_t

// The sets of k of n cells in numeric order, which is colex order; *count says how many. n <= 25.
// The caller frees them.
uint32_t *oracle_subsets(int n, int k, size_t *count);

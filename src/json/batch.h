// SPDX-License-Identifier: MIT
// The worth of many positions as JSON, written as text: a batch has no time for a tree of values.
#pragma once

#include "sternhalma/probe.h"

// {"game", "rules", "metric", "results": [{"value", "plies"} | {"control"} | {"error"}, …]} for
// `count` positions in notation, one result each, in their order. *text is the caller's to free.
// What is wrong with one position is an error of its own. SH_RESOURCES: no memory. SH_DATA and what
// else reading the table says: it is damaged.
sh_status sh_batch_probe(const sh_table *table, const char *const *positions, int count,
                         char **text, size_t *size, sh_error *error) SH_NODISCARD;

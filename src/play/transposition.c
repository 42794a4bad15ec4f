// SPDX-License-Identifier: MIT
// Memory of the table of positions.
#include "play/transposition.h"

#include <string.h> // memset

#include "base/memory.h"

sh_status sh_transposition_open(sh_transposition *table, size_t bytes, sh_error *error) {
    uint64_t buckets = bytes / (4 * sizeof(sh_entry));
    if (buckets == 0) buckets = 1;
    bytes = buckets * 4 * sizeof(sh_entry);
    *table = (sh_transposition){sh_memory_map(bytes), buckets, bytes, 0};
    if (!table->entries)
        return sh_fail(error, SH_RESOURCES, "no room for a table of %zu bytes; take a smaller one",
                       bytes);
    return SH_OK;
}

void sh_transposition_close(sh_transposition *table) {
    if (table->entries) sh_memory_unmap(table->entries, table->bytes);
    table->entries = NULL;
}

void sh_transposition_clear(sh_transposition *table) {
    memset((void *)table->entries, 0, table->bytes);
    table->age = 0;
}

int sh_transposition_fill(const sh_transposition *table) {
    uint64_t sample = table->buckets < 250 ? table->buckets : 250, used = 0;
    for (uint64_t i = 0; i < 4 * sample; i++) {
        uint64_t data = atomic_load_explicit(&table->entries[i].data, memory_order_relaxed);
        used += data && (data >> 42) == table->age;
    }
    return sample ? (int)(250 * used / sample) : 0;
}

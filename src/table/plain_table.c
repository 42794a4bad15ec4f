// SPDX-License-Identifier: MIT
// See plain_table.h. A block is a row, so that the place of a state is its row · columns + its
// column.
#include "table/plain_table.h"

void sh_plain_make(sh_plain *plain, const sh_table_info *info) {
    sh_header *header = &plain->header;
    *header = (sh_header){.info = *info,
                          .codec = SH_CODEC_PLAIN,
                          .unit_rows = 1,
                          .strip_columns = (uint32_t)info->columns,
                          .data_offset = SH_HEADER_BYTES};
    header->info.version = SH_VERSION_BANDS;
    header->info.blocks = info->rows;
    header->info.file_bytes = SH_HEADER_BYTES + 2 * info->rows * info->columns;
    header->index_offset = header->info.file_bytes;
    sh_header_pack(header, plain->head);
}

uint64_t sh_plain_size(const sh_plain *plain) { return plain->header.info.file_bytes; }

sh_status sh_plain_read(const sh_plain *plain, uint64_t first, void *bytes, size_t count,
                        sh_error *error) {
    uint64_t columns = plain->header.info.columns, known = UINT64_MAX;
    uint16_t value = 0;
    uint8_t *to = bytes;
    if (first > sh_plain_size(plain) || count > sh_plain_size(plain) - first)
        return sh_fail(error, SH_DATA, "the solved game has no such bytes");
    for (uint64_t at = first; at < first + count; at++) {
        uint64_t state = (at - SH_HEADER_BYTES) / 2;
        if (at < SH_HEADER_BYTES) {
            *to++ = plain->head[at];
            continue;
        }
        if (state != known) value = plain->value(plain->context, state / columns, state % columns);
        known = state;
        *to++ = (uint8_t)(at & 1 ? value >> 8 : value);
    }
    return SH_OK;
}

static sh_status read_values(void *context, uint64_t offset, void *bytes, size_t count,
                             sh_error *error) {
    return sh_plain_read(context, offset, bytes, count, error);
}

sh_byte_source sh_plain_bytes(sh_plain *plain) {
    return (sh_byte_source){.context = plain, .size = sh_plain_size(plain), .read = read_values};
}

// SPDX-License-Identifier: MIT
// A table in several files: FILE, FILE.001, FILE.002, … hold one long string of bytes.
//
// The string is that of a table in a single file, cut after every part_bytes bytes. FILE has the
// first piece and with it the header. Each further part is its piece followed by a seal of 64
// bytes: which part it is, of which table (the header's checksum, which stands for all bytes of
// the table), how long the piece is, and its checksum. So a part that is missing, cut off or of
// another table is found when the table is opened, damage to the bytes of a piece when they are
// read, as in a single file.
//
// Pieces are a multiple of SH_PART_UNIT long. Reading is by pread: a file that is cut off while it
// is read is an error, never a fault.
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint64_t

#include "base/file.h"
#include "sternhalma/status.h"

enum { SH_PART_UNIT = 65536, SH_SEAL_BYTES = 64, SH_MOST_PARTS = 9999 };

typedef struct sh_parts_writer sh_parts_writer;

// May FILE and its parts be written here? SH_USAGE where one of them is there and is not ours,
// SH_RESOURCES where FILE cannot be created.
sh_status sh_parts_allowed(const char *file, sh_error *error) SH_NODISCARD;

// Writes FILE in pieces of part_bytes, a multiple of SH_PART_UNIT; 0 means a single file.
sh_status sh_parts_create(sh_parts_writer **parts, const char *file, uint64_t part_bytes,
                          sh_error *error) SH_NODISCARD;
// Appends. Errors stick: the commit reports the first one, and so does the status, which long work
// asks for on its way.
void sh_parts_write(sh_parts_writer *parts, const void *bytes, size_t count);
sh_status sh_parts_status(const sh_parts_writer *parts, sh_error *error) SH_NODISCARD;
uint64_t sh_parts_offset(const sh_parts_writer *parts);
// Files that several processes write: one creates them to be shared, the others join it. The first
// keeps room, and then each puts its bytes in it; the others leave before the first commits.
sh_status sh_parts_share(sh_parts_writer **parts, const char *file, uint64_t part_bytes,
                         sh_error *error) SH_NODISCARD;
sh_status sh_parts_join(sh_parts_writer **parts, const char *file, uint64_t part_bytes,
                        sh_error *error) SH_NODISCARD;
void sh_parts_skip(sh_parts_writer *parts, uint64_t count);
void sh_parts_put(sh_parts_writer *parts, uint64_t offset, const void *bytes, size_t count);
sh_status sh_parts_leave(sh_parts_writer *parts, sh_error *error) SH_NODISCARD; // frees the writer
// Overwrites the first bytes with the header, seals the parts and gives all files their names, FILE
// last. Further parts that a table of this name had before are removed. `table` is the header's
// checksum. Frees the writer.
sh_status sh_parts_commit(sh_parts_writer *parts, const void *header, size_t count, uint64_t table,
                          sh_error *error) SH_NODISCARD;
void sh_parts_abort(sh_parts_writer *parts); // leaves nothing behind; frees the writer

// A table being read, as its header describes it. Filled by the reader, opened and closed here.
typedef struct sh_parts {
    const char *file;
    uint64_t bytes, part_bytes; // of the whole string and of a piece
    uint32_t files;
    uint64_t table;  // the header's checksum
    int *descriptor; // of each file
} sh_parts;

// Takes over the open FILE, opens the others and compares the seals. SH_DATA where a part is
// missing, cut off or of another table. To be closed either way.
sh_status sh_parts_open(sh_parts *parts, int first, sh_error *error) SH_NODISCARD;
void sh_parts_close(sh_parts *parts);

// Bytes of the string. SH_DATA where a file has become shorter or cannot be read. Thread-safe.
sh_status sh_parts_read(const sh_parts *parts, uint64_t offset, void *bytes, size_t count,
                        sh_error *error) SH_NODISCARD;
// Compares the checksums of the pieces that have a seal.
sh_status sh_parts_check(const sh_parts *parts, sh_error *error) SH_NODISCARD;

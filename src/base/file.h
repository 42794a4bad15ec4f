// SPDX-License-Identifier: MIT
// Files that are either whole or not there.
//
// What a writer writes has no name, or NAME.tmp-sternhalma, until sh_writer_commit has synced it:
// then it is renamed to NAME and the folder synced. sh_writer_abort leaves NAME as it was; so does
// a crash or a kill, which may leave one temporary file that the next writer of NAME removes. A
// writer replaces nothing but files of its own kind (place.h).
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint64_t

#include "base/place.h"
#include "sternhalma/status.h"

typedef struct sh_writer sh_writer;

// SH_USAGE where something stands at the name that is not of the kind `mark`; SH_RESOURCES where
// the file cannot be created.
sh_status sh_writer_open(sh_writer **writer, const char *name, const sh_mark *mark,
                         sh_error *error) SH_NODISCARD;
// Could it be opened? To be asked before the work whose result is to be written.
sh_status sh_writer_check(const char *name, const sh_mark *mark, sh_error *error) SH_NODISCARD;
// Appends. Errors stick: the commit reports the first one, and so does the status, which long work
// asks for on its way: SH_RESOURCES once a write has failed.
void sh_writer_write(sh_writer *writer, const void *bytes, size_t count);
sh_status sh_writer_status(const sh_writer *writer, sh_error *error) SH_NODISCARD;
// Overwrites bytes written before, a header for instance.
void sh_writer_patch(sh_writer *writer, uint64_t offset, const void *bytes, size_t count);
uint64_t sh_writer_offset(const sh_writer *writer);
sh_status sh_writer_commit(sh_writer *writer, sh_error *error) SH_NODISCARD; // frees the writer
void sh_writer_abort(sh_writer *writer);                                     // frees the writer

// A file that several processes write: one opens it to be shared, then the others join it, each
// patches its own bytes, the others leave and the first commits. It has a temporary name meanwhile.
sh_status sh_writer_open_shared(sh_writer **writer, const char *name, const sh_mark *mark,
                                sh_error *error) SH_NODISCARD;
sh_status sh_writer_join(sh_writer **writer, const char *name, const sh_mark *mark,
                         sh_error *error) SH_NODISCARD;
sh_status sh_writer_leave(sh_writer *writer, sh_error *error) SH_NODISCARD; // frees the writer
// Appends nothing but goes on so many bytes further, which are for patches.
void sh_writer_skip(sh_writer *writer, uint64_t count);
// Bytes written before, of whoever wrote them.
sh_status sh_writer_read(const void *writer, uint64_t offset, void *bytes, size_t count,
                         sh_error *error) SH_NODISCARD;

// SH_NO where nothing has this name; SH_RESOURCES where that cannot be told, which is not the same.
sh_status sh_file_exists(const char *name, sh_error *error) SH_NODISCARD;

// Opens a file that is not empty to read it, without waiting: pipes and devices are refused.
// SH_DATA where the name leads to no such file, SH_RESOURCES where the system fails.
sh_status sh_file_open(int *file, uint64_t *size, const char *name, sh_error *error) SH_NODISCARD;

// Exactly `count` bytes at an offset. SH_DATA where the file ends before, SH_RESOURCES where the
// system cannot read it: only the first says anything of what the file is. A file that changes
// under its reader is an error like any other, which a mapped one would not be.
sh_status sh_file_read(int file, uint64_t offset, void *bytes, size_t count,
                       sh_error *error) SH_NODISCARD;

// The whole of a text file, ended by 0, for the caller to free. SH_DATA where it is longer than
// `longest`, or no text.
sh_status sh_file_text(char **text, const char *name, uint64_t longest,
                       sh_error *error) SH_NODISCARD;

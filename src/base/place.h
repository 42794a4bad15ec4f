// SPDX-License-Identifier: MIT
// Where a file may be written: only where there is none, or one of ours.
//
// A mark is how files of one kind are recognised. A name that is a symbolic link stands for what it
// leads to, so that the link stays and the file behind it is replaced. Folders, devices and pipes
// are refused, and so is every file without the mark: nothing that this program did not write is
// ever replaced or removed by it.
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint64_t

#include "sternhalma/status.h"

// Files of a kind hold `bytes` at their beginning or, where `from_end` is not zero, that many bytes
// before their end.
typedef struct sh_mark {
    const void *bytes;
    size_t count;
    uint64_t from_end;
    const char *what; // "a table", in messages
} sh_mark;

// Follows links and writes the name of the file itself to `path`, a buffer of PATH_MAX. SH_USAGE
// where a file stands there that is not ours, SH_RESOURCES where that cannot be told.
sh_status sh_place_find(const char *name, const sh_mark *mark, char *path,
                        sh_error *error) SH_NODISCARD;

// Are these two names of one file, or of the same place where none is yet?
_Bool sh_place_same(const char *a, const char *b);

// Removes a file of ours; that there is none is fine. SH_USAGE, and nothing happens, where the file
// is not ours; SH_RESOURCES where that cannot be told, or it cannot be removed.
sh_status sh_place_clear(const char *name, const sh_mark *mark, sh_error *error) SH_NODISCARD;

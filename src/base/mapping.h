// SPDX-License-Identifier: MIT
// Files as memory, read-only, that may be cut off while they are mapped.
//
// A read of a mapped page beyond the end of its file raises SIGBUS, which ends a process that
// does not expect it. A mapping expects it: a page that is gone reads as a byte of the caller's
// choice from then on, and the process goes on. For that SIGBUS has a handler while there are
// mappings. It is set only where the process has none: a handler of somebody else, or SIG_IGN, is
// left alone, and the file is read into memory instead. One that is set later and hands on what it
// does not know is fine; one that does not takes the risk upon itself.
//
// A file that is replaced, as writers here do (file.h), stays mapped as it was. One that is changed
// in place changes under its reader, who must be content with any bytes.
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint8_t

#include "sternhalma/status.h"

typedef struct sh_mapping {
    const uint8_t *bytes; // NULL: not open
    size_t size;
    int slot; // where the handler knows it; -1: read into memory
} sh_mapping;

// Maps the first `size` bytes of an open file, or reads them; it may be closed then. `gone` is what
// is read of a page that is no more. SH_DATA where the file is shorter and was to be read.
sh_status sh_mapping_open(sh_mapping *mapping, int file, size_t size, uint8_t gone,
                          sh_error *error) SH_NODISCARD;
void sh_mapping_close(sh_mapping *mapping); // nothing where it is not open

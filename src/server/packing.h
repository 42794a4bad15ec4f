// SPDX-License-Identifier: MIT
// Answers packed with gzip for clients that take them so.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t

enum { SH_PACK_FROM = 1400 }; // bytes: less fits into one packet as it is

// Does this value of Accept-Encoding allow gzip? "gzip;q=0" does not.
bool sh_packing_allowed(const char *accepted);

// The text packed in new memory, or NULL: none, or it would not get smaller.
char *sh_packing_pack(const char *text, size_t size, size_t *packed);

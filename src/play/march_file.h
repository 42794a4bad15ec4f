// SPDX-License-Identifier: MIT
// The file of marches: a header of 128 bytes, then a byte a placement.
//
// It stands in a folder of the user's cache as GAME.march, or as GAME-CELLS.march where the region
// is a part of the cells on which the army may stand, `/` and `:` in the name written as `-`. The
// header says what it is and has a checksum of everything else; a file that does not fit is as good
// as none. Numbers are little-endian, as on every machine this runs on.
#pragma once

#include <stdbool.h> // bool

#include "play/march.h"

// The folder of marches: `folder`, or where that is NULL the user's: sternhalma in $XDG_CACHE_HOME
// or in ~/.cache. It need not be there yet; false where there is none to be had, as for "".
#define SH_MARCH_PATH 1024
bool sh_march_folder(const char *folder, char path[SH_MARCH_PATH]);

// Maps the file of this course, if there is a good one. Where it is cut off later, the placements
// that are gone are unknown.
bool sh_march_read(sh_march *march, const sh_course *course, const char *folder);
// Keeps what was computed; where that is not possible nothing happens.
void sh_march_write(const sh_march *march, const sh_course *course, const char *folder);

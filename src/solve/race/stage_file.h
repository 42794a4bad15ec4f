// SPDX-License-Identifier: MIT
// Finished stages of a three-player solve on disk: FOLDER/GAME.STAGE.planes.
//
// A file is a header (magic, game, stage, sizes, counts by depth, a hash of these and of the
// planes) and the three packed planes (or none), cut by the next player, in the byte order of the
// machine. It is written under another name and renamed, so it is whole or not there. A file that
// does not fit the solve (another program version's layout, damage) is an error and never used.
#pragma once

#include "solve/race/race.h"

typedef struct sh_stage_file {
    const char *folder; // NULL: there are no checkpoints
    const char *game, *stage;
    bool exact_rounds; // the depths must be exact
} sh_stage_file;

// A stage that is only counted has no planes: give NULL for them. Reading opens the planes that are
// not open.
// SH_NO where there is nothing to read; SH_DATA where the file is damaged or of something else.
sh_status sh_stage_read(const sh_stage_file *file, const sh_cube *cube, sh_plane *planes,
                        sh_depths *depths, sh_error *error) SH_NODISCARD;
sh_status sh_stage_write(const sh_stage_file *file, const sh_plane *planes, const sh_depths *depths,
                         sh_error *error) SH_NODISCARD;
// Removes a stage; that there is none is fine.
sh_status sh_stage_clear(const sh_stage_file *file, sh_error *error) SH_NODISCARD;

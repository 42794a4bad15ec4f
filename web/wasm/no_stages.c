// SPDX-License-Identifier: MIT
// solver.wasm has no files: nothing is saved, and there is nothing to go on from.
#include "solve/duel/fast/fast.h"
#include "solve/race/stage_file.h"

sh_status sh_fast_save(void *state, sh_saver *saver, sh_error *error) {
    (void)state;
    (void)saver;
    return sh_fail(error, SH_USAGE, "there are no files in a browser");
}

sh_status sh_fast_load(void *state, sh_loader *loader, sh_error *error) {
    (void)state;
    (void)loader;
    return sh_fail(error, SH_USAGE, "there are no files in a browser");
}

sh_status sh_stage_read(const sh_stage_file *file, const sh_cube *cube, sh_plane *planes,
                        sh_depths *depths, sh_error *error) {
    (void)file;
    (void)cube;
    (void)planes;
    (void)depths;
    (void)error;
    return SH_NO;
}

sh_status sh_stage_write(const sh_stage_file *file, const sh_plane *planes, const sh_depths *depths,
                         sh_error *error) {
    (void)file;
    (void)planes;
    (void)depths;
    (void)error;
    return SH_OK;
}

// SPDX-License-Identifier: MIT
// The checkpoint of a crew: FILE, and one file of every rank beside it.
//
// FILE is a checkpoint (checkpoint.h) that names a set, a or b, and how many files it has; these
// are FILE.a000, FILE.a001, … and hold the backend's bytes, each rank's own. A new checkpoint takes
// the other set, and FILE is replaced only when all of its files are in place: a crash at any
// moment leaves a whole checkpoint. All ranks see the same folder. Any number of ranks can load it.
#pragma once

#include "base/crew.h"
#include "solve/duel/backend.h"
#include "solve/duel/checkpoint.h"

// What is saved or loaded, by all ranks together.
typedef struct sh_shares {
    const char *file;
    sh_crew *crew;
    const sh_backend *backend;
    void *state;
} sh_shares;

sh_status sh_shares_save(const sh_shares *shares, const sh_solve_state *done,
                         sh_error *error) SH_NODISCARD;
// SH_NO where there is no such file. `check` says whether it is a checkpoint of this solve.
sh_status sh_shares_load(const sh_shares *shares, sh_solve_state *done,
                         sh_status (*check)(void *context, const sh_solve_state *done,
                                            sh_error *error),
                         void *context, sh_error *error) SH_NODISCARD;
// Removes the files of both sets beside FILE, and then FILE. One rank does it.
sh_status sh_shares_clear(const char *file, sh_error *error) SH_NODISCARD;

// SPDX-License-Identifier: MIT
// Checkpoints: the state of a solve between two rounds, in one file that is whole or not there.
//
// The file is a header (what is being solved, how far it is, the counts so far) followed by the
// backend's bytes and an XXH3 checksum of everything before it. It is written beside its name and
// renamed when it is on disk, so a crash at any moment leaves the previous checkpoint. A checkpoint
// of another game, profile or metric, or a damaged one, is refused with SH_DATA.
//
// All bytes are in the order of the machine (little-endian on everything this runs on): a
// checkpoint is for the machine that wrote it; tables are for exchange.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "base/place.h"
#include "sternhalma/game.h"
#include "sternhalma/probe.h"

#define SH_MAX_ROUNDS 1024 // no game here needs more

// How far a solve is. The counts are of positions with one player to move, without symmetry.
typedef struct sh_solve_state {
    char game[SH_MAX_NAME];
    uint32_t profile, metric;
    uint32_t rounds;   // rounds done after round 0
    uint32_t layout;   // of the backend's bytes
    uint32_t complete; // nothing is left to prove
    uint32_t unused;   // 0: a file has no bytes that nobody has set
    uint64_t states;   // stored states proven
    uint64_t illegal;
    uint64_t proven[SH_MAX_ROUNDS];          // by round: even ones lost, odd ones won by the mover
    uint64_t example_row[2], example_set[2]; // of the last round that proved something, by parity
    double seconds;
} sh_solve_state;

// What checkpoints are recognised by.
extern const sh_mark sh_checkpoint_mark;

typedef struct sh_saver sh_saver;   // being written
typedef struct sh_loader sh_loader; // being read

sh_status sh_saver_open(sh_saver **saver, const char *file, const sh_solve_state *state,
                        sh_error *error) SH_NODISCARD;
void sh_saver_write(sh_saver *saver, const void *bytes, size_t count);
// SH_RESOURCES once a write has failed: to be asked for on the way, block by block.
sh_status sh_saver_status(const sh_saver *saver, sh_error *error) SH_NODISCARD;
// Ends the file. Where `status`, that of what was to be saved, is SH_OK the file is put in place;
// else the one before it stays, and the value is `status`. Frees the saver.
sh_status sh_saver_close(sh_saver *saver, sh_status status, sh_error *error) SH_NODISCARD;

// Checks the whole file before anything is used. SH_NO where there is no such file.
sh_status sh_loader_open(sh_loader **loader, const char *file, sh_solve_state *state,
                         sh_error *error) SH_NODISCARD;
// The same without the checksum of the whole: what is read has one of its own (shares.h).
sh_status sh_loader_open_share(sh_loader **loader, const char *file, sh_solve_state *state,
                               sh_error *error) SH_NODISCARD;
// The next bytes, valid until the next call; else *bytes is NULL. SH_DATA where the file ends
// before, SH_RESOURCES where it cannot be read. So many behind them may be read as well and mean
// nothing: streams are (kernel/kernel.h).
#define SH_LOADER_AHEAD 16
sh_status sh_loader_read(sh_loader *loader, size_t count, const void **bytes,
                         sh_error *error) SH_NODISCARD;
// Leaves out the next bytes; false where the file ends before.
bool sh_loader_skip(sh_loader *loader, uint64_t count);
const char *sh_loader_name(const sh_loader *loader);
void sh_loader_close(sh_loader *loader);

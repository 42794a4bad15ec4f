// SPDX-License-Identifier: MIT
// Three-player games on a GPU: an engine (solve/race/rounds/race_engine.h) with all planes on the
// card.
//
// Seven planes over all triples of sets, 1.7 GB each for star37:3p, and one packed plane on its way
// to the host: 12.7 GB. Opening fails with the figures where the card has less.
#pragma once

#include "solve/cuda/session.h"
#include "solve/race/rounds/race_engine.h"

// On the GPU of the plugin.
extern const sh_race_engine sh_race_engine_cuda;
// On the emulator: slow, for tests.
extern const sh_race_engine sh_race_engine_emulated;

// SH_OK where there is a GPU with room for the game, else what is missing.
sh_status sh_race_engine_room(const sh_cube *cube, sh_error *error) SH_NODISCARD;

// The GPU's where there is one with room for the game, else the CPU's. Small games are solved
// sooner than a GPU is open.
const sh_race_engine *sh_race_engine_auto(const sh_cube *cube);

// "cpu", "cuda" or "emulated"; NULL for other names.
const sh_race_engine *sh_race_engine_find(const char *name);

// The session of a machine that one of the two opened: what it took and where its time went.
const sh_gpu_session *sh_race_engine_session(const void *machine);

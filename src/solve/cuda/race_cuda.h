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

// The engines that a name allows, fastest first, ended by NULL, for sh_race_plan: "auto" or NULL
// means the GPU's before the CPU's, but small games are solved sooner than a GPU is open. None for
// an unknown name.
void sh_race_engines_list(const char *wanted, const sh_cube *cube, const sh_race_engine *list[3]);

// "cpu", "cuda" or "emulated"; NULL for other names.
const sh_race_engine *sh_race_engine_find(const char *name);

// The session of a machine that one of the two opened: what it took and where its time went.
const sh_gpu_session *sh_race_engine_session(const void *machine);

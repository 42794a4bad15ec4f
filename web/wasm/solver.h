// SPDX-License-Identifier: MIT
// solver.wasm: solves one small game in memory, a duel with distances or a race of three.
//
// A worker opens a solver and lets it run; host.report is called after every round. Whoever wants
// to stop it ends the worker. Then the solved game is a table (table/plain_table.h) whose bytes can
// be read. A copy of the memory is the same solver in another instance of the module.
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint32_t

#define EXPORT(name) __attribute__((export_name(#name))) name

typedef struct solver solver;

// Memory for what the worker hands over or wants to read.
void *EXPORT(solver_room)(size_t size);

solver *EXPORT(solver_open)(void);
// 1, or 0: it cannot be solved here, and the text says why.
int EXPORT(solver_solve)(solver *s, const char *game);
const char *EXPORT(solver_text)(const solver *s);

// The table: how many bytes, and some of them; 0 where there are none there.
uint32_t EXPORT(solver_size)(const solver *s);
int EXPORT(solver_read)(const solver *s, uint32_t first, void *bytes, uint32_t count);

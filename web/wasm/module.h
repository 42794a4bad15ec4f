// SPDX-License-Identifier: MIT
// What the worker calls: the API of the server (docs/openapi.json) in one function.
//
// A module answers a request target with a status and JSON, as the server does, by the same
// handlers. Where bytes of a table are missing the status is 0 and a list says which: the worker
// fetches them, supplies them and asks again.
#pragma once

#include "page_source.h"
#include "server/api.h"
#include "server/thought.h"
#include "web_catalog.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

// What a module answers besides the computer's moves: routes.c, no_routes.c. It ends with path
// NULL.
typedef struct module_route {
    const char *path;
    sh_handler *handler;
} module_route;
extern const module_route module_routes[];

typedef struct module {
    sh_api api;
    sh_catalog catalog;
    sh_survey survey;
    int sources;
    page_source source[SH_MAX_TABLES];
    wanted_list wanted;
    sh_seat *seat; // the last that played
    char seat_game[SH_MAX_NAME], seat_level[SH_MAX_LEVEL];
    sh_reply reply;
} module;

module *EXPORT(module_open)(void);
// Memory for what the worker hands over.
void *EXPORT(module_room)(size_t size);
void EXPORT(module_free)(void *memory);

// The status, or 0: bytes are wanted.
int EXPORT(module_ask)(module *m, int post, const char *target);
const char *EXPORT(module_text)(const module *m);

// A table of so many bytes that lies elsewhere: its number, or -1. Its bytes are supplied, or `at
// hand` for host.read. It has to be opened: 200, 0 as above, or the status of a refusal with its
// text.
int EXPORT(module_add)(module *m, uint32_t size, int at_hand);
int EXPORT(module_open_table)(module *m, int number);
void EXPORT(module_supply)(module *m, int number, uint32_t offset, const uint8_t *bytes,
                           uint32_t size);
const wanted_list *EXPORT(module_wanted)(const module *m);
// A table that cannot be used, and why.
void EXPORT(module_skip)(module *m, const char *reason);

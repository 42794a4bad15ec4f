// SPDX-License-Identifier: MIT
// engine.wasm answers whatever a page asks.
#include "module.h"

const module_route module_routes[] = {
    {"/games", sh_api_games},       {"/first", sh_api_first},
    {"/tables", sh_api_tables},     {"/board", sh_api_board},
    {"/position", sh_api_position}, {"/probe", sh_api_probe},
    {"/replay", sh_api_replay},     {"/line", sh_api_line},
    {"/puzzles", sh_api_puzzles},   {NULL, NULL},
};

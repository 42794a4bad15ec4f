// SPDX-License-Identifier: MIT
// crowd.wasm has the computer's moves only: everything else is asked of engine.wasm.
#include "module.h"

const module_route module_routes[] = {{NULL, NULL}};

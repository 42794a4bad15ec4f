// SPDX-License-Identifier: MIT
// crowd.wasm plays games of several players; those of two are asked of engine.wasm.
#include "play/pvs.h"

static void *no_ground(const sh_course *course, const sh_march *march) {
    (void)course;
    (void)march;
    return NULL;
}

const sh_pvs sh_pvs_portable[3] = {
    {no_ground, NULL, NULL}, {no_ground, NULL, NULL}, {no_ground, NULL, NULL}};

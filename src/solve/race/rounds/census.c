// SPDX-License-Identifier: MIT
// Memory of a census; the counting is in census_part.h.
#include "solve/race/rounds/census.h"

#include <stdlib.h> // calloc
#include <string.h> // memset

sh_status sh_census_open(sh_census *census, const sh_solved *solved, int threads, sh_error *error) {
    *census =
        (sh_census){.solved = solved, .worker = calloc((size_t)threads, sizeof *census->worker)};
    return census->worker ? SH_OK : sh_fail(error, SH_RESOURCES, "no memory to count the states");
}

void sh_census_close(sh_census *census, int threads) {
    for (int i = 0; census->worker && i < threads; i++) free(census->worker[i].draws);
    free(census->worker);
    memset(census, 0, sizeof *census);
}

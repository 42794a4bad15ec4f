// SPDX-License-Identifier: MIT
// See derive.h.
#include "solve/verify/derive.h"

#include <stdlib.h> // malloc
#include <string.h> // memset

#include "rules/blockade.h"

sh_status sh_deriving_open(sh_deriving *deriving, const sh_game *game, const sh_kept_values *kept,
                           sh_error *error) {
    *deriving = (sh_deriving){.game = game, .kept = kept};
    sh_status status = sh_facing_make(&deriving->facing, game, kept->pairs, error);
    if (!status) sh_outlook_make(&deriving->outlook, game->board.size, game->pieces);
    return status;
}

void sh_deriving_close(sh_deriving *deriving) { sh_facing_free(&deriving->facing); }

sh_status sh_derived_make(sh_derived *derived, const sh_deriving *deriving, sh_error *error) {
    uint64_t columns = deriving->kept->columns;
    derived->faced = malloc(columns * sizeof *derived->faced);
    derived->after = malloc(columns * sizeof *derived->after);
    derived->best = malloc(columns * sizeof *derived->best);
    if (derived->faced && derived->after && derived->best) return SH_OK;
    return sh_fail(error, SH_RESOURCES, "no memory for a row of values");
}

void sh_derived_free(sh_derived *derived) {
    free(derived->faced);
    free(derived->after);
    free(derived->best);
}

void sh_derive_start(const sh_deriving *deriving, uint64_t row, sh_derived *derived) {
    derived->first = row * deriving->kept->columns;
    derived->taken = sh_facing_row(&deriving->facing, row, derived->faced);
}

void sh_derive_best(const sh_deriving *deriving, sh_derived *derived) {
    memset(derived->best, 0, deriving->kept->columns * sizeof *derived->best);
    sh_outlook_greatest(&deriving->outlook, derived->taken, derived->after, derived->best);
}

sh_verdict sh_derive_verdict(const sh_deriving *deriving, const sh_derived *derived,
                             uint64_t column) {
    b64 army = derived->faced[column].army;
    if (!sh_blockade_doubtful(deriving->game, army, derived->taken)) return SH_ONGOING;
    sh_position position;
    memset(&position, 0, sizeof position);
    position.army[0] = b64_set(army);
    position.army[1] = b64_set(derived->taken);
    return sh_position_verdict(deriving->game, &position, NULL);
}

// SPDX-License-Identifier: MIT
// Which games have positions with numbers, and so which can be solved and have tables. Solvers,
// tables and whatever reads them ask these; how large a game may be they say themselves.
#pragma once

#include "board/scope.h"

extern const sh_scope sh_pairs_scope;   // rows and columns of two players: pairs.h
extern const sh_scope sh_triples_scope; // three sets in their tracks: triples.h
extern const sh_scope sh_ranker_scope;  // one number for a position of two players: ranker.h
extern const sh_scope sh_solver_scope;  // what `solve` takes: pairs and triples

// For code that has a way for each of both.
static inline bool sh_has_pairs(const sh_game *game) {
    return !sh_scope_misses(&sh_pairs_scope, game);
}
static inline bool sh_has_triples(const sh_game *game) {
    return !sh_scope_misses(&sh_triples_scope, game);
}

// SPDX-License-Identifier: MIT
// Successors by the library's own generator, so that nothing of the solver is trusted.
#include "solve/verify/questions.h"

#include <assert.h> // assert

#include "sternhalma/moves.h"

int sh_race_successors(const sh_game *game, const sh_triples *triples, const sh_position *position,
                       uint32_t mover, uint32_t *to) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(game, position, moves);
    assert(count <= SH_RACE_MAX_MOVES);
    const int8_t *cell = triples->track_cell[position->turn];
    for (int i = 0; i < count; i++) {
        uint32_t moved = 1u << cell[moves[i].from] | 1u << cell[moves[i].to];
        to[i] = sh_triples_number(triples, triples->set[mover] ^ moved);
    }
    return count;
}

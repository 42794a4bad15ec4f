// SPDX-License-Identifier: MIT
// Sweeps over all states of both turns until nothing changes: a mover that can go to a state it is
// second in is second; a mover all of whose moves make the other second loses. There are at most
// 180,000 states.
#include "solve/race/policy/runner_up.h"

#include <stdlib.h> // calloc

typedef struct duel {
    const sh_track_moves *moves;
    size_t sets;
    uint8_t *value[2]; // by player to move (0 next, 1 previous): who is second
} duel;

// The next player's next is the previous one, and the other way round the relation is previous.
static bool disjoint(const duel *d, uint32_t next, uint32_t previous) {
    const sh_triples *triples = d->moves->triples;
    return !(triples->set[next] & triples->seen[SH_NEXT][previous]);
}

static uint8_t value_of(const duel *d, int turn, uint32_t next, uint32_t previous) {
    const sh_triples *triples = d->moves->triples;
    uint32_t to[SH_TRACK_MAX_MOVES];
    uint32_t own = turn ? previous : next;
    uint32_t taken = turn ? triples->seen[SH_PREVIOUS][next] : triples->seen[SH_NEXT][previous];
    uint8_t self = turn ? SH_RUNNER_PREVIOUS : SH_RUNNER_NEXT;
    int count = sh_track_moves_list(d->moves, own, taken, to), lost = 0;
    for (int i = 0; i < count; i++) {
        if (to[i] == triples->goal) return self;
        size_t at = turn ? next * d->sets + to[i] : to[i] * d->sets + previous;
        uint8_t value = d->value[1 - turn][at];
        if (value == self) return self;
        lost += value != SH_RUNNER_NOBODY;
    }
    return lost == count ? (uint8_t)(SH_RUNNER_NEXT + SH_RUNNER_PREVIOUS - self) : SH_RUNNER_NOBODY;
}

static bool sweep(const duel *d, int turn) {
    uint32_t goal = d->moves->triples->goal;
    bool changed = false;
    for (uint32_t next = 0; next < d->sets; next++)
        for (uint32_t previous = 0; previous < d->sets; previous++) {
            uint8_t *value = &d->value[turn][next * d->sets + previous];
            if (*value != SH_RUNNER_NOBODY || next == goal || previous == goal ||
                !disjoint(d, next, previous))
                continue;
            *value = value_of(d, turn, next, previous);
            changed = changed || *value != SH_RUNNER_NOBODY;
        }
    return changed;
}

uint8_t *sh_runner_up_solve(const sh_track_moves *moves) {
    size_t sets = moves->triples->sets;
    duel d = {moves, sets, {calloc(sets * sets, 1), calloc(sets * sets, 1)}};
    if (!d.value[0] || !d.value[1]) {
        free(d.value[0]);
        free(d.value[1]);
        return NULL;
    }
    for (bool more = true; more;) {
        more = sweep(&d, 0);
        more = sweep(&d, 1) || more;
    }
    free(d.value[1]);
    return d.value[0];
}

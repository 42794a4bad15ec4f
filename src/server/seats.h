// SPDX-License-Identifier: MIT
// The computer players that the server keeps open, the ones used last: opening one takes longer
// than its moves.
//
// The first player of a game computes distances, which takes seconds and is done once: they are
// kept in the cache folder. Nobody waits for that. A thread in the background opens such a player;
// until it is there a hasty one plays, which knows the distances of a smaller army only, as in a
// page without a server. Thread-safe.
#pragma once

#include "play/seat.h"

#define SH_MAX_LEVEL 16

typedef struct sh_seats sh_seats;
typedef struct sh_kept_seat sh_kept_seat; // one of them, while somebody uses it

sh_status sh_seats_open(sh_seats **seats, sh_error *error) SH_NODISCARD;
// Ends the thinking and computing under way, and refuses players from then on. A player that is
// about to think does not hear it: whoever waits for an end says it again.
void sh_seats_stop(sh_seats *seats);
void sh_seats_close(sh_seats *seats); // when all are given back

// A player of a level, to use alone until it is given back. SH_USAGE where there is no such level,
// SH_RESOURCES where players are stopped.
sh_status sh_seats_take(sh_seats *seats, sh_kept_seat **kept, const sh_game *game,
                        const char *level, sh_error *error) SH_NODISCARD;
void sh_seats_give(sh_seats *seats, sh_kept_seat *kept);

sh_seat *sh_kept_seat_of(const sh_kept_seat *kept);

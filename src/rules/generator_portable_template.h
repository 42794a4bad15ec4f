// SPDX-License-Identifier: MIT
// The body of generator_portable.c, included once for each width W.
//
// A few pieces are flooded together: their shifts are independent of each other, so they overlap in
// the CPU, and there is one hard-to-predict loop end for all of them. Three at a time is the best
// group at 64 bits (7x7/6, random placements, with all moves applied and undone: 115 ns one by one,
// 90 ns by threes on a Zen 4).
#include <stdlib.h> // abs

#define BITS SH_BITS(W)
#define B(f) SH_BITS_FN(W, f)
#define FN(f) SH_CAT(f, W)

enum { FN(GROUP) = W == 64 ? 3 : 1 };

// Where hops can land, by axis: `up` coming from a lower cell, `down` from a higher one.
typedef struct FN(landings) {
    int axes;
    int shift[SH_MAX_DIRS / 2]; // two steps
    BITS up[SH_MAX_DIRS / 2], down[SH_MAX_DIRS / 2];
} FN(landings);

static FN(landings) FN(find_landings)(const sh_board *board, BITS occupied, BITS room) {
    FN(landings) hops = {.axes = board->directions / 2};
    for (int a = 0; a < hops.axes; a++) {
        int step = abs(board->dir[2 * a].shift);
        BITS over = occupied & B(from)(&board->middle[a]);
        hops.shift[a] = 2 * step;
        hops.up[a] = B(shl)(over, step) & room;
        hops.down[a] = B(shr)(over, step) & room;
    }
    return hops;
}

// Adds to each set of a group all cells reached from it by chains of hops.
static void FN(flood)(const FN(landings) * hops, BITS *reach) {
    BITS news;
    do {
        news = B(zero)();
        for (int i = 0; i < FN(GROUP); i++) {
            BITS cells = reach[i];
            for (int a = 0; a < hops->axes; a++)
                cells |= (B(shl)(cells, hops->shift[a]) & hops->up[a]) |
                         (B(shr)(cells, hops->shift[a]) & hops->down[a]);
            news |= cells ^ reach[i];
            reach[i] = cells;
        }
    } while (B(any)(news));
}

static int FN(targets)(const sh_game *game, int player, const BITS *army, const BITS *occupied,
                       BITS *targets) {
    int pieces = 0;
    uint8_t cell[SH_MAX_PIECES];
    for (BITS rest = *army; B(any)(rest); rest = B(rest)(rest))
        cell[pieces++] = (uint8_t)B(first)(rest);
    BITS room = B(from)(&game->pass[player]) & ~*occupied;
    BITS stand = B(from)(&game->stand[player]) & ~*occupied;
    FN(landings) hops = FN(find_landings)(&game->board, *occupied, room);
    for (int first = 0; first < pieces; first += FN(GROUP)) {
        BITS *reach = targets + first;
        for (int i = 0; i < FN(GROUP); i++)
            reach[i] = first + i < pieces ? B(of)(cell[first + i]) : B(zero)();
        FN(flood)(&hops, reach);
    }
    for (int i = 0; i < pieces; i++)
        targets[i] = (targets[i] | B(from)(&game->board.steps[cell[i]])) & stand;
    return pieces;
}

#undef BITS
#undef B
#undef FN

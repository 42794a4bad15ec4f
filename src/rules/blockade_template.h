// SPDX-License-Identifier: MIT
// The flood of blockade.h, included once for each width W.
// made for W = 64, 128, 256
#define SELF SH_CAT(sh_blockade, W)

static inline BITS FN(shift)(BITS cells, int by) {
    return by > 0 ? B(shl)(cells, by) : B(shr)(cells, -by);
}

// Grows `reached` by steps inside `room` until it covers `wanted` or stops growing.
static inline BITS FN(spread)(const sh_board *board, BITS reached, BITS room, BITS wanted) {
    BITS before;
    do {
        before = reached;
        for (int d = 0; d < board->directions; d++)
            reached |= room & FN(shift)(reached & B(from)(&board->toward[d]), board->dir[d].shift);
    } while (B(any)(wanted & ~reached) && B(any)(reached ^ before));
    return reached;
}

// Grows `reached`, which contains the player's pieces, by steps and hops while `others` stand
// still, until it covers `wanted` or stops growing.
static inline BITS FN(reach)(const sh_game *game, int player, BITS reached, BITS others,
                             BITS wanted) {
    const sh_board *board = &game->board;
    BITS stand = B(from)(&game->stand[player]) & ~others;
    BITS pass = B(from)(&game->pass[player]) & ~others;
    BITS before;
    do {
        before = reached;
        for (int d = 0; d < board->directions; d++) {
            BITS standing = reached & stand;
            BITS over = (others | standing) & B(from)(&board->middle[d >> 1]);
            int shift = board->dir[d].shift;
            reached |= stand & FN(shift)(standing & B(from)(&board->toward[d]), shift);
            reached |= pass & FN(shift)(FN(shift)(reached, shift) & over, shift);
        }
    } while (B(any)(wanted & ~reached) && B(any)(reached ^ before));
    return reached;
}

#undef SELF

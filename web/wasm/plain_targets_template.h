// SPDX-License-Identifier: MIT
// The body of plain_generator.c, included once for each width W: a piece at a time.
#define SELF SH_CAT(plain, W)

static void FN(targets)(const sh_game *game, int player, const BITS *army, const BITS *occupied,
                        BITS *targets) {
    const sh_board *board = &game->board;
    int axes = board->directions / 2;
    BITS room = B(from)(&game->pass[player]) & ~*occupied;
    BITS stand = B(from)(&game->stand[player]) & ~*occupied;
    BITS up[SH_MAX_DIRS / 2], down[SH_MAX_DIRS / 2]; // where hops can land, by axis
    for (int a = 0; a < axes; a++) {
        BITS over = *occupied & B(from)(&board->middle[a]);
        up[a] = B(shl)(over, board->dir[2 * a].shift) & room;
        down[a] = B(shr)(over, board->dir[2 * a].shift) & room;
    }
    for (BITS rest = *army; B(any)(rest); rest = B(rest)(rest)) {
        BITS piece = B(of)(B(first)(rest)), reach = piece, before, steps = B(zero)();
        do {
            before = reach;
            for (int a = 0; a < axes; a++) {
                int hop = 2 * board->dir[2 * a].shift;
                reach |= B(shl)(reach, hop) & up[a];
                reach |= B(shr)(reach, hop) & down[a];
            }
        } while (B(any)(reach ^ before));
        for (int a = 0; a < axes && game->movement == SH_STEPS_AND_HOPS; a++) {
            int step = board->dir[2 * a].shift;
            steps |= B(shl)(piece, step) & B(from)(&board->toward[2 * a + 1]);
            steps |= B(shr)(piece, step) & B(from)(&board->toward[2 * a]);
        }
        *targets++ = (reach | steps) & stand;
    }
}

#undef SELF

// SPDX-License-Identifier: MIT
// A generator function over lanes, for one number of LANES and width W: targets8x64 and so on.
#define BOARD SH_CAT(SH_CAT(SH_CAT(lanes, LANES), x), W)

static void SH_CAT(BOARD, _targets)(const sh_game *game, int player, const BITS *army,
                                    const BITS *occupied, BITS *targets) {
    int axes = game->board.directions / 2;
    BITS rest = *army;
    for (; B(any)(rest); targets += LANES) {
        BOARD reach = axes == 3   ? SH_CAT(BOARD, _reach)(game, player, &rest, *occupied, 3)
                      : axes == 2 ? SH_CAT(BOARD, _reach)(game, player, &rest, *occupied, 2)
                                  : SH_CAT(BOARD, _reach)(game, player, &rest, *occupied, 4);
        for (int lane = 0; lane < LANES; lane++) {
            sh_set set = sh_set_empty();
            for (int i = 0; i < W / 64; i++) set.w[i] = reach.word[i][lane];
            targets[lane] = B(from)(&set);
        }
    }
}

#undef BOARD

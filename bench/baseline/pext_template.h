// SPDX-License-Identifier: MIT
// The body of pext_bmi2.c, included once for each width W.
// made for W = 64, 128, 256
#define SELF SH_CAT(pext, W)

// PEXT and PDEP on all words of a bitboard; the masks have at most SH_MAX_DIRS cells.
static inline uint64_t FN(extract)(BITS cells, const sh_set *mask) {
    sh_set from = B(set)(cells);
    uint64_t packed = 0;
    for (int i = 0, filled = 0; i < W / 64; i++) {
        packed |= _pext_u64(from.w[i], mask->w[i]) << filled;
        filled += __builtin_popcountll(mask->w[i]);
    }
    return packed;
}

static inline BITS FN(deposit)(uint64_t packed, const sh_set *mask) {
    sh_set to = sh_set_empty();
    for (int i = 0; i < W / 64; i++) {
        to.w[i] = _pdep_u64(packed, mask->w[i]);
        packed >>= __builtin_popcountll(mask->w[i]);
    }
    return B(from)(&to);
}

static void FN(targets)(const sh_game *game, int player, const BITS *army, const BITS *occupied,
                        BITS *targets) {
    const sh_board *board = &game->board;
    BITS room = B(from)(&game->pass[player]) & ~*occupied;
    BITS stand = B(from)(&game->stand[player]) & ~*occupied;
    for (BITS rest = *army; B(any)(rest); rest = B(rest)(rest)) {
        int from = B(first)(rest);
        BITS reach = B(zero)(), open = B(of)(from);
        while (B(any)(open)) {
            int cell = B(first)(open);
            open = B(rest)(open);
            uint64_t hops =
                FN(extract)(*occupied, &board->over[cell]) & FN(extract)(room, &board->land[cell]);
            BITS landings = FN(deposit)(hops, &board->land[cell]) & ~reach;
            open |= landings;
            reach |= landings;
        }
        if (game->movement == SH_STEPS_AND_HOPS) reach |= B(from)(&board->steps[from]);
        *targets++ = reach & stand;
    }
}

#undef SELF

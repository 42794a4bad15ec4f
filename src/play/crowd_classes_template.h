// SPDX-License-Identifier: MIT
// Part of crowd_widths.h on boards of 256 cells, of which only the 121-cell star has several
// players: the moves of a player, and what armies reach, as crowd_cells_template.h gives them. A
// bitboard is one of slots (rules/classes.h).
// made for W = 256
#define SELF SH_CAT(crowd, W)

// The ways for moves.
typedef struct FN(moving) {
    sh_classes classes;
    BITS stand[SH_MAX_PLAYERS], pass[SH_MAX_PLAYERS]; // as in the game
    uint64_t ahead[SH_MAX_PLAYERS][256];              // by player and slot: targets where it gains
    uint32_t from[SH_MAX_PLAYERS][256], to[SH_MAX_PLAYERS][256]; // what cells add to packed moves
    sh_leaps leaps;
    BITS leap[SH_MAX_PLAYERS][2]; // the same as leaps.from
    BITS turn[SH_MAX_PLAYERS][2]; // how far such a hop turns words
} FN(moving);

// A set of cells as a bitboard.
static inline BITS FN(board)(const FN(moving) * moving, const sh_set *cells) {
    sh_set slots = sh_classes_set(&moving->classes, cells);
    return B(from)(&slots);
}

// The cells of a bitboard, and how many they are. There is room for a group behind them.
static inline int FN(cells)(const FN(moving) * moving, BITS board, uint8_t *cells) {
    return sh_classes_list(board, moving->classes.cell, cells);
}

static void FN(prepare_leaps)(int player, FN(moving) * moving) {
    for (int i = 0; i < 2; i++) {
        int d = moving->leaps.direction[player][i], shift = SH_CLASS_SHIFT(d / 2);
        uint64_t turn = d & 1 ? 64 - shift : shift;
        moving->leap[player][i] = FN(board)(moving, &moving->leaps.from[player][i]);
        moving->turn[player][i] = turn - B(zero)();
    }
}

// What a player gains from cell to cell.
static void FN(prepare_gains)(const int16_t *place, int player, int from, FN(moving) * moving) {
    const sh_classes *classes = &moving->classes;
    int slot = classes->slot[from];
    for (int i = 0; i < 64; i++)
        if (place[classes->target[slot][i]] > place[from]) moving->ahead[player][slot] |= 1ULL << i;
    moving->from[player][from] = pack_move(-place[from], from, 0);
    moving->to[player][from] = pack_move(place[from], 0, from) - pack_move(0, 0, 0);
}

static void FN(prepare_moving)(const sh_ways *ways, FN(moving) * moving) {
    const sh_game *game = &ways->game;
    const sh_set *mask = &game->board.mask;
    sh_classes_make(&moving->classes, game);
    sh_leaps_find(ways, &moving->leaps);
    for (int p = 0; p < game->players; p++) {
        moving->stand[p] = FN(board)(moving, &game->stand[p]);
        moving->pass[p] = FN(board)(moving, &game->pass[p]);
        FN(prepare_leaps)(p, moving);
        for (int cell = sh_set_next(mask, 0); cell >= 0; cell = sh_set_next(mask, cell + 1))
            FN(prepare_gains)(ways->place[p], p, cell, moving);
    }
}

// Of where a piece can go: what leads to a cell.
static inline uint64_t FN(leading_to)(const sh_classes *classes, int slot, uint64_t targets,
                                      int cell) {
    uint64_t found = 0;
    for (; targets; targets &= targets - 1)
        if (classes->target[slot][__builtin_ctzll(targets)] == cell) found = targets & -targets;
    return found;
}

// Writes the moves of a player behind `count` others: those that gain, and those that do not. A
// move to `hole`, the one cell that it needs to win, counts as a great gain. First come lists of
// cells for all pieces: a loop over the moves of one ends where the processor does not expect it.
static inline int FN(list_moves)(const sh_ways *ways, const FN(moving) * moving, int player,
                                 BITS army, BITS occupied, BITS hole, bool gaining, bool others,
                                 uint32_t *moves, int count) {
    const sh_classes *classes = &moving->classes;
    uint8_t slots[SH_CLASS_PIECES + SH_CLASS_GROUP] = {0};
    uint8_t from[SH_CLASS_PIECES * SH_CLASS_GROUP], to[SH_CLASS_PIECES * SH_CLASS_GROUP];
    uint64_t targets[SH_CLASS_PIECES];
    int last = -1, found = 0, pieces = sh_classes_list(army, classes->same, slots);
    const sh_set *goal = &ways->game.goal[player];
    if (B(any)(hole)) last = classes->cell[B(first)(hole)];
    sh_classes_targets(classes, slots, pieces, occupied, moving->pass[player] & ~occupied,
                       moving->stand[player] & ~occupied, targets);
    for (int i = 0; i < pieces; i++) {
        int slot = slots[i], cell = classes->cell[slot];
        uint64_t rest = targets[i], ahead = moving->ahead[player][slot];
        if (last >= 0 && !sh_set_has(goal, cell)) {
            uint64_t wins = FN(leading_to)(classes, slot, rest, last);
            if (wins) moves[count++] = pack_move(SH_GAIN_OF_WIN, cell, last);
            rest ^= wins;
        }
        if (!gaining) rest &= ~ahead;
        if (!others) rest &= ahead;
        memset(from + found, cell, SH_CLASS_GROUP);
        found += sh_classes_name(rest, classes->target[slot], to + found);
    }
    for (int i = 0; i < found; i++)
        moves[count + i] = moving->from[player][from[i]] + moving->to[player][to[i]];
    return count + found;
}

// How easily each army gets on: to how many cells hops straight ahead lead it, at most SH_LEAPS in
// a row. An army in a jam has few of them.
static void FN(count_reached)(const sh_ways *ways, const FN(moving) * moving, const BITS *army,
                              BITS occupied, int *count) {
    BITS gaps[6]; // by direction: the slots from which a piece can hop there
    for (int d = 0; d < 6; d++) {
        BITS beside = sh_classes_cross(occupied, d / 2);
        BITS behind = d & 1 ? occupied << SH_CLASS_SHIFT(d / 2) : occupied >> SH_CLASS_SHIFT(d / 2);
        gaps[d] = sh_classes_turn(beside, moving->classes.arrive[d ^ 1]) & ~behind;
    }
    for (int p = 0; p < ways->game.players; p++) {
        const int *direction = moving->leaps.direction[p];
        BITS reached = army[p], all = B(zero)();
        BITS first = gaps[direction[0]] & moving->leap[p][0];
        BITS second = gaps[direction[1]] & moving->leap[p][1];
        for (int i = 0; i < SH_LEAPS; i++) {
            reached = sh_classes_turn(reached & first, moving->turn[p][0]) |
                      sh_classes_turn(reached & second, moving->turn[p][1]);
            all |= reached;
        }
        count[p] = sh_classes_count(all);
    }
}

#undef SELF

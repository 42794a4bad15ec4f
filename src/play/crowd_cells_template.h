// SPDX-License-Identifier: MIT
// Part of crowd_widths.h on boards of 64 and 128 cells: the moves of a player, and what armies
// reach. A cell is its own bit. crowd_classes_template.h is the same for larger boards.
// made for W = 64, 128
#define SELF SH_CAT(crowd, W)

// The ways for moves.
typedef struct FN(moving) {
    BITS ahead[SH_MAX_PLAYERS][SH_MAX_CELLS]; // by player and cell: cells where a piece gains
    BITS goal[SH_MAX_PLAYERS];
    sh_leaps leaps;
    BITS leap[SH_MAX_PLAYERS][2]; // the same as leaps.from
} FN(moving);

// A set of cells as a bitboard.
static inline BITS FN(board)(const FN(moving) * moving, const sh_set *cells) {
    return B(from)(cells);
}

// The cells of a bitboard, and how many they are.
static inline int FN(cells)(const FN(moving) * moving, BITS board, uint8_t *cells) {
    sh_set left = B(set)(board);
    int count = 0;
    for (int word = 0; word < W / 64; word++)
        for (uint64_t rest = left.w[word]; rest; rest &= rest - 1)
            cells[count++] = (uint8_t)(64 * word + __builtin_ctzll(rest));
    return count;
}

static void FN(prepare_moving)(const sh_ways *ways, FN(moving) * moving) {
    const sh_game *game = &ways->game;
    sh_leaps_find(ways, &moving->leaps);
    for (int p = 0; p < game->players; p++) {
        moving->goal[p] = B(from)(&game->goal[p]);
        for (int i = 0; i < 2; i++) moving->leap[p][i] = B(from)(&moving->leaps.from[p][i]);
        for (int cell = 0; cell < game->board.span; cell++) {
            sh_set ahead = sh_set_empty();
            for (int to = 0; to < game->board.span; to++)
                if (ways->place[p][to] > ways->place[p][cell]) sh_set_add(&ahead, to);
            moving->ahead[p][cell] = B(from)(&ahead);
        }
    }
}

// Writes the moves of a piece to these cells behind `count` others.
static inline int FN(list_piece)(const int16_t *place, int from, BITS targets, uint32_t *moves,
                                 int count) {
    sh_set left = B(set)(targets);
    for (int word = 0; word < W / 64; word++)
        for (uint64_t cells = left.w[word]; cells; cells &= cells - 1) {
            int to = 64 * word + __builtin_ctzll(cells);
            moves[count++] = pack_move(place[to] - place[from], from, to);
        }
    return count;
}

// Writes the moves of a player behind `count` others: those that gain, and those that do not. A
// move to `hole`, the one cell that it needs to win, counts as a great gain.
static inline int FN(list_moves)(const sh_ways *ways, const FN(moving) * moving, int player,
                                 BITS army, BITS occupied, BITS hole, bool gaining, bool others,
                                 uint32_t *moves, int count) {
    BITS targets[SH_TARGETS_ROOM], *piece = targets;
    GENERATOR.SH_CAT(targets, W)(&ways->game, player, &army, &occupied, targets);
    bool may_win = B(any)(hole);
    sh_set pieces = B(set)(army);
    for (int word = 0; word < W / 64; word++)
        for (uint64_t cells = pieces.w[word]; cells; cells &= cells - 1) {
            int from = 64 * word + __builtin_ctzll(cells);
            BITS rest = *piece++, ahead = moving->ahead[player][from];
            bool wins =
                may_win && B(any)(rest & hole) && !B(any)(moving->goal[player] & B(of)(from));
            if (wins) moves[count++] = pack_move(SH_GAIN_OF_WIN, from, B(first)(hole));
            if (wins) rest &= ~hole;
            if (!gaining) rest &= ~ahead;
            if (!others) rest &= ahead;
            count = FN(list_piece)(ways->place[player], from, rest, moves, count);
        }
    return count;
}

// Cells from which so many steps in a direction lead to those of a set.
static inline BITS FN(leading_to)(const sh_ways *ways, BITS cells, int direction, int steps) {
    int shift = steps * ways->game.board.dir[direction & ~1].shift;
    return direction & 1 ? B(shl)(cells, shift) : B(shr)(cells, shift);
}

// How easily each army gets on: to how many cells hops straight ahead lead it, at most SH_LEAPS in
// a row. An army in a jam has few of them.
static void FN(count_reached)(const sh_ways *ways, const FN(moving) * moving, const BITS *army,
                              BITS occupied, int *count) {
    BITS gaps[6]; // by direction: the cells from which a piece can hop there
    for (int d = 0; d < 6; d++)
        gaps[d] = FN(leading_to)(ways, occupied, d, 1) & ~FN(leading_to)(ways, occupied, d, 2);
    for (int p = 0; p < ways->game.players; p++) {
        int one = moving->leaps.direction[p][0], other = moving->leaps.direction[p][1];
        BITS reached = army[p], all = B(zero)();
        BITS first = gaps[one] & moving->leap[p][0], second = gaps[other] & moving->leap[p][1];
        for (int i = 0; i < SH_LEAPS; i++) {
            reached = FN(leading_to)(ways, reached & first, one ^ 1, 2) |
                      FN(leading_to)(ways, reached & second, other ^ 1, 2);
            all |= reached;
        }
        count[p] = B(count)(all);
    }
}

#undef SELF

// SPDX-License-Identifier: MIT
// The body of legal.h, included once for each width W.
// made for W = 64, 128, 256
#define SELF SH_CAT(sh_legal, W)
#define BLOCKADE(f) SH_CAT(SH_CAT(sh_blockade, W), SH_CAT(_, f))
#define STATE SH_CAT(sh_state, W)

// A position as bitboards.
typedef struct STATE {
    BITS army[SH_MAX_PLAYERS];
    BITS occupied;
    int turn;
} STATE;

static inline STATE FN(load)(const sh_game *game, const sh_position *position) {
    STATE state = {.occupied = B(zero)(), .turn = position->turn};
    for (int p = 0; p < game->players; p++) {
        state.army[p] = B(from)(&position->army[p]);
        state.occupied |= state.army[p];
    }
    return state;
}

// A move is its two cells. Playing it and taking it back are the same XOR; the turn goes on or
// back.
static inline void FN(apply)(const sh_game *game, STATE *state, BITS move) {
    state->army[state->turn] ^= move;
    state->occupied ^= move;
    state->turn = state->turn + 1 == game->players ? 0 : state->turn + 1;
}

static inline void FN(undo)(const sh_game *game, STATE *state, BITS move) {
    state->turn = state->turn == 0 ? game->players - 1 : state->turn - 1;
    state->army[state->turn] ^= move;
    state->occupied ^= move;
}

// Has somebody won? As sh_position_verdict has it, for legal positions.
static inline bool FN(over)(const sh_game *game, const STATE *state) {
    bool swap = game->finish == SH_ALL_ARRIVED;
    for (int p = 0; p < game->players; p++) {
        BITS goal = B(from)(&game->goal[p]);
        BITS filled_by = game->finish == SH_FIRST_FILLED ? state->occupied : state->army[p];
        bool arrived = !B(any)(goal & ~filled_by) && B(any)(goal & state->army[p]);
        if (arrived != swap) return arrived;
    }
    return swap;
}

// Definition 2: a move may not fill the waiter's goal while one of the waiter's pieces stands
// there. Only a piece from outside can do it, by going to the last empty cell.
static inline void FN(prune_filled)(const sh_game *game, const STATE *state, BITS *targets) {
    int waiter = 1 - state->turn;
    BITS goal = B(from)(&game->goal[waiter]), hole = goal & ~state->occupied;
    if (!B(any)(hole) || B(any)(B(rest)(hole)) || !B(any)(goal & state->army[waiter])) return;
    BITS army = state->army[state->turn];
    for (int i = 0; B(any)(army); i++, army = B(rest)(army))
        if (!sh_set_has(&game->goal[waiter], B(first)(army))) targets[i] &= ~hole;
}

// Is the mover's own goal walled off? Only the published profile lets a player be to move so. Then
// no move helps: whatever the mover does, the waiter stands still.
static inline bool FN(walled_in)(const sh_game *game, const STATE *state) {
    int mover = state->turn;
    BITS goal = B(from)(&game->goal[mover]), others = state->army[1 - mover];
    if (B(any)(goal & state->army[mover]) && B(count)(goal & others) < game->wall) return false;
    if (game->pieces == 6)
        return !B(any)(B(from)(&game->entry[mover]) & ~others) &&
               !B(any)(B(of)(game->tip[mover]) & state->occupied);
    BITS wanted = goal & ~state->occupied;
    BITS reached = BLOCKADE(reach)(game, mover, state->army[mover], others, wanted);
    return B(any)(wanted & ~reached);
}

// Definition 3 for six pieces: after the move the tip of the waiter's goal may not be empty while
// the mover holds every cell from which it can be entered.
static inline void FN(prune_tip)(const sh_game *game, const STATE *state, BITS *targets) {
    int waiter = 1 - state->turn;
    BITS army = state->army[state->turn], entry = B(from)(&game->entry[waiter]);
    BITS tip = B(of)(game->tip[waiter]);
    if (B(count)(army & entry) + 1 < B(count)(entry)) return;
    BITS rest = army;
    for (int i = 0; B(any)(rest); i++, rest = B(rest)(rest)) {
        BITS from = B(of)(B(first)(rest)), gaps = entry & ~(army ^ from);
        if (B(any)(tip & (state->occupied ^ from))) continue;
        if (!B(any)(gaps))
            targets[i] &= tip;
        else if (!B(any)(B(rest)(gaps)))
            targets[i] &= ~gaps;
    }
}

// Does `army`, the mover's after a move, wall off an empty cell of the waiter's goal? `safe` are
// cells that the waiter reaches whatever the move was; from there a step or two nearly always show
// that it does not.
static inline bool FN(walls_off)(const sh_game *game, const STATE *state, BITS army, BITS safe) {
    int waiter = 1 - state->turn;
    BITS wanted = B(from)(&game->goal[waiter]) & ~(army | state->army[waiter]);
    BITS room = B(from)(&game->stand[waiter]) & ~army;
    BITS near = BLOCKADE(spread)(&game->board, safe, room, wanted);
    return B(any)(wanted & ~near) &&
           B(any)(wanted & ~BLOCKADE(reach)(game, waiter, near, army, wanted));
}

// Definition 3 for more pieces: a move may not wall off an empty cell of the waiter's goal. Where
// the waiter reaches some goal cell whatever the move is, only moves that leave game->wall pieces
// inside are in doubt. (What the mover's own pieces reach does not change: the move can be taken
// back.)
static inline void FN(prune_walls)(const sh_game *game, const STATE *state, BITS *targets) {
    int waiter = 1 - state->turn;
    BITS army = state->army[state->turn], others = state->army[waiter];
    BITS goal = B(from)(&game->goal[waiter]);
    int inside = B(count)(army & goal);
    if (inside + 1 < game->wall && B(any)(others & goal)) return;

    BITS taken = army;
    for (int i = 0; i < game->pieces; i++) taken |= targets[i];
    BITS room = B(from)(&game->stand[waiter]) & ~taken;
    BITS safe = BLOCKADE(spread)(&game->board, others, room, room);
    bool arrives = B(any)(safe & goal);
    if (inside + 1 < game->wall && arrives) return;

    BITS rest = army;
    for (int i = 0; i < game->pieces; i++, rest = B(rest)(rest)) {
        BITS from = B(of)(B(first)(rest)), doubtful = targets[i];
        int stay = inside - B(any)(from & goal);
        if (arrives && stay + 1 == game->wall) doubtful &= goal;
        if (arrives && stay + 1 < game->wall) doubtful = B(zero)();
        for (; B(any)(doubtful); doubtful = B(rest)(doubtful)) {
            BITS to = B(of)(B(first)(doubtful));
            if (FN(walls_off)(game, state, army ^ from ^ to, safe)) targets[i] &= ~to;
        }
    }
}

// Takes the moves into illegal positions out of the targets of a two-player game.
static inline void FN(prune)(const sh_game *game, const STATE *state, BITS *targets) {
    FN(prune_filled)(game, state, targets);
    if (game->pieces < 6) return;
    if (FN(walled_in)(game, state)) {
        for (int i = 0; i < game->pieces; i++) targets[i] = B(zero)();
        return;
    }
    // The published profile does not look at the goal of the player to move, who is now waiting,
    // while that player has no piece in its camp or goal.
    int waiter = 1 - state->turn;
    BITS ends = B(from)(&game->camp[waiter]) | B(from)(&game->goal[waiter]);
    if (game->profile == SH_PUBLISHED && !B(any)(state->army[waiter] & ends)) return;
    if (game->pieces == 6)
        FN(prune_tip)(game, state, targets);
    else
        FN(prune_walls)(game, state, targets);
}

// The targets of each piece of the mover in ascending order of the pieces. All are empty where the
// game is over. Moves into illegal positions are among them.
// `targets` has SH_TARGETS_ROOM entries.
static inline void FN(plain_targets)(const sh_generator *generator, const sh_game *game,
                                     const STATE *state, BITS *targets) {
    generator->SH_CAT(targets, W)(game, state->turn, &state->army[state->turn], &state->occupied,
                                  targets);
    if (FN(over)(game, state))
        for (int i = 0; i < game->pieces; i++) targets[i] = B(zero)();
}

// The same without moves into illegal positions.
static inline void FN(targets)(const sh_generator *generator, const sh_game *game,
                               const STATE *state, BITS *targets) {
    FN(plain_targets)(generator, game, state, targets);
    if (sh_game_is_duel(game)) FN(prune)(game, state, targets);
}

#undef SELF
#undef BLOCKADE
#undef STATE

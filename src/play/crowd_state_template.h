// SPDX-License-Identifier: MIT
// Part of crowd_widths.h, included once for each width W: a position of several players, moves, and
// what each army is worth.
//
// A position is changed and changed back in place. The worth of an army is the sum of its places,
// less what stands in its goal that is not its own; and where its march is known, that counts in
// place of its rows. To that comes what an army reaches by hops, counted where a position is
// judged.
// made for W = 64, 128, 256
#define SELF SH_CAT(crowd, W)
#define STATE FN(state)
#define GROUND FN(ground)

typedef struct STATE {
    BITS army[SH_MAX_PLAYERS], occupied;
    b128 turned[SH_MAX_PLAYERS]; // the armies on the rhombus of marches
    uint64_t key;                // of the pieces; who is to move is not in it
    int place[SH_MAX_PLAYERS];   // sums of ways->place, less pieces of others in the goal
    int left[SH_MAX_PLAYERS];    // sums of ways->left
    int worth[SH_MAX_PLAYERS];
    int turn;
} STATE;

// What a move changes besides its two cells.
typedef struct FN(before) {
    uint64_t key;
    int place[SH_MAX_PLAYERS], worth[SH_MAX_PLAYERS];
    int left, turn;
    b128 turned;
} FN(before);

// The ways as bitboards.
typedef struct GROUND {
    FN(moving) moving;
    BITS goal[SH_MAX_PLAYERS];
    BITS cell[SH_MAX_CELLS];
    b128 spot[SH_MAX_PLAYERS][SH_MAX_CELLS]; // a cell on the rhombus, or nothing
    b128 region;                             // of the marches
} GROUND;

static void *FN(prepare)(const sh_ways *ways) {
    const sh_game *game = &ways->game;
    GROUND *ground = aligned_alloc(64, (sizeof(GROUND) + 63) / 64 * 64);
    if (!ground) return NULL;
    memset(ground, 0, sizeof *ground);
    if (ways->march.moves) ground->region = b128_from(&ways->march.region[0]);
    FN(prepare_moving)(ways, &ground->moving);
    const sh_set *mask = &game->board.mask;
    for (int cell = sh_set_next(mask, 0); cell >= 0; cell = sh_set_next(mask, cell + 1)) {
        sh_set alone = sh_set_of(cell);
        ground->cell[cell] = FN(board)(&ground->moving, &alone);
        for (int p = 0; p < game->players; p++)
            if (ways->march.moves && ways->turned[p][cell] != SH_OFF_TRACK)
                ground->spot[p][cell] = b128_of(ways->turned[p][cell]);
    }
    for (int p = 0; p < game->players; p++)
        ground->goal[p] = FN(board)(&ground->moving, &game->goal[p]);
    return ground;
}

// The moves a player needs alone; SH_MARCH_UNKNOWN where that is not known.
static inline int FN(march)(const sh_crowd_job *job, const STATE *state, int player) {
    const sh_march *march = &job->ways->march;
    const GROUND *ground = job->ground;
    b128 army = state->turned[player];
    if (!march->moves || (army & ~ground->region) || b128_count(army) != march->pieces)
        return SH_MARCH_UNKNOWN;
    uint32_t number = 0;
    for (int i = 0; army; i++, army = b128_rest(army))
        number += march->term[0][i][b128_first(army)];
    return march->moves[number];
}

static inline int FN(worth)(const sh_crowd_job *job, const STATE *state, int player) {
    const sh_tuning *tuning = job->tuning;
    int moves = FN(march)(job, state, player);
    if (moves == SH_MARCH_UNKNOWN) return state->place[player];
    int less = state->left[player] * tuning->stride - 100 * moves;
    return state->place[player] + tuning->distance * less / 100;
}

// Takes a piece of a player from the board or puts it there.
static void FN(put)(const sh_crowd_job *job, STATE *state, int player, int cell) {
    const sh_ways *ways = job->ways;
    const GROUND *ground = job->ground;
    int owner = ways->goal_of[cell];
    state->army[player] |= ground->cell[cell];
    state->occupied |= ground->cell[cell];
    state->turned[player] |= ground->spot[player][cell];
    state->key ^= ways->keys.piece[player][cell];
    state->place[player] += ways->place[player][cell];
    state->left[player] += ways->left[player][cell];
    if (owner >= 0 && owner != player) state->place[owner] -= job->tuning->blocked;
}

static STATE FN(load)(const sh_crowd_job *job, const sh_position *position) {
    STATE state;
    memset(&state, 0, sizeof state);
    state.turn = position->turn;
    int players = job->ways->game.players;
    for (int p = 0; p < players; p++)
        for (int cell = sh_set_next(&position->army[p], 0); cell >= 0;
             cell = sh_set_next(&position->army[p], cell + 1))
            FN(put)(job, &state, p, cell);
    for (int p = 0; p < players; p++) state.worth[p] = FN(worth)(job, &state, p);
    return state;
}

static inline int FN(next)(const sh_crowd_job *job, int player) {
    return player + 1 == job->ways->game.players ? 0 : player + 1;
}

// A piece of others has come into a goal or gone from it.
static inline void FN(obstruct)(const sh_crowd_job *job, STATE *state, int player, int cell,
                                int cost) {
    int owner = job->ways->goal_of[cell];
    if (owner < 0 || owner == player) return;
    state->place[owner] -= cost;
    state->worth[owner] -= cost;
}

// Makes a move of a player for good; `turn` is who moves then.
static inline void FN(change)(sh_crowd_job *job, STATE *state, int player, uint32_t move,
                              int turn) {
    const sh_ways *ways = job->ways;
    const GROUND *ground = job->ground;
    int from = packed_from(move), to = packed_to(move), blocked = job->tuning->blocked;
    BITS change = ground->cell[from] ^ ground->cell[to];
    job->nodes++;
    state->army[player] ^= change;
    state->occupied ^= change;
    state->turned[player] ^= ground->spot[player][from] ^ ground->spot[player][to];
    state->key ^= ways->keys.piece[player][from] ^ ways->keys.piece[player][to];
    state->place[player] += ways->place[player][to] - ways->place[player][from];
    state->left[player] += ways->left[player][to] - ways->left[player][from];
    state->turn = turn;
    state->worth[player] = FN(worth)(job, state, player);
    FN(obstruct)(job, state, player, from, -blocked);
    FN(obstruct)(job, state, player, to, blocked);
}

// The same so that it can be taken back.
static inline void FN(make)(sh_crowd_job *job, STATE *state, int player, uint32_t move, int turn,
                            FN(before) * before) {
    before->key = state->key;
    memcpy(before->place, state->place, sizeof state->place);
    memcpy(before->worth, state->worth, sizeof state->worth);
    before->left = state->left[player];
    before->turn = state->turn;
    before->turned = state->turned[player];
    FN(change)(job, state, player, move, turn);
}

static inline void FN(undo)(sh_crowd_job *job, STATE *state, int player, uint32_t move,
                            const FN(before) * before) {
    const GROUND *ground = job->ground;
    BITS change = ground->cell[packed_from(move)] ^ ground->cell[packed_to(move)];
    state->army[player] ^= change;
    state->occupied ^= change;
    state->key = before->key;
    memcpy(state->place, before->place, sizeof state->place);
    memcpy(state->worth, before->worth, sizeof state->worth);
    state->left[player] = before->left;
    state->turn = before->turn;
    state->turned[player] = before->turned;
}

// Who has won by a piece that has come to this cell, or -1.
static inline int FN(winner)(const sh_crowd_job *job, const STATE *state, int cell) {
    const GROUND *ground = job->ground;
    int owner = job->ways->goal_of[cell];
    if (owner < 0) return -1;
    BITS goal = ground->goal[owner], army = state->army[owner];
    BITS filled = job->ways->game.finish == SH_FIRST_FILLED ? state->occupied : army;
    return !B(any)(goal & ~filled) && B(any)(goal & army) ? owner : -1;
}

// Between two players nobody may fill the other's goal (Definition 2).
static inline bool FN(forbidden)(const sh_crowd_job *job, int player, int winner) {
    return winner >= 0 && winner != player && sh_game_is_duel(&job->ways->game);
}

// Which moves to write.
enum FN(which) { FN(GAINING), FN(OTHERS), FN(ALL) };

// The one cell that a player needs to win, or none.
static inline BITS FN(last_hole)(const sh_crowd_job *job, const STATE *state, int player) {
    const GROUND *ground = job->ground;
    bool filled = job->ways->game.finish == SH_FIRST_FILLED;
    BITS holes = ground->goal[player] & ~(filled ? state->occupied : state->army[player]);
    return B(any)(holes) && !B(any)(B(rest)(holes)) ? holes : B(zero)();
}

// Writes the moves of a player behind `count` others. A move that wins counts as a great gain.
static inline int FN(list)(const sh_crowd_job *job, const STATE *state, int player,
                           enum FN(which) which, uint32_t *moves, int count) {
    const GROUND *ground = job->ground;
    const sh_game *game = &job->ways->game;
    assert(game->pieces * (game->board.cells - game->players * game->pieces) <= SH_CROWD_MOVES);
    BITS hole = FN(last_hole)(job, state, player);
    count = FN(list_moves)(job->ways, &ground->moving, player, state->army[player], state->occupied,
                           hole, which != FN(OTHERS), which != FN(GAINING), moves, count);
    return count;
}

// What each army is worth in all: what a move changes step by step, and what it reaches.
static inline void FN(value_armies)(const sh_crowd_job *job, const STATE *state, int *worth) {
    int players = job->ways->game.players, reach = job->tuning->reach;
    int reached[SH_MAX_PLAYERS] = {0};
    const GROUND *ground = job->ground;
    if (reach) FN(count_reached)(job->ways, &ground->moving, state->army, state->occupied, reached);
    for (int p = 0; p < players; p++) worth[p] = state->worth[p] + reach * reached[p];
}

// What armies of such worth mean to a player: its own against the others'.
static inline int FN(compare)(const sh_crowd_job *job, const int *armies, int turn, int player) {
    const sh_tuning *tuning = job->tuning;
    int players = job->ways->game.players, most = -1000000, sum = 0;
    for (int p = 0; p < players; p++) {
        if (p == player) continue;
        int worth = armies[p] + (p == turn ? tuning->tempo : 0);
        sum += worth;
        if (worth > most) most = worth;
    }
    int mine = armies[player] + (player == turn ? tuning->tempo : 0);
    int theirs = (tuning->leader * most + (100 - tuning->leader) * sum / (players - 1)) / 100;
    int value = mine - theirs;
    return sh_estimate(value);
}

// What a position is worth to a player.
static inline int FN(standing)(const sh_crowd_job *job, const STATE *state, int player) {
    int armies[SH_MAX_PLAYERS];
    FN(value_armies)(job, state, armies);
    return FN(compare)(job, armies, state->turn, player);
}

static int FN(evaluate)(sh_crowd_job *job) {
    STATE state = FN(load)(job, &job->root);
    return FN(standing)(job, &state, state.turn);
}

static void FN(value)(sh_crowd_job *job, int *worth) {
    STATE state = FN(load)(job, &job->root);
    FN(value_armies)(job, &state, worth);
}

#undef SELF
#undef STATE
#undef GROUND

// SPDX-License-Identifier: MIT
// Part of crowd_widths.h, included once for each width W: a position of several players, moves, and
// what each army is worth.
//
// A position is changed and changed back in place. The worth of an army is the sum of its places,
// less what stands in its goal that is not its own; and where its march is known, that counts in
// place of its rows. To that comes what an army reaches by hops, counted where a position is
// judged. made for W = 64, 128, 256
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
    BITS goal[SH_MAX_PLAYERS];
    BITS cell[SH_MAX_CELLS];
    BITS ahead[SH_MAX_PLAYERS][SH_MAX_CELLS]; // by player and cell: cells where a piece gains
    b128 spot[SH_MAX_PLAYERS][SH_MAX_CELLS];  // a cell on the rhombus, or nothing
    b128 region;                              // of the marches
    int onward[SH_MAX_PLAYERS][2];            // the two directions that lead ahead
    BITS leap[SH_MAX_PLAYERS][2];             // from where a hop there ends in the player's track
} GROUND;

// Does a direction lead a player ahead? Then also: from where its track lets it hop there.
static bool FN(leads_on)(const sh_ways *ways, int player, int direction, sh_set *leap) {
    const sh_set *track = &ways->game.stand[player];
    bool ahead = false;
    *leap = sh_set_empty();
    for (int cell = sh_set_next(track, 0); cell >= 0; cell = sh_set_next(track, cell + 1)) {
        int next = ways->game.board.neighbour[cell][direction];
        int land = next < 0 ? -1 : ways->game.board.neighbour[next][direction];
        if (land < 0 || !sh_set_has(track, land)) continue;
        ahead = ways->left[player][land] < ways->left[player][cell];
        sh_set_add(leap, cell);
    }
    return ahead;
}

static void FN(prepare_leaps)(const sh_ways *ways, int player, GROUND *ground) {
    sh_set leap;
    for (int d = 0, found = 0; d < ways->game.board.directions && found < 2; d++) {
        if (!FN(leads_on)(ways, player, d, &leap)) continue;
        ground->onward[player][found] = d;
        ground->leap[player][found++] = B(from)(&leap);
    }
}

static void *FN(prepare)(const sh_ways *ways) {
    const sh_game *game = &ways->game;
    GROUND *ground = aligned_alloc(64, (sizeof(GROUND) + 63) / 64 * 64);
    if (!ground) return NULL;
    memset(ground, 0, sizeof *ground);
    if (ways->march.moves) ground->region = b128_from(&ways->march.region[0]);
    for (int cell = 0; cell < game->board.span; cell++) ground->cell[cell] = B(of)(cell);
    for (int p = 0; p < game->players; p++) {
        ground->goal[p] = B(from)(&game->goal[p]);
        FN(prepare_leaps)(ways, p, ground);
        for (int cell = 0; cell < game->board.span; cell++) {
            sh_set ahead = sh_set_empty();
            for (int to = 0; to < game->board.span; to++)
                if (ways->place[p][to] > ways->place[p][cell]) sh_set_add(&ahead, to);
            ground->ahead[p][cell] = B(from)(&ahead);
            if (ways->march.moves && sh_set_has(&game->board.mask, cell) &&
                ways->turned[p][cell] != SH_OFF_TRACK)
                ground->spot[p][cell] = b128_of(ways->turned[p][cell]);
        }
    }
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

// Writes the moves of a player behind `count` others. A move that wins counts as a great gain.
static inline int FN(list)(const sh_crowd_job *job, const STATE *state, int player,
                           enum FN(which) which, uint32_t *moves, int count) {
    const sh_ways *ways = job->ways;
    const GROUND *ground = job->ground;
    BITS targets[SH_TARGETS_ROOM], *piece = targets, hole = FN(last_hole)(job, state, player);
    GENERATOR.SH_CAT(targets, W)(&ways->game, player, &state->army[player], &state->occupied,
                                 targets);
    sh_set army = B(set)(state->army[player]);
    bool may_win = B(any)(hole);
    for (int word = 0; word < W / 64; word++)
        for (uint64_t cells = army.w[word]; cells; cells &= cells - 1) {
            int from = 64 * word + __builtin_ctzll(cells);
            BITS rest = *piece++, ahead = ground->ahead[player][from];
            bool wins = may_win && B(any)(rest & hole) &&
                        !B(any)(ground->goal[player] & ground->cell[from]);
            if (wins) moves[count++] = pack_move(SH_GAIN_OF_WIN, from, B(first)(hole));
            if (wins) rest &= ~hole;
            if (which != FN(ALL)) rest &= which == FN(GAINING) ? ahead : ~ahead;
            count = FN(list_piece)(ways->place[player], from, rest, moves, count);
        }
    assert(count <= SH_CROWD_MOVES);
    return count;
}

// Cells from which so many steps in a direction lead to those of a set.
static inline BITS FN(leading_to)(const sh_crowd_job *job, BITS cells, int direction, int steps) {
    int shift = steps * job->ways->game.board.dir[direction & ~1].shift;
    return direction & 1 ? B(shl)(cells, shift) : B(shr)(cells, shift);
}

// How easily each army gets on: to how many cells hops straight ahead lead it, at most LEAPS in a
// row. An army in a jam has few of them.
#define LEAPS 4
static void FN(count_reached)(const sh_crowd_job *job, const STATE *state, int *count) {
    const GROUND *ground = job->ground;
    BITS gaps[6]; // by direction: the cells from which a piece can hop there
    for (int d = 0; d < 6; d++)
        gaps[d] = FN(leading_to)(job, state->occupied, d, 1) &
                  ~FN(leading_to)(job, state->occupied, d, 2);
    for (int p = 0; p < job->ways->game.players; p++) {
        int one = ground->onward[p][0], other = ground->onward[p][1];
        BITS reached = state->army[p], all = B(zero)();
        BITS first = gaps[one] & ground->leap[p][0], second = gaps[other] & ground->leap[p][1];
        for (int i = 0; i < LEAPS; i++) {
            reached = FN(leading_to)(job, reached & first, one ^ 1, 2) |
                      FN(leading_to)(job, reached & second, other ^ 1, 2);
            all |= reached;
        }
        count[p] = B(count)(all);
    }
}
#undef LEAPS

// What each army is worth in all: what a move changes step by step, and what it reaches.
static inline void FN(value_armies)(const sh_crowd_job *job, const STATE *state, int *worth) {
    int players = job->ways->game.players, reach = job->tuning->reach;
    int reached[SH_MAX_PLAYERS] = {0};
    if (reach) FN(count_reached)(job, state, reached);
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
    return value > 30000 ? 30000 : value < -30000 ? -30000 : value;
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

// SPDX-License-Identifier: MIT
// Part of crowd_widths.h, included once for each width W: the moves of one position of a tree.
//
// They are listed when the position is visited again, in the order of what they gain or of how
// likely they are, and come to the tried ones one by one. Which of these the next visit follows is
// chosen by what they have brought. Of a rival that always goes as far as it can some moves are
// drawn at random and followed in turn (crowd_habits.h).
// made for W = 64, 128, 256
#define SELF SH_CAT(crowd, W)
#define STATE FN(state)
#define GROUND FN(ground)

static inline sh_move_history *FN(history)(sh_crowd_job *job, int player, uint32_t move) {
    uint32_t slot = (move & 0xffff) * 0x9e3779b1u >> 20;
    return &job->history[player * SH_HISTORY + (int)slot];
}

// What a player sees of a position, for what it is likely to play.
static inline sh_likely_sums FN(look)(const sh_crowd_job *job, const STATE *state) {
    const sh_crowd_net *net = job->net;
    const GROUND *ground = job->ground;
    BITS own = state->army[state->turn];
    uint8_t cells[SH_MAX_CELLS + SH_CLASS_GROUP];
    sh_likely_sums sums;
    memcpy(sums.hidden, net->moves.bias, sizeof sums.hidden);
    int count = FN(cells)(&ground->moving, own, cells);
    sh_likely_add(net, state->turn, true, cells, count, &sums);
    count = FN(cells)(&ground->moving, state->occupied & ~own, cells);
    sh_likely_add(net, state->turn, false, cells, count, &sums);
    sh_likely_clip(&sums);
    return sums;
}

// Orders moves by how likely they are, not by what they gain alone. One that wins stays the first;
// those that gain nothing come last, and stay as they are where none gains.
static void FN(foresee)(const sh_crowd_job *job, const STATE *state, uint32_t *moves, int count) {
    const sh_crowd_net *net = job->net;
    int turn = state->turn, phase = sh_way_phase(state->left[turn] - job->ways->home);
    int left = -1, leaving = 0, least = 0;
    sh_likely_sums sums = FN(look)(job, state);
    for (int i = 0; i < count; i++) {
        int gain = packed_gain(moves[i]), from = packed_from(moves[i]), to = packed_to(moves[i]);
        if (gain <= 0 || gain == SH_GAIN_OF_WIN) continue;
        if (from != left)
            leaving = sh_likely_end(net, &sums, phase, 0, net->number[left = from][turn]);
        int worth = leaving + sh_likely_end(net, &sums, phase, 1, net->number[to][turn]) +
                    gain * net->moves.gain[phase] / SH_HIDDEN_ONE;
        moves[i] = pack_move(sh_likely_bounded(worth), from, to);
        if (worth < least) least = worth;
    }
    const int16_t *place = job->ways->place[turn];
    for (int i = 0; i < count && left >= 0; i++) {
        int from = packed_from(moves[i]), to = packed_to(moves[i]), gain = place[to] - place[from];
        if (gain <= 0 && packed_gain(moves[i]) != SH_GAIN_OF_WIN)
            moves[i] = pack_move(sh_likely_bounded(least + gain - SH_LIKELY_ONE), from, to);
    }
}

// Are the moves of a position so far from the root ordered by how likely they are? Moves that are
// drawn at random need no order, so that of the others reaches as much farther.
static inline bool FN(foreseen)(const sh_crowd_job *job, int ply) {
    int players = job->ways->game.players;
    return ply < job->tuning->foresight * players / (players - job->known) && job->net &&
           job->net->likely;
}

// Lists the moves of a position, only those that gain where there are any.
static void FN(open_spot)(sh_crowd_job *job, sh_tree_spot *spot, int ply) {
    sh_tree *tree = job->tree;
    const STATE *state = (const STATE *)tree->states + (spot - tree->spots);
    uint32_t *moves = tree->listed + tree->listed_used;
    int count = FN(list)(job, state, spot->turn, FN(GAINING), moves, 0);
    if (!count) count = FN(list)(job, state, spot->turn, FN(ALL), moves, 0);
    if (FN(foreseen)(job, ply)) FN(foresee)(job, state, moves, count);
    spot->listed = tree->listed_used;
    spot->left = (uint16_t)count;
    tree->listed_used += spot->left;
    spot->opened = true;
}

// The means of a position's tried moves, and what draws to each.
static inline float *FN(means)(const sh_tree *tree, const sh_tree_spot *spot) {
    return tree->scores + 2 * (size_t)spot->tried;
}
static inline float *FN(lures)(const sh_tree *tree, const sh_tree_spot *spot) {
    return FN(means)(tree, spot) + spot->room;
}

// Twice as much room for the moves of a position. False where there is none.
static bool FN(enlarge)(sh_tree *tree, sh_tree_spot *spot) {
    sh_tree_spot old = *spot;
    uint32_t room = old.room ? 2u * old.room : 8;
    if (tree->tried_used + room > tree->tried_room) return false;
    spot->tried = tree->tried_used;
    spot->room = (uint16_t)room;
    tree->tried_used += room;
    float *means = FN(means)(tree, spot), *lures = FN(lures)(tree, spot);
    memcpy(tree->tried + spot->tried, tree->tried + old.tried, old.count * sizeof *tree->tried);
    memcpy(means, FN(means)(tree, &old), old.count * sizeof *means);
    memcpy(lures, FN(lures)(tree, &old), old.count * sizeof *lures);
    return true;
}

// Draws some moves of one that always goes as far as it can: at most as many as the first room of
// a position holds.
static void FN(draw)(sh_crowd_job *job, sh_tree_spot *spot) {
    sh_tree *tree = job->tree;
    uint32_t number = (uint32_t)(spot - tree->spots), *moves = tree->listed + tree->listed_used;
    const STATE *state = (const STATE *)tree->states + number;
    const uint8_t *away = job->ways->game.away[spot->turn];
    int count = FN(list)(job, state, spot->turn, FN(ALL), moves, 0), most = INT32_MIN, equal = 0;
    for (int i = 0; i < count; i++) {
        int steps = away[packed_from(moves[i])] - away[packed_to(moves[i])];
        if (steps > most) equal = 0, most = steps;
        if (steps == most) moves[equal++] = moves[i];
    }
    spot->opened = spot->drawn = true;
    if (!equal || !FN(enlarge)(tree, spot)) return;
    sh_random lot = {number};
    for (; equal && spot->count < spot->room; spot->count++) {
        uint64_t at = sh_random_below(&lot, (uint64_t)equal);
        tree->tried[spot->tried + spot->count] = (sh_tree_move){.move = moves[at]};
        moves[at] = moves[--equal];
    }
}

// The number of the drawn move whose turn it is: the more visits, the more moves take turns.
static inline uint32_t FN(take_turns)(const sh_crowd_job *job, const sh_tree_spot *spot) {
    const sh_tree_move *tried = job->tree->tried + spot->tried;
    uint32_t taking = 1 + spot->visits / (uint32_t)job->tuning->lots, least = 0;
    for (uint32_t i = 1; i < spot->count && i < taking; i++)
        if (tried[i].visits < tried[least].visits) least = i;
    return least;
}

// The move that gains most among those that are left comes to the tried ones.
static void FN(widen)(sh_crowd_job *job, sh_tree_spot *spot) {
    sh_tree *tree = job->tree;
    uint32_t *listed = tree->listed + spot->listed;
    if (spot->count == spot->room && !FN(enlarge)(tree, spot)) {
        spot->left = 0;
        return;
    }
    uint32_t at = sh_place_of_most(listed, spot->left), move = listed[at];
    listed[at] = listed[--spot->left];
    int gain = packed_gain(move);
    if (!spot->count) spot->best = (int16_t)gain;
    int less = spot->best - gain;
    if (job->known && spot->turn == job->root.turn) less /= 2; // more is tried: crowd_habits.h
    float bias = tree->bias[less < 0 ? 0 : less < SH_TREE_BIASES ? less : SH_TREE_BIASES - 1];
    FN(lures)(tree, spot)[spot->count] = bias;
    tree->tried[spot->tried + spot->count++] = (sh_tree_move){.move = move, .bias = bias};
    spot->wider_at =
        tree->wider_at[spot->count < SH_TREE_WIDTHS ? spot->count : SH_TREE_WIDTHS - 1];
}

// How many moves of a position are tried at most; 0: all.
static inline uint32_t FN(width)(const sh_crowd_job *job, const sh_tree_spot *spot) {
    bool own = spot->turn == job->root.turn;
    return (uint32_t)(own ? job->tuning->own_width : job->tuning->reply_width);
}

// What the same moves have brought elsewhere, the less the more a move has failed here.
static inline float FN(precedent)(sh_crowd_job *job, const sh_tree_spot *spot, uint32_t number) {
    const sh_tree_move *tried = job->tree->tried + spot->tried + number;
    float mean = FN(means)(job->tree, spot)[number];
    const sh_move_history *h = FN(history)(job, spot->turn, tried->move);
    float known = h->visits ? h->sum / (float)h->visits : mean;
    return (float)job->tuning->history / 100 * known / ((float)tried->visits * (1 - mean) + 1);
}

// The number of the move with the greatest promise, with what the moves have brought elsewhere.
static uint32_t FN(best_precedent)(sh_crowd_job *job, const sh_tree_spot *spot, float explore) {
    const float *means = FN(means)(job->tree, spot), *lures = FN(lures)(job->tree, spot);
    uint32_t best = 0;
    float most = -1e9f;
    for (uint32_t i = 0; i < spot->count; i++) {
        float promise = means[i] + explore * lures[i] + FN(precedent)(job, spot, i);
        if (promise <= most) continue;
        most = promise;
        best = i;
    }
    return best;
}

// Is it time for a position to have one more move?
static inline bool FN(widens)(const sh_crowd_job *job, const sh_tree_spot *spot) {
    uint32_t width = FN(width)(job, spot);
    return spot->left && spot->visits >= spot->wider_at && (!width || spot->count < width);
}

// The number of the move to follow among those there are. Those that were never tried are the last.
static inline uint32_t FN(choose)(sh_crowd_job *job, const sh_tree_spot *spot) {
    const sh_tree *tree = job->tree;
    float *means = FN(means)(tree, spot), unknown = spot->mean - tree->modesty;
    sh_promises promises = {.means = means,
                            .lures = FN(lures)(tree, spot),
                            .followed = spot->followed,
                            .count = spot->count,
                            .unknown = unknown,
                            .explore = tree->explore,
                            .visits = spot->visits};
    if (!job->tuning->history) return sh_promises_best(&promises);
    for (uint32_t i = spot->followed; i < spot->count; i++) means[i] = unknown;
    return FN(best_precedent)(job, spot, tree->explore * sqrtf((float)(spot->visits + 1)));
}

// Notes the move to follow.
static inline void FN(note_next)(sh_crowd_job *job, sh_tree_spot *spot) {
    uint32_t number = spot->drawn ? FN(take_turns)(job, spot) : FN(choose)(job, spot);
    spot->next = (uint16_t)(number + 1);
    spot->after = job->tree->tried[spot->tried + number].after;
}

// The same with new moves, where it is time for them. False where there is no move.
static bool FN(select)(sh_crowd_job *job, sh_tree_spot *spot) {
    while (FN(widens)(job, spot)) FN(widen)(job, spot);
    if (spot->count) FN(note_next)(job, spot);
    return spot->count;
}

// Chooses the move of a position's next visit ahead of time, where it depends on nothing else.
static inline void FN(choose_ahead)(sh_crowd_job *job, sh_tree_spot *spot) {
    spot->next = 0;
    if (!job->tuning->history && !FN(widens)(job, spot)) FN(note_next)(job, spot);
}

#undef SELF
#undef STATE
#undef GROUND

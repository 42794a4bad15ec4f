// SPDX-License-Identifier: MIT
// Part of crowd_widths.h, included once for each width W: Monte Carlo tree search.
//
// Every player looks for its own share of the win. A visit goes down the tree: a move is followed
// for what it has brought, and, the less it was tried, for what it gains and for what the same move
// has brought elsewhere (progressive history). Moves that gain little get their turn late
// (widening). At the first position that is new some moves more may be played, those that gain
// most; then the win is shared out by what armies are worth. Positions stay in the tree, so going
// down makes none again: a visit makes one, and those of its playout. Which move a position's next
// visit follows is known when this one ends, so it is chosen then: these choices do not wait for
// each other, as they would on the way down.
// made for W = 64, 128, 256
#define SELF SH_CAT(crowd, W)
#define STATE FN(state)
#define GROUND FN(ground)

typedef struct FN(shares) {
    float of[SH_MAX_PLAYERS];
} FN(shares);

// A way down the tree.
typedef struct FN(visit) {
    sh_tree_spot *spot[SH_MAX_PLY + 2]; // NULL at the end: it has none
    sh_tree_move *move[SH_MAX_PLY + 2];
    int length, winner;
    const sh_crowd_sums *sums; // of the network at the end; NULL without
    sh_crowd_sums spare;       // behind a playout
} FN(visit);

static inline sh_move_history *FN(history)(sh_crowd_job *job, int player, uint32_t move) {
    uint32_t slot = (move & 0xffff) * 0x9e3779b1u >> 20;
    return &job->history[player * SH_HISTORY + (int)slot];
}

// Rows that the leader has still to go.
static inline int FN(least_left)(const sh_crowd_job *job, const STATE *state) {
    int least = state->left[0];
    for (int p = 1; p < job->ways->game.players; p++)
        if (state->left[p] < least) least = state->left[p];
    return least - job->ways->home;
}

// What armies are ahead by. Who moves sooner is ahead by its part of a move.
static inline void FN(find_leads)(const sh_crowd_job *job, const STATE *state,
                                  const sh_crowd_sums *sums, int *lead) {
    int armies[SH_MAX_PLAYERS];
    FN(value_armies)(job, state, armies);
    if (sums) sh_crowd_sums_value(job->net, sums, FN(least_left)(job, state), armies);
    for (int p = 0, turn = state->turn; p < job->ways->game.players; p++) {
        lead[turn] = armies[turn] + job->tree->sooner[p] + job->tree->given[turn];
        turn = FN(next)(job, turn);
    }
}

// Rivals that are far behind are given what they lack to be in the race: where the win is certain
// either way, nothing would tell a short way to it from none.
static void FN(give)(sh_crowd_job *job, const STATE *state, const sh_crowd_sums *sums) {
    int lead[SH_MAX_PLAYERS], *given = job->tree->given;
    int most = job->tuning->contest * job->tuning->warmth;
    memset(given, 0, sizeof job->tree->given);
    if (!most) return;
    FN(find_leads)(job, state, sums, lead);
    for (int p = 0; p < job->ways->game.players; p++) {
        int behind = lead[state->turn] - lead[p];
        if (behind > most) given[p] = behind - most;
    }
}

// How the win is shared out between armies that nobody has brought home yet.
static void FN(share)(const sh_crowd_job *job, const STATE *state, const sh_crowd_sums *sums,
                      FN(shares) * shares) {
    int players = job->ways->game.players, most = -1000000, lead[SH_MAX_PLAYERS];
    FN(find_leads)(job, state, sums, lead);
    float sum = 0;
    for (int p = 0; p < players; p++)
        if (lead[p] > most) most = lead[p];
    for (int p = 0; p < players; p++) {
        int behind = most - lead[p];
        shares->of[p] = behind < SH_TREE_SHARES ? job->tree->share[behind]
                                                : sh_crowd_share(job->tuning, behind);
        sum += shares->of[p];
    }
    for (int p = 0; p < players; p++) shares->of[p] /= sum;
}

static void FN(share_win)(const sh_crowd_job *job, int winner, FN(shares) * shares) {
    for (int p = 0; p < job->ways->game.players; p++) shares->of[p] = p == winner;
}

// Is there room for a visit: one more position, the moves of one, and some more that are tried? A
// tree that is full is done: to go on with the positions it has makes play worse
// (docs/notes/many.md).
static inline bool FN(has_room)(const sh_tree *tree) {
    return tree->spots_used < tree->spots_room &&
           tree->listed_used + SH_CROWD_MOVES <= tree->listed_room &&
           tree->tried_used + SH_CROWD_MOVES <= tree->tried_room;
}

// The place of the next position of the tree.
static inline STATE *FN(free_state)(const sh_tree *tree) {
    return (STATE *)tree->states + tree->spots_used;
}

// Takes what was written there into the tree.
static uint32_t FN(take_state)(sh_tree *tree, int turn) {
    tree->spots[tree->spots_used] = (sh_tree_spot){.turn = (uint8_t)turn, .mean = 0.5f};
    return tree->spots_used++;
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
    int turn = state->turn, phase = sh_phase(state->left[turn] - job->ways->home);
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
// drawn by lot need no order, so that of the others reaches as much farther.
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

// Draws some moves of one that always goes as far as it can.
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
    for (; equal && spot->count < SH_TREE_LOTS; spot->count++) {
        uint64_t at = sh_random_below(&lot, (uint64_t)equal);
        tree->tried[spot->tried + spot->count] = (sh_tree_move){.move = moves[at]};
        moves[at] = moves[--equal];
    }
}

// The number of the drawn move whose turn it is: the more visits, the more moves take turns.
static inline uint32_t FN(take_turns)(const sh_crowd_job *job, const sh_tree_spot *spot) {
    const sh_tree_move *tried = job->tree->tried + spot->tried;
    uint32_t open = 1 + spot->visits / (uint32_t)job->tuning->lots, least = 0;
    for (uint32_t i = 1; i < spot->count && i < open; i++)
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

// Plays on for some plies; the winner if there is one by then, else -1.
static int FN(play_out)(sh_crowd_job *job, STATE *state) {
    uint32_t moves[SH_CROWD_MOVES];
    for (int ply = 0; ply < job->tuning->playout; ply++) {
        int player = state->turn, count = FN(list)(job, state, player, FN(ALL), moves, 0);
        if (!count) return -1;
        uint32_t move = moves[sh_place_of_most(moves, (uint32_t)count)];
        FN(change)(job, state, player, move, FN(next)(job, player));
        int winner = FN(winner)(job, state, packed_to(move));
        if (winner >= 0) return winner;
    }
    return -1;
}

// The sums of the network for a position.
static void FN(sum_up)(const sh_crowd_job *job, const STATE *state, sh_crowd_sums *sums) {
    const GROUND *ground = job->ground;
    uint8_t cells[SH_MAX_CELLS + SH_CLASS_GROUP];
    sh_crowd_sums_begin(job->net, sums);
    for (int p = 0; p < job->ways->game.players; p++)
        for (int i = FN(cells)(&ground->moving, state->army[p], cells) - 1; i >= 0; i--)
            sh_crowd_sums_add(job->net, p, cells[i], sums);
}

// The same after the last move of a visit, from those before it, in this place.
static inline void FN(sum_on)(const sh_crowd_job *job, FN(visit) * v, sh_crowd_sums *place) {
    const sh_tree *tree = job->tree;
    const sh_tree_spot *spot = v->spot[v->length - 1];
    uint32_t move = v->move[v->length - 1]->move;
    sh_crowd_sums_move(job->net, spot->turn, packed_from(move), packed_to(move),
                       tree->sums + (spot - tree->spots), place);
    v->sums = place;
}

// Makes the position after the last move of a visit.
static const STATE *FN(make_leaf)(sh_crowd_job *job, FN(visit) * v) {
    sh_tree *tree = job->tree;
    const sh_tree_spot *spot = v->spot[v->length - 1];
    sh_tree_move *move = v->move[v->length - 1];
    STATE *state = FN(free_state)(tree);
    *state = ((const STATE *)tree->states)[spot - tree->spots];
    FN(change)(job, state, spot->turn, move->move, FN(next)(job, spot->turn));
    v->winner = FN(winner)(job, state, packed_to(move->move));
    if (v->winner >= 0) {
        move->after = SH_TREE_WON + (uint32_t)v->winner;
        return state;
    }
    if (job->net) FN(sum_on)(job, v, tree->sums + tree->spots_used);
    move->after = FN(take_state)(tree, state->turn);
    v->spot[v->length] = tree->spots + move->after;
    return state;
}

// Decides which move of a position to follow, where that was not done ahead of time. False where
// there is none.
static bool FN(decide)(sh_crowd_job *job, sh_tree_spot *spot, int ply) {
    if (ply >= SH_MAX_PLY) return false;
    if (!spot->opened && job->farthest[spot->turn]) FN(draw)(job, spot);
    if (!spot->opened) FN(open_spot)(job, spot, ply);
    return FN(select)(job, spot);
}

// Goes down from the root to a position that is new, or over, or without a move. Where it is not
// new it counts as made all the same. The state is not told where somebody has won before.
static const STATE *FN(descend)(sh_crowd_job *job, FN(visit) * v) {
    sh_tree *tree = job->tree;
    sh_tree_spot *spot = tree->spots + 1;
    v->winner = -1;
    v->sums = NULL;
    for (v->length = 0;;) {
        v->spot[v->length] = spot;
        if (!spot->next && !FN(decide)(job, spot, v->length)) break;
        v->move[v->length++] = tree->tried + spot->tried + spot->next - 1;
        v->spot[v->length] = NULL;
        if (!spot->after) return FN(make_leaf)(job, v);
        if (spot->after >= SH_TREE_WON) {
            v->winner = (int)(spot->after - SH_TREE_WON);
            job->nodes++;
            return NULL;
        }
        spot = tree->spots + spot->after;
    }
    job->nodes++;
    if (job->net) v->sums = tree->sums + (spot - tree->spots);
    return (const STATE *)tree->states + (spot - tree->spots);
}

// One more share for a mean of so many.
static inline void FN(learn)(float *mean, uint32_t visits, float share) {
    *mean += (share - *mean) / (float)visits;
}

static void FN(visit_tree)(sh_crowd_job *job) {
    FN(visit) v;
    FN(shares) shares;
    STATE last;
    const STATE *state = FN(descend)(job, &v);
    if (v.winner < 0 && job->tuning->playout) {
        last = *state;
        v.winner = FN(play_out)(job, &last);
        state = &last;
        if (job->net) FN(sum_up)(job, state, &v.spare);
        if (job->net) v.sums = &v.spare;
    }
    if (v.winner >= 0)
        FN(share_win)(job, v.winner, &shares);
    else
        FN(share)(job, state, v.sums, &shares);
    for (int i = 0; i <= v.length && v.spot[i]; i++) {
        sh_tree_spot *spot = v.spot[i];
        float share = shares.of[spot->turn];
        FN(learn)(&spot->mean, ++spot->visits, share);
        if (i == v.length) break;
        sh_tree_move *move = v.move[i];
        size_t number = (size_t)(move - (job->tree->tried + spot->tried));
        float *mean = FN(means)(job->tree, spot) + number;
        if (!move->visits) *mean = 0;
        if (spot->followed <= number) spot->followed = (uint16_t)(number + 1);
        FN(learn)(mean, ++move->visits, share);
        FN(lures)(job->tree, spot)[number] = move->bias / (float)(move->visits + 1);
        if (!job->tuning->history) continue;
        sh_move_history *h = FN(history)(job, spot->turn, move->move);
        h->visits++;
        h->sum += share;
    }
    for (int i = 0; i < v.length; i++) FN(choose_ahead)(job, v.spot[i]);
}

// The root has the moves of the job.
static void FN(plant)(sh_crowd_job *job) {
    sh_tree *tree = job->tree;
    STATE state = FN(load)(job, &job->root);
    const int16_t *place = job->ways->place[state.turn];
    BITS hole = FN(last_hole)(job, &state, state.turn);
    const GROUND *ground = job->ground;
    const sh_set *goal = &job->ways->game.goal[state.turn];
    tree->spots_used = 1; // 0 is none
    tree->tried_used = tree->listed_used = 0;
    *FN(free_state)(tree) = state;
    sh_crowd_sums *sums = job->net ? tree->sums + tree->spots_used : NULL;
    if (sums) FN(sum_up)(job, &state, sums);
    FN(give)(job, &state, sums);
    sh_tree_spot *root = tree->spots + FN(take_state)(tree, state.turn);
    for (int i = 0; i < job->count; i++) {
        sh_move m = job->moves[i].move;
        if (job->leads_back[i] && job->count > 1) continue;
        bool wins = B(any)(hole & ground->cell[m.to]) && !sh_set_has(goal, m.from);
        int gain = wins ? SH_GAIN_OF_WIN : place[m.to] - place[m.from];
        tree->listed[root->left++] = pack_move(gain, m.from, m.to);
    }
    if (FN(foreseen)(job, 0)) FN(foresee)(job, &state, tree->listed, (int)root->left);
    tree->listed_used = root->left;
    root->opened = true;
}

// The move that was tried most often, or NULL.
static const sh_tree_move *FN(favourite)(const sh_crowd_job *job, const sh_tree_spot *spot) {
    const sh_tree_move *best = NULL, *tried = job->tree->tried + spot->tried;
    for (uint32_t i = 0; spot->opened && i < spot->count; i++)
        if (tried[i].visits && (!best || tried[i].visits > best->visits)) best = &tried[i];
    return best;
}

// The line behind a move: what was tried most often.
static void FN(read_line)(sh_crowd_job *job, const sh_tree_move *move) {
    int length = 0;
    while (move && move->after && move->after < SH_TREE_WON && length < SH_LINE_ROOM - 1) {
        move = FN(favourite)(job, job->tree->spots + move->after);
        if (move)
            job->line[1][length++] =
                (sh_move){(uint8_t)packed_from(move->move), (uint8_t)packed_to(move->move)};
    }
    job->length[1] = length;
}

static int FN(grow)(sh_crowd_job *job) {
    FN(plant)(job);
    if (job->tuning->history)
        memset(job->history, 0, sizeof *job->history * SH_MAX_PLAYERS * SH_HISTORY);
    while (!job->stopped && FN(has_room)(job->tree)) {
        FN(visit_tree)(job);
        if (job->nodes >= job->check_at) job->check(job, job->context);
    }
    const sh_tree_spot *root = job->tree->spots + 1;
    const sh_tree_move *best = FN(favourite)(job, root);
    const sh_tree_move *tried = job->tree->tried + root->tried;
    for (int i = 0; i < job->count && best; i++)
        if (job->moves[i].move.from == packed_from(best->move) &&
            job->moves[i].move.to == packed_to(best->move)) {
            FN(read_line)(job, best);
            FN(prefer)(job, i, (int)(100 * FN(means)(job->tree, root)[best - tried]));
            break;
        }
    return job->moves[0].value;
}

#undef SELF
#undef STATE
#undef GROUND

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
// either way, nothing would tell a short way to it from none. Those that always go farthest are
// given more where others look ahead: these hinder each other, and luck is quicker.
static void FN(give)(sh_crowd_job *job, const STATE *state, const sh_crowd_sums *sums) {
    int lead[SH_MAX_PLAYERS], *given = job->tree->given;
    int most = job->tuning->contest * job->tuning->warmth;
    memset(given, 0, sizeof job->tree->given);
    FN(find_leads)(job, state, sums, lead);
    for (int p = 0; p < job->ways->game.players; p++) {
        int behind = lead[state->turn] - lead[p];
        if (most && behind > most) given[p] = behind - most;
        if (job->farthest[p]) given[p] += job->alarm;
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

// Do all moves lead back? Then there are no others to choose from.
static bool FN(all_lead_back)(const sh_crowd_job *job) {
    for (int i = 0; i < job->count; i++)
        if (!job->leads_back[i]) return false;
    return true;
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
    bool all = FN(all_lead_back)(job);
    for (int i = 0; i < job->count; i++) {
        sh_move m = job->moves[i].move;
        if (job->leads_back[i] && !all) continue;
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

// The share of the win of the player at the root, before any move is tried, in hundredths.
static int FN(share_at_root)(const sh_crowd_job *job) {
    const sh_tree *tree = job->tree;
    FN(shares) shares;
    FN(share)(job, (const STATE *)tree->states + 1, job->net ? tree->sums + 1 : NULL, &shares);
    return (int)(100 * shares.of[tree->spots[1].turn]);
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
    if (!best) job->moves[0].value = FN(share_at_root)(job);
    return job->moves[0].value;
}

#undef SELF
#undef STATE
#undef GROUND

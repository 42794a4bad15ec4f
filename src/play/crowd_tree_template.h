// SPDX-License-Identifier: MIT
// Part of crowd_widths.h, included once for each width W: Monte Carlo tree search.
//
// Every player looks for its own share of the win. A visit goes down the tree: a move is followed
// for what it has brought, and, the less it was tried, for what it gains and for what the same move
// has brought elsewhere (progressive history). Moves that gain little get their turn late
// (widening). At the first position that is new some moves more may be played, those that gain
// most; then the win is shared out by what armies are worth. Positions stay in the tree, so going
// down makes none again: a visit makes one, and those of its playout.
// made for W = 64, 128, 256
#define SELF SH_CAT(crowd, W)
#define STATE FN(state)

typedef struct FN(shares) {
    float of[SH_MAX_PLAYERS];
} FN(shares);

// A way down the tree.
typedef struct FN(visit) {
    sh_tree_spot *spot[SH_MAX_PLY + 2]; // NULL at the end: it has none
    sh_tree_move *move[SH_MAX_PLY + 2];
    int length, winner;
} FN(visit);

static inline sh_move_history *FN(history)(sh_crowd_job *job, int player, uint32_t move) {
    uint32_t slot = (move & 0xffff) * 0x9e3779b1u >> 20;
    return &job->history[player * SH_HISTORY + (int)slot];
}

// How the win is shared out between armies that nobody has brought home yet. Who moves sooner is
// ahead by its part of a move.
static void FN(share)(const sh_crowd_job *job, const STATE *state, FN(shares) * shares) {
    int players = job->ways->game.players, most = -1000000, lead[SH_MAX_PLAYERS];
    float sum = 0, warmth = 1.0f / (float)job->tuning->warmth;
    for (int p = 0, turn = state->turn; p < players; p++) {
        int sooner = 2 * job->tuning->tempo * (players - 1 - p) / players;
        lead[turn] = state->worth[turn] + sooner;
        if (lead[turn] > most) most = lead[turn];
        turn = FN(next)(job, turn);
    }
    for (int p = 0; p < players; p++) {
        shares->of[p] = expf((float)(lead[p] - most) * warmth);
        sum += shares->of[p];
    }
    for (int p = 0; p < players; p++) shares->of[p] /= sum;
}

static void FN(share_win)(const sh_crowd_job *job, int winner, FN(shares) * shares) {
    for (int p = 0; p < job->ways->game.players; p++) shares->of[p] = p == winner;
}

// Keeps a position; 0 where there is no room.
static uint32_t FN(keep_position)(sh_crowd_job *job, const STATE *state) {
    sh_tree *tree = job->tree;
    if (tree->spots_used == tree->spots_room) return 0;
    ((STATE *)tree->states)[tree->spots_used] = *state;
    tree->spots[tree->spots_used] = (sh_tree_spot){.turn = (uint8_t)state->turn};
    return tree->spots_used++;
}

// Lists the moves of a position, only those that gain where there are any. False where there is no
// room.
static bool FN(open_spot)(sh_crowd_job *job, sh_tree_spot *spot) {
    sh_tree *tree = job->tree;
    if (tree->listed_used + SH_CROWD_MOVES > tree->listed_room) return false;
    const STATE *state = (const STATE *)tree->states + (spot - tree->spots);
    uint32_t *moves = tree->listed + tree->listed_used;
    int count = FN(list)(job, state, spot->turn, FN(GAINING), moves, 0);
    if (!count) count = FN(list)(job, state, spot->turn, FN(ALL), moves, 0);
    spot->listed = tree->listed_used;
    spot->left = (uint32_t)count;
    tree->listed_used += spot->left;
    return spot->opened = true;
}

// At how many visits a position with so many tried moves gets one more.
static uint32_t FN(wider)(const sh_crowd_job *job, uint32_t count) {
    const sh_tuning *tuning = job->tuning;
    if (count < 2) return 0;
    float visits = powf((float)(count - 1) * 100 / (float)tuning->widening,
                        100 / ((float)tuning->widening_root + 0.01f));
    return visits < 1e9f ? (uint32_t)visits : 1000000000;
}

// The move that gains most among those that are left comes to the tried ones.
static void FN(widen)(sh_crowd_job *job, sh_tree_spot *spot) {
    sh_tree *tree = job->tree;
    uint32_t *listed = tree->listed + spot->listed;
    if (spot->count == spot->room) {
        uint32_t room = spot->room ? 2 * spot->room : 4;
        if (tree->tried_used + room > tree->tried_room) {
            spot->left = 0;
            return;
        }
        memcpy(tree->tried + tree->tried_used, tree->tried + spot->tried,
               spot->count * sizeof *tree->tried);
        spot->tried = tree->tried_used;
        spot->room = room;
        tree->tried_used += room;
    }
    pick_last(listed, (int)spot->left);
    uint32_t move = listed[--spot->left];
    int gain = packed_gain(move);
    if (!spot->count) spot->best = (int16_t)gain;
    float less = (float)(spot->best - gain) / (float)job->tuning->focus;
    tree->tried[spot->tried + spot->count++] =
        (sh_tree_move){.move = move, .bias = expf(-fminf(less, 50))};
    spot->wider_at = FN(wider)(job, spot->count);
}

// How many moves of a position are tried at most; 0: all.
static inline uint32_t FN(width)(const sh_crowd_job *job, const sh_tree_spot *spot) {
    bool own = spot->turn == job->root.turn;
    return (uint32_t)(own ? job->tuning->own_width : job->tuning->reply_width);
}

// The move to follow; NULL where there is none.
static sh_tree_move *FN(select)(sh_crowd_job *job, sh_tree_spot *spot) {
    const sh_tuning *tuning = job->tuning;
    uint32_t width = FN(width)(job, spot);
    while (spot->left && spot->visits >= spot->wider_at && (!width || spot->count < width))
        FN(widen)(job, spot);
    float visits = (float)(spot->visits + 1), most = -1e9f;
    float explore = (float)tuning->explore / 100 * sqrtf(visits);
    float history = (float)tuning->history / 100;
    float unknown =
        (spot->visits ? spot->sum / (float)spot->visits : 0.5f) - (float)tuning->modesty / 100;
    sh_tree_move *best = NULL, *tried = job->tree->tried + spot->tried;
    for (uint32_t i = 0; i < spot->count; i++) {
        float n = (float)tried[i].visits, mean = n > 0 ? tried[i].sum / n : unknown;
        float promise = mean + explore * tried[i].bias / (1 + n);
        if (history > 0) {
            const sh_move_history *h = FN(history)(job, spot->turn, tried[i].move);
            float known = h->visits ? h->sum / (float)h->visits : unknown;
            promise += history * known / (n * (1 - mean) + 1);
        }
        if (promise <= most) continue;
        most = promise;
        best = &tried[i];
    }
    return best;
}

// Plays on for some plies; the winner if there is one by then, else -1.
static int FN(play_out)(sh_crowd_job *job, STATE *state) {
    uint32_t moves[SH_CROWD_MOVES];
    FN(before) before;
    for (int ply = 0; ply < job->tuning->playout; ply++) {
        int player = state->turn, count = FN(list)(job, state, player, FN(ALL), moves, 0);
        if (!count) return -1;
        pick_last(moves, count);
        uint32_t move = moves[count - 1];
        FN(make)(job, state, player, move, FN(next)(job, player), &before);
        int winner = FN(winner)(job, state, packed_to(move));
        if (winner >= 0) return winner;
    }
    return -1;
}

// Makes the position after the last move of a visit.
static void FN(make_leaf)(sh_crowd_job *job, FN(visit) * v, STATE *state) {
    FN(before) before;
    const sh_tree *tree = job->tree;
    const sh_tree_spot *spot = v->spot[v->length - 1];
    sh_tree_move *move = v->move[v->length - 1];
    *state = ((const STATE *)tree->states)[spot - tree->spots];
    FN(make)(job, state, spot->turn, move->move, FN(next)(job, spot->turn), &before);
    v->winner = FN(winner)(job, state, packed_to(move->move));
    move->after =
        v->winner >= 0 ? SH_TREE_WON + (uint32_t)v->winner : FN(keep_position)(job, state);
    bool kept = v->winner < 0 && move->after;
    v->spot[v->length] = kept ? tree->spots + move->after : NULL;
}

// Goes down from the root to a position that is new, or over, or without a move. Where it is not
// new it counts as made all the same.
static void FN(descend)(sh_crowd_job *job, FN(visit) * v, STATE *state) {
    sh_tree *tree = job->tree;
    sh_tree_spot *spot = tree->spots + 1;
    v->winner = -1;
    for (v->length = 0;;) {
        sh_tree_move *move = NULL;
        if (v->length < SH_MAX_PLY && (spot->opened || FN(open_spot)(job, spot)))
            move = FN(select)(job, spot);
        v->spot[v->length] = spot;
        if (!move) break;
        v->move[v->length++] = move;
        v->spot[v->length] = NULL;
        if (!move->after) {
            FN(make_leaf)(job, v, state);
            return;
        }
        if (move->after >= SH_TREE_WON) {
            v->winner = (int)(move->after - SH_TREE_WON);
            job->nodes++;
            return;
        }
        spot = tree->spots + move->after;
    }
    *state = ((const STATE *)tree->states)[spot - tree->spots];
    job->nodes++;
}

static void FN(visit_tree)(sh_crowd_job *job) {
    FN(visit) v;
    FN(shares) shares;
    STATE state;
    FN(descend)(job, &v, &state);
    if (v.winner < 0 && job->tuning->playout) v.winner = FN(play_out)(job, &state);
    if (v.winner >= 0)
        FN(share_win)(job, v.winner, &shares);
    else
        FN(share)(job, &state, &shares);
    for (int i = 0; i <= v.length && v.spot[i]; i++) {
        float share = shares.of[v.spot[i]->turn];
        v.spot[i]->visits++;
        v.spot[i]->sum += share;
        if (i == v.length) break;
        v.move[i]->visits++;
        v.move[i]->sum += share;
        if (!job->tuning->history) continue;
        sh_move_history *h = FN(history)(job, v.spot[i]->turn, v.move[i]->move);
        h->visits++;
        h->sum += share;
    }
}

// The root has the moves of the job.
static void FN(plant)(sh_crowd_job *job) {
    sh_tree *tree = job->tree;
    STATE state = FN(load)(job, &job->root);
    const int16_t *place = job->ways->place[state.turn];
    sh_set hole = B(set)(FN(last_hole)(job, &state, state.turn));
    const sh_set *goal = &job->ways->game.goal[state.turn];
    tree->spots_used = 1; // 0 is none
    tree->tried_used = tree->listed_used = 0;
    sh_tree_spot *root = tree->spots + FN(keep_position)(job, &state);
    for (int i = 0; i < job->count; i++) {
        sh_move m = job->moves[i].move;
        if (job->leads_back[i] && job->count > 1) continue;
        bool wins = sh_set_has(&hole, m.to) && !sh_set_has(goal, m.from);
        int gain = wins ? SH_GAIN_OF_WIN : place[m.to] - place[m.from];
        tree->listed[root->left++] = pack_move(gain, m.from, m.to);
    }
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
    memset(job->history, 0, sizeof *job->history * SH_MAX_PLAYERS * SH_HISTORY);
    while (!job->stopped) {
        FN(visit_tree)(job);
        if (job->nodes >= job->check_at) job->check(job, job->context);
    }
    const sh_tree_move *best = FN(favourite)(job, job->tree->spots + 1);
    for (int i = 0; i < job->count && best; i++)
        if (job->moves[i].move.from == packed_from(best->move) &&
            job->moves[i].move.to == packed_to(best->move)) {
            FN(read_line)(job, best);
            FN(prefer)(job, i, (int)(100 * best->sum / (float)best->visits));
            break;
        }
    return job->moves[0].value;
}

#undef SELF
#undef STATE

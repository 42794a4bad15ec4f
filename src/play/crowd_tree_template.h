// SPDX-License-Identifier: MIT
// Part of crowd_widths.h, included once for each width W: Monte Carlo tree search.
//
// Every player looks for its own share of the win. A visit goes down the tree by the upper bounds
// of what moves may bring (UCT) and by what the same moves have brought elsewhere (progressive
// history), grows a leaf, plays some moves more, mostly those that gain most, and then shares the
// win out by what armies are worth. Moves that gain little get their turn late (widening).
// made for W = 64, 128, 256
#define SELF SH_CAT(crowd, W)
#define STATE FN(state)

typedef struct FN(shares) {
    float of[SH_MAX_PLAYERS];
} FN(shares);

static inline sh_move_history *FN(history)(sh_crowd_job *job, int player, uint32_t move) {
    uint32_t slot = (move & 0xffff) * 0x9e3779b1u >> 20;
    return &job->history[player * SH_HISTORY + (int)slot];
}

// How the win is shared out between armies that nobody has brought home yet.
static void FN(share)(const sh_crowd_job *job, const STATE *state, FN(shares) * shares) {
    int players = job->ways->game.players;
    float sum = 0;
    for (int p = 0; p < players; p++) {
        int tempo = p == state->turn ? job->tuning->tempo : 0;
        float lead = (float)(state->worth[p] + tempo - state->worth[0]);
        shares->of[p] = expf(fminf(lead / (float)job->tuning->warmth, 60));
        sum += shares->of[p];
    }
    for (int p = 0; p < players; p++) shares->of[p] /= sum;
}

static void FN(share_win)(const sh_crowd_job *job, int winner, FN(shares) * shares) {
    for (int p = 0; p < job->ways->game.players; p++) shares->of[p] = p == winner;
}

// Writes the children of a node, those that gain most first. False where there is no room.
static bool FN(grow_node)(sh_crowd_job *job, const STATE *state, sh_tree_node *node,
                          uint32_t *used) {
    uint32_t moves[SH_CROWD_MOVES];
    int count = FN(list)(job, state, state->turn, FN(ALL), moves, 0);
    if (*used + (uint32_t)count > job->tree_room) return false;
    node->first = *used;
    node->count = (uint32_t)count;
    *used += (uint32_t)count;
    for (int i = 0; i < count; i++) {
        pick(moves, i, count);
        job->tree[node->first + (uint32_t)i] = (sh_tree_node){.move = moves[i]};
    }
    return true;
}

// What a child promises its player.
static inline float FN(promise)(sh_crowd_job *job, int player, const sh_tree_node *child,
                                float logarithm) {
    const sh_move_history *h = FN(history)(job, player, child->move);
    float known = h->visits ? h->sum / (float)h->visits : 0.5f;
    if (!child->visits) return 1 + known;
    float n = (float)child->visits, mean = child->sum / n;
    return mean + (float)job->tuning->explore / 100 * sqrtf(logarithm / n) +
           (float)job->tuning->history / 100 * known / (n * (1 - mean) + 1);
}

static sh_tree_node *FN(select)(sh_crowd_job *job, int player, const sh_tree_node *node) {
    float visits = (float)(node->visits + 1), logarithm = logf(visits), most = -1;
    float room = 2 + (float)job->tuning->widening / 100 *
                         powf(visits, (float)job->tuning->widening_root / 100);
    sh_tree_node *best = NULL;
    for (uint32_t i = 0; i < node->count && (float)i < room; i++) {
        sh_tree_node *child = &job->tree[node->first + i];
        float promise = FN(promise)(job, player, child, logarithm);
        if (promise <= most) continue;
        most = promise;
        best = child;
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
        bool any = sh_random_below(&job->random, 10) == 0;
        if (any)
            moves[0] = moves[sh_random_below(&job->random, (uint64_t)count)];
        else
            pick(moves, 0, count);
        FN(make)(job, state, player, moves[0], FN(next)(job, player), &before);
        int winner = FN(winner)(job, state, packed_to(moves[0]));
        if (winner >= 0) return winner;
    }
    return -1;
}

typedef struct FN(visit) {
    sh_tree_node *node[SH_MAX_PLY + 2];
    int player[SH_MAX_PLY + 2]; // who made the move to it
    int length, winner;
} FN(visit);

// Goes down from the root to a leaf, which grows if it was seen before.
static void FN(descend)(sh_crowd_job *job, STATE *state, uint32_t *used, FN(visit) * v) {
    sh_tree_node *node = &job->tree[0];
    FN(before) before;
    v->winner = -1;
    v->length = 0;
    v->node[v->length++] = node;
    while (v->winner < 0 && v->length <= SH_MAX_PLY) {
        int player = state->turn;
        if (!node->count && (!node->visits || !FN(grow_node)(job, state, node, used))) return;
        node = FN(select)(job, player, node);
        if (!node) return;
        FN(make)(job, state, player, node->move, FN(next)(job, player), &before);
        v->player[v->length] = player;
        v->node[v->length++] = node;
        v->winner = FN(winner)(job, state, packed_to(node->move));
    }
}

static void FN(visit_tree)(sh_crowd_job *job, const STATE *root, uint32_t *used) {
    FN(visit) v;
    FN(shares) shares;
    STATE state = *root;
    FN(descend)(job, &state, used, &v);
    if (v.winner < 0) v.winner = FN(play_out)(job, &state);
    if (v.winner >= 0)
        FN(share_win)(job, v.winner, &shares);
    else
        FN(share)(job, &state, &shares);
    v.node[0]->visits++;
    for (int i = 1; i < v.length; i++) {
        float share = shares.of[v.player[i]];
        sh_move_history *h = FN(history)(job, v.player[i], v.node[i]->move);
        v.node[i]->visits++;
        v.node[i]->sum += share;
        h->visits++;
        h->sum += share;
    }
}

// The root has the moves of the job, those that gain most first.
static uint32_t FN(plant)(sh_crowd_job *job, const STATE *root) {
    const int16_t *place = job->ways->place[root->turn];
    uint32_t moves[SH_CROWD_MOVES];
    int count = 0;
    for (int i = 0; i < job->count; i++) {
        sh_move m = job->moves[i].move;
        bool back = job->leads_back[i] && job->count > 1;
        int gain = place[m.to] - place[m.from];
        if (!back) moves[count++] = pack_move(gain, m.from, m.to);
    }
    job->tree[0] = (sh_tree_node){.first = 1, .count = (uint32_t)count, .visits = 1};
    for (int i = 0; i < count; i++) {
        pick(moves, i, count);
        job->tree[1 + i] = (sh_tree_node){.move = moves[i]};
    }
    return 1 + (uint32_t)count;
}

static int FN(grow)(sh_crowd_job *job) {
    STATE state = FN(load)(job, &job->root);
    uint32_t used = FN(plant)(job, &state);
    memset(job->history, 0, sizeof *job->history * SH_MAX_PLAYERS * SH_HISTORY);
    while (!job->stopped) {
        FN(visit_tree)(job, &state, &used);
        if (job->nodes >= job->check_at) job->check(job, job->context);
    }
    const sh_tree_node *best = &job->tree[1];
    for (uint32_t i = 1; i < job->tree[0].count; i++)
        if (job->tree[1 + i].visits > best->visits) best = &job->tree[1 + i];
    for (int i = 0; i < job->count; i++)
        if (job->moves[i].move.from == packed_from(best->move) &&
            job->moves[i].move.to == packed_to(best->move)) {
            float share = best->visits ? best->sum / (float)best->visits : 0;
            job->length[1] = 0;
            FN(prefer)(job, i, (int)(100 * share));
            break;
        }
    return job->moves[0].value;
}

#undef SELF
#undef STATE

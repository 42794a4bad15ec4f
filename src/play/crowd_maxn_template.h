// SPDX-License-Identifier: MIT
// Part of crowd_widths.h, included once for each width W: max-n, and the roots of all methods that
// deepen.
//
// Without bounds on sums of values nothing can be cut off; only in the last ply, where a move's
// gain bounds what it brings its player, few moves are looked at. made for W = 64, 128, 256
#define SELF SH_CAT(crowd, W)
#define STATE FN(state)

typedef struct FN(values) {
    int of[SH_MAX_PLAYERS];
} FN(values);

static void FN(win_values)(const sh_crowd_job *job, int winner, int ply, FN(values) * values) {
    for (int p = 0; p < job->ways->game.players; p++)
        values->of[p] = p == winner ? SH_WINNING - ply : ply - SH_WINNING;
}

static void FN(static_values)(const sh_crowd_job *job, const STATE *state, FN(values) * values) {
    int armies[SH_MAX_PLAYERS];
    FN(value_armies)(job, state, armies);
    for (int p = 0; p < job->ways->game.players; p++)
        values->of[p] = FN(compare)(job, armies, state->turn, p);
}

// The values of a position if every player does the best for itself.
static void FN(everyone)(sh_crowd_job *job, STATE *state, int depth, int ply, FN(values) * values) {
    uint32_t moves[SH_CROWD_MOVES];
    int player = state->turn, count = 0;
    job->length[ply] = 0;
    if (job->nodes >= job->check_at) job->check(job, job->context);
    FN(static_values)(job, state, values);
    if (job->stopped || depth <= 0 || ply >= SH_MAX_PLY - 1) return;
    int standing = values->of[player], best = -SH_INFINITE;
    bool all = depth > job->tuning->backward;
    count = FN(list)(job, state, player, all ? FN(ALL) : FN(GAINING), moves, 0);
    if (!count) count = FN(list)(job, state, player, FN(ALL), moves, 0);
    for (int i = 0; i < count && !job->stopped; i++) {
        FN(before) before;
        FN(values) reached;
        pick(moves, i, count);
        if (i && depth == 1 &&
            standing + packed_gain(moves[i]) + job->tuning->distance + job->tuning->tempo <= best)
            break;
        FN(make)(job, state, player, moves[i], FN(next)(job, player), &before);
        int winner = FN(winner)(job, state, packed_to(moves[i]));
        bool counts = !FN(forbidden)(job, player, winner);
        job->length[ply + 1] = 0;
        if (winner >= 0)
            FN(win_values)(job, winner, ply + 1, &reached);
        else
            FN(everyone)(job, state, depth - 1, ply + 1, &reached);
        FN(undo)(job, state, player, moves[i], &before);
        if (!counts || job->stopped || reached.of[player] <= best) continue;
        best = reached.of[player];
        *values = reached;
        FN(keep_line)(job, ply, moves[i]);
    }
}

// Moves root move i to the front with its value and line. Of best reply the line ends with the root
// player's move: whose answer is strongest need not be next to move.
static void FN(prefer)(sh_crowd_job *job, int i, int value) {
    sh_root_move best = job->moves[i];
    bool back = job->leads_back[i];
    best.value = value;
    best.length = job->tuning->method == SH_BEST_REPLY ? 1 : 1 + job->length[1];
    if (best.length > SH_LINE_ROOM) best.length = SH_LINE_ROOM;
    best.line[0] = best.move;
    memcpy(best.line + 1, job->line[1], (size_t)(best.length - 1) * sizeof *best.line);
    memmove(job->moves + 1, job->moves, (size_t)i * sizeof *job->moves);
    memmove(job->leads_back + 1, job->leads_back, (size_t)i * sizeof *job->leads_back);
    job->moves[0] = best;
    job->leads_back[0] = back;
}

// The value of a root move for the player who makes it.
static int FN(root_value)(sh_crowd_job *job, STATE *state, int i, int alpha, int depth) {
    FN(before) before;
    int player = state->turn, value;
    uint32_t move = pack_move(0, job->moves[i].move.from, job->moves[i].move.to);
    FN(trial) t = {.alpha = alpha, .beta = SH_INFINITE, .depth = depth, .sign = 1};
    job->length[1] = 0;
    FN(make)(job, state, player, move, FN(follower)(job, player, 0), &before);
    int winner = FN(winner)(job, state, packed_to(move));
    if (winner >= 0) {
        value = winner == player ? SH_WINNING - 1 : 1 - SH_WINNING;
    } else if (job->leads_back[i]) {
        value = -job->tuning->reluctance;
    } else if (job->tuning->method == SH_MAX_N) {
        FN(values) values;
        FN(everyone)(job, state, depth - 1, 1, &values);
        value = values.of[player];
    } else {
        value = FN(try)(job, state, -1, &t, depth - 1, FN(freedom)(job), i);
    }
    FN(undo)(job, state, player, move, &before);
    return value;
}

static int FN(deepen)(sh_crowd_job *job, int depth) {
    STATE state = FN(load)(job, &job->root);
    int best = -SH_INFINITE;
    for (int i = 0; i < job->count; i++) {
        int value = FN(root_value)(job, &state, i, best, depth);
        if (job->stopped) break;
        job->moves[i].value = value;
        if (value <= best) continue;
        best = value;
        FN(prefer)(job, i, value);
    }
    return best;
}

#undef SELF
#undef STATE

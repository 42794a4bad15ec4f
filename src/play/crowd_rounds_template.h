// SPDX-License-Identifier: MIT
// Part of crowd_widths.h, included once for each width W: the methods with two sides, the player at
// the root and all others. Paranoid, best reply, BRS+ and OPPS are one alpha-beta search; they
// differ in who moves and in which moves rivals have.
//
// Values are those of the player at the root. A node of a rival minimises: it works on the window
// as its mover sees it, which is the same turned over. Where only some rivals may surprise, depth
// counts half rounds: the root player's move, and the answers of all others together. made for W =
// 64, 128, 256
#define SELF SH_CAT(crowd, W)
#define STATE FN(state)

static int FN(search)(sh_crowd_job *job, STATE *state, int alpha, int beta, int depth, int ply,
                      int surprises);

// The moves of a node being tried, as its mover sees them.
typedef struct FN(trial) {
    int alpha, beta, depth, ply, surprises;
    int sign;      // 1: the player at the root is to move, -1: a rival
    int standing;  // the static value
    int best;      // so far; above alpha or not
    int tried;     // moves
    uint32_t move; // the best one above the first alpha, or 0
} FN(trial);

static inline bool FN(by_rounds)(const sh_crowd_job *job) {
    return job->tuning->method == SH_BRS_PLUS || job->tuning->method == SH_OPPS;
}

// Rivals of a round who may do the unexpected.
static inline int FN(freedom)(const sh_crowd_job *job) {
    return job->tuning->method == SH_OPPS       ? job->tuning->replies
           : job->tuning->method == SH_BRS_PLUS ? 1
                                                : 0;
}

// Do rivals stand still, so far from the root?
static inline bool FN(asleep)(const sh_crowd_job *job, int ply) {
    return FN(by_rounds)(job) && ply >= job->tuning->awake * job->ways->game.players;
}

// Who moves after a player.
static inline int FN(follower)(const sh_crowd_job *job, int player, int ply) {
    int root = job->root.turn;
    if (FN(asleep)(job, ply)) return root;
    if (job->tuning->method != SH_BEST_REPLY) return FN(next)(job, player);
    return player == root ? FN(next)(job, root) : root;
}

// What a move costs of the depth.
static inline int FN(cost)(const sh_crowd_job *job, int player, int ply) {
    if (!FN(by_rounds)(job) || FN(asleep)(job, ply)) return 1;
    return (player == job->root.turn) + (FN(next)(job, player) == job->root.turn);
}

// A position as this search sees it: pieces, who is to move, for whom, and who may surprise.
static inline uint64_t FN(key)(const sh_crowd_job *job, const STATE *state, int surprises,
                               int ply) {
    if (FN(asleep)(job, ply)) surprises = 7;
    const uint64_t *turn = job->ways->keys.turn;
    uint64_t root = turn[job->root.turn];
    return state->key ^ turn[state->turn] ^ (root << 21 | root >> 43) ^
           0x9e3779b97f4a7c15ULL * (uint64_t)surprises;
}

// The value, as the mover sees it, of a position that was made by a move to this cell.
static int FN(after)(sh_crowd_job *job, STATE *state, int winner, int alpha, int beta, int depth,
                     int ply, int surprises, int sign) {
    if (winner >= 0) {
        job->length[ply + 1] = 0;
        int value = SH_WINNING - ply - 1;
        return (winner == job->root.turn ? value : -value) * sign;
    }
    return sign > 0 ? FN(search)(job, state, alpha, beta, depth, ply + 1, surprises)
                    : -FN(search)(job, state, -beta, -alpha, depth, ply + 1, surprises);
}

// The same for the move with this number in order: the first with the whole window, the others must
// first show that they are better at all, those late in the order at a smaller depth.
static int FN(try)(sh_crowd_job *job, STATE *state, int winner, const FN(trial) * t, int depth,
                   int surprises, int number) {
    int alpha = t->alpha, beta = t->beta;
    if (number == 0)
        return FN(after)(job, state, winner, alpha, beta, depth, t->ply, surprises, t->sign);
    int slot = number < SH_REDUCED_MOVES ? number : SH_REDUCED_MOVES - 1;
    int reduction = job->reductions[t->depth * SH_REDUCED_MOVES + slot];
    if (reduction > depth) reduction = depth > 0 ? depth : 0;
    int value = FN(after)(job, state, winner, alpha, alpha + 1, depth - reduction, t->ply,
                          surprises, t->sign);
    if (value > alpha && reduction && !job->stopped)
        value = FN(after)(job, state, winner, alpha, alpha + 1, depth, t->ply, surprises, t->sign);
    if (value > alpha && value < beta && !job->stopped)
        value = FN(after)(job, state, winner, alpha, beta, depth, t->ply, surprises, t->sign);
    return value;
}

static inline void FN(keep_line)(sh_crowd_job *job, int ply, uint32_t move) {
    int length = job->length[ply + 1];
    job->line[ply][0] = (sh_move){(uint8_t)packed_from(move), (uint8_t)packed_to(move)};
    if (job->tuning->method == SH_BEST_REPLY) length = 0; // others would have moved between
    for (int i = 0; i < length; i++) job->line[ply][i + 1] = job->line[ply + 1][i];
    job->length[ply] = length + 1;
}

// Whose piece stands on a cell.
static inline int FN(owner)(const sh_crowd_job *job, const STATE *state, int cell) {
    BITS spot = ((const FN(ground) *)job->ground)->cell[cell];
    int player = 0;
    while (!B(any)(state->army[player] & spot)) player++;
    return player;
}

// Tries one move.
static void FN(try_move)(sh_crowd_job *job, STATE *state, uint32_t move, FN(trial) * t) {
    FN(before) before;
    int player = state->turn;
    if (t->sign < 0 && job->tuning->method == SH_BEST_REPLY)
        player = FN(owner)(job, state, packed_from(move));
    int surprises = t->sign > 0 ? FN(freedom)(job) : t->tried ? t->surprises - 1 : t->surprises;
    int depth = t->depth - FN(cost)(job, player, t->ply);
    FN(make)(job, state, player, move, FN(follower)(job, player, t->ply), &before);
    int winner = FN(winner)(job, state, packed_to(move));
    if (!FN(forbidden)(job, player, winner)) {
        sh_transposition_prefetch(job->transposition, FN(key)(job, state, surprises, t->ply + 1));
        int value = FN(try)(job, state, winner, t, depth, surprises, t->tried++);
        if (!job->stopped && value > t->best) {
            t->best = value;
            if (value > t->alpha) {
                t->alpha = value;
                t->move = move;
                FN(keep_line)(job, t->ply, move);
            }
        }
    }
    FN(undo)(job, state, player, move, &before);
}

// How many moves the mover has to choose from.
static inline int FN(choice)(const sh_crowd_job *job, const FN(trial) * t, int count) {
    int most = count;
    if (t->sign > 0 && job->tuning->own_width) most = job->tuning->own_width;
    if (t->sign < 0 && FN(by_rounds)(job)) {
        most = t->surprises == 0 ? 1 : count;
        if (t->surprises && job->tuning->reply_width) most = job->tuning->reply_width;
    }
    return most < count ? most : count;
}

// Is a move not worth trying, since it cannot gain enough? Never where all that was tried loses.
static inline bool FN(hopeless)(const sh_crowd_job *job, FN(trial) * t, uint32_t move, bool last) {
    const sh_tuning *tuning = job->tuning;
    if (sh_value_loses(t->best)) return false;
    int hope = sh_estimate(t->standing + packed_gain(move) + tuning->distance + tuning->tempo);
    if (last && hope <= t->best) return true;
    if (t->beta - t->alpha > 1) return false;
    if (!last) hope = sh_estimate(t->standing + packed_gain(move) + tuning->futility * t->depth);
    if (hope > t->alpha || (!last && t->depth > tuning->futility_depth)) return false;
    if (t->best < hope) t->best = hope;
    return true;
}

static void FN(try_moves)(sh_crowd_job *job, STATE *state, uint32_t *moves, int count,
                          const sh_knowledge *known, FN(trial) * t) {
    bool expected = t->sign < 0 && FN(by_rounds)(job);
    bool last = !expected && t->depth <= FN(cost)(job, state->turn, t->ply);
    int most = FN(choice)(job, t, count);
    for (int i = 0; i < count && known->from != known->to && !expected; i++)
        if (packed_from(moves[i]) == known->from && packed_to(moves[i]) == known->to) {
            uint32_t move = moves[i];
            moves[i] = moves[0];
            moves[0] = move;
            FN(try_move)(job, state, move, t);
            moves++, count--, most--;
            break;
        }
    for (int i = 0; i < most && !job->stopped && t->alpha < t->beta; i++) {
        pick(moves, i, count);
        if (t->tried && !expected && FN(hopeless)(job, t, moves[i], last)) break;
        FN(try_move)(job, state, moves[i], t);
    }
}

// All moves of a node: of its mover, or of all rivals together.
static int FN(gather)(const sh_crowd_job *job, const STATE *state, enum FN(which) which,
                      uint32_t *moves) {
    int root = job->root.turn;
    if (state->turn == root || job->tuning->method != SH_BEST_REPLY)
        return FN(list)(job, state, state->turn, which, moves, 0);
    const sh_game *game = &job->ways->game;
    int count = 0, most = game->pieces * (game->board.cells - game->players * game->pieces);
    assert((game->players - 1) * most <= SH_CROWD_REPLIES);
    for (int p = FN(next)(job, root); p != root; p = FN(next)(job, p))
        count = FN(list)(job, state, p, which, moves, count);
    return count;
}

// Near the end of the search first the moves that gain ground, the others only where all those
// lose.
static void FN(try_all)(sh_crowd_job *job, STATE *state, const sh_knowledge *known, FN(trial) * t) {
    uint32_t moves[SH_CROWD_REPLIES];
    bool all = t->beta - t->alpha > 1 || t->depth > job->tuning->backward;
    int count = FN(gather)(job, state, all ? FN(ALL) : FN(GAINING), moves);
    FN(try_moves)(job, state, moves, count, known, t);
    if (all || job->stopped || !sh_value_loses(t->best)) return;
    count = FN(gather)(job, state, FN(OTHERS), moves);
    FN(try_moves)(job, state, moves, count, known, t);
}

static void FN(keep)(sh_crowd_job *job, uint64_t key, const FN(trial) * t) {
    int bound = t->best >= t->beta ? SH_BOUND_LOWER : t->move ? SH_BOUND_EXACT : SH_BOUND_UPPER;
    sh_transposition_store(job->transposition, key,
                           (sh_knowledge){(int16_t)to_stored(t->best, t->ply), (uint8_t)t->depth,
                                          (uint8_t)bound, (uint8_t)packed_from(t->move),
                                          (uint8_t)packed_to(t->move)});
}

// The value for the player at the root; the window is its own.
static int FN(search)(sh_crowd_job *job, STATE *state, int alpha, int beta, int depth, int ply,
                      int surprises) {
    job->length[ply] = 0;
    if (job->nodes >= job->check_at) job->check(job, job->context);
    if (job->stopped) return 0;
    int standing = FN(standing)(job, state, job->root.turn);
    if (depth <= 0 || ply >= SH_MAX_PLY - 1) return standing;
    int sign = state->turn == job->root.turn ? 1 : -1;
    FN(trial)
    t = {.alpha = sign > 0 ? alpha : -beta,
         .beta = sign > 0 ? beta : -alpha,
         .depth = depth,
         .ply = ply,
         .surprises = surprises,
         .sign = sign,
         .standing = sign * standing,
         .best = -SH_INFINITE};
    bool quiet = beta - alpha == 1;
    int hold = sh_estimate(t.standing - job->tuning->standing * depth);
    if (quiet && depth <= job->tuning->standing_depth && hold >= t.beta) return sign * hold;
    sh_knowledge known;
    uint64_t key = FN(key)(job, state, surprises, ply);
    if (sh_transposition_probe(job->transposition, key, &known) && quiet && known.depth >= depth) {
        int value = from_stored(known.value, ply);
        if (known.bound == SH_BOUND_EXACT ||
            (known.bound == SH_BOUND_LOWER ? value >= t.beta : value <= t.alpha))
            return sign * value;
    }
    FN(try_all)(job, state, &known, &t);
    if (job->stopped) return 0;
    if (t.tried == 0) return standing;
    FN(keep)(job, key, &t);
    return sign * t.best;
}

#undef SELF
#undef STATE

// SPDX-License-Identifier: MIT
// The body of pvs_widths.h, included once for each width W.
//
// A node holds both armies, the key and the sums of the evaluation; a move makes a changed copy.
// Moves are tried from the one the table knows, then by what they gain. The moves of the last ply
// are not searched but evaluated where they are tried.
// made for W = 64, 128, 256
#define SELF SH_CAT(pvs, W)
#define NODE FN(node)
#define GROUND FN(ground)

typedef struct NODE {
    BITS army[2];
    uint64_t key;
    int place[2];      // sums of course->place
    uint32_t march[2]; // the number of each army's placement in worker->march
    int turn;
    net_sums sums; // of the network
} NODE;

// The course as bitboards.
typedef struct GROUND {
    BITS goal[2], entry[2], tip[2], ends[2];
    BITS cell[SH_MAX_CELLS];
    BITS near[SH_MAX_CELLS];
    BITS ahead[2][SH_MAX_CELLS]; // by player and cell: cells where a piece is worth more
    BITS region[2];              // of the marches
    BITS behind[PASSING_ROWS];   // by row around the middle: player 0's cells before it
} GROUND;

static void *FN(prepare)(const sh_course *course, const sh_march *march) {
    const sh_game *game = &course->game;
    GROUND *ground = aligned_alloc(64, (sizeof(GROUND) + 63) / 64 * 64);
    if (!ground) return NULL;
    memset(ground, 0, sizeof *ground);
    for (int p = 0; p < 2; p++) {
        sh_set ends = sh_set_or(game->camp[p], game->goal[p]);
        ground->goal[p] = B(from)(&game->goal[p]);
        ground->entry[p] = B(from)(&game->entry[p]);
        ground->tip[p] = B(of)(game->tip[p]);
        ground->ends[p] = B(from)(&ends);
        if (march) ground->region[p] = B(from)(&march->region[p]);
    }
    for (int i = 0; i < PASSING_ROWS; i++)
        ground->behind[i] =
            B(from)(&course->behind[0][course->rows / 2 + i - PASSING_ROWS / 2 + 1]);
    for (int cell = 0; cell < game->board.span; cell++) {
        ground->cell[cell] = B(of)(cell);
        ground->near[cell] = B(from)(&course->near[cell]);
        for (int p = 0; p < 2; p++) {
            sh_set ahead = sh_set_empty();
            for (int to = 0; to < game->board.span; to++)
                if (course->place[p][to] > course->place[p][cell]) sh_set_add(&ahead, to);
            ground->ahead[p][cell] = B(from)(&ahead);
        }
    }
    return ground;
}

// The number of an army's placement for its march; the last where the army is not in the region.
static inline uint32_t FN(march)(const sh_worker *worker, int player, BITS army) {
    const sh_march *march = worker->march;
    if (!march) return 0;
    const GROUND *ground = worker->ground;
    if (B(any)(army & ~ground->region[player])) return (uint32_t)march->count;
    uint32_t number = 0;
    for (int i = 0; B(any)(army); i++, army = B(rest)(army))
        number += march->term[player][i][B(first)(army)];
    return number;
}

static NODE FN(load)(const sh_worker *worker, const sh_position *position) {
    NODE node = {.turn = position->turn, .key = sh_position_key(&worker->course->keys, position)};
    for (int p = 0; p < 2; p++) {
        const sh_set *army = &position->army[p];
        node.army[p] = B(from)(army);
        node.march[p] = FN(march)(worker, p, node.army[p]);
        for (int cell = sh_set_next(army, 0); cell >= 0; cell = sh_set_next(army, cell + 1))
            node.place[p] += worker->course->place[p][cell];
    }
    if (!worker->net) return node;
    net_begin(worker->net, &node.sums);
    for (int p = 0; p < 2; p++)
        for (int cell = sh_set_next(&position->army[p], 0); cell >= 0;
             cell = sh_set_next(&position->army[p], cell + 1))
            net_add(worker->net, p, cell, &node.sums);
    return node;
}

// What the marches say: how many moves the waiter needs more than the mover; 0 where that is not
// known of both.
static inline int FN(lead)(const sh_worker *worker, const NODE *node) {
    if (!worker->march) return 0;
    int mine = worker->march->moves[node->march[node->turn]];
    int theirs = worker->march->moves[node->march[1 - node->turn]];
    return mine == SH_MARCH_UNKNOWN || theirs == SH_MARCH_UNKNOWN ? 0 : theirs - mine;
}

// The value for the player to move.
static inline int FN(value)(const sh_worker *worker, const NODE *node) {
    int mover = node->turn;
    int value = node->place[mover] - node->place[1 - mover] + worker->tuning->tempo +
                worker->tuning->distance * FN(lead)(worker, node);
    if (worker->net) value += net_value(worker->net, mover, &node->sums);
    return sh_estimate(value);
}

// Have the armies passed each other, and are their marches known? Then who needs fewer moves wins.
static inline bool FN(race)(const sh_worker *worker, const NODE *node, int *value) {
    const GROUND *ground = worker->ground;
    if (!worker->march) return false;
    bool passed = false;
    for (int i = 0; i < PASSING_ROWS; i++)
        passed |=
            !B(any)((node->army[0] & ground->behind[i]) | (node->army[1] & ~ground->behind[i]));
    if (!passed) return false;
    int mine = worker->march->moves[node->march[node->turn]];
    int theirs = worker->march->moves[node->march[1 - node->turn]];
    if (mine == SH_MARCH_UNKNOWN || theirs == SH_MARCH_UNKNOWN) return false;
    *value = sh_value_of_race(mine, theirs);
    return true;
}

// Makes a move, but for what only the evaluation needs (see complete).
static inline void FN(make)(const sh_worker *worker, const NODE *node, uint32_t move, NODE *child) {
    const sh_course *course = worker->course;
    const GROUND *ground = worker->ground;
    int from = packed_from(move), to = packed_to(move), mover = node->turn;
    child->army[mover] = node->army[mover] ^ ground->cell[from] ^ ground->cell[to];
    child->army[1 - mover] = node->army[1 - mover];
    sh_move made = {(uint8_t)from, (uint8_t)to};
    child->key = sh_key_after(&course->keys, node->key, mover, made);
    child->place[mover] =
        node->place[mover] + course->place[mover][to] - course->place[mover][from];
    child->place[1 - mover] = node->place[1 - mover];
    child->march[1 - mover] = node->march[1 - mover];
    child->turn = 1 - mover;
}

// Completes a move that was made with what the evaluation needs besides places.
static inline void FN(complete)(const sh_worker *worker, const NODE *node, uint32_t move,
                                NODE *child) {
    int mover = node->turn;
    child->march[mover] = FN(march)(worker, mover, child->army[mover]);
    if (worker->march) __builtin_prefetch(&worker->march->moves[child->march[mover]]);
    if (worker->net)
        net_move(worker->net, mover, packed_from(move), packed_to(move), &node->sums, &child->sums);
}

// Definition 1: has the player who has just moved won?
static inline bool FN(won)(const GROUND *ground, const NODE *node) {
    int winner = 1 - node->turn;
    BITS goal = ground->goal[winner];
    return !B(any)(goal & ~(node->army[0] | node->army[1])) && B(any)(goal & node->army[winner]);
}

// Definition 3 for more than six pieces, near the goal: every free cell of the goal must be reached
// from outside over cells one or two apart. (A wall that also closes cells outside would need more
// pieces than ten; the root, where it counts, goes by the rules.)
static bool FN(walled)(const GROUND *ground, const NODE *node) {
    int waiter = node->turn;
    BITS wall = node->army[1 - waiter], closed = ground->goal[waiter] & ~wall & ~node->army[waiter];
    for (bool more = true; more && B(any)(closed);) {
        more = false;
        for (BITS rest = closed; B(any)(rest); rest = B(rest)(rest)) {
            int cell = B(first)(rest);
            if (!B(any)(ground->near[cell] & ~wall & ~closed)) continue;
            closed &= ~ground->cell[cell];
            more = true;
        }
    }
    return B(any)(closed);
}

// May the position stand, that the player who has just moved has made? Definitions 2 and 3.
static inline bool FN(stands)(const sh_worker *worker, const NODE *node) {
    const GROUND *ground = worker->ground;
    const sh_game *game = &worker->course->game;
    int waiter = node->turn;
    BITS army = node->army[1 - waiter], goal = ground->goal[waiter];
    if (!B(any)(goal & ~(army | node->army[waiter])) && B(any)(goal & node->army[waiter]))
        return false;
    if (game->pieces < 6) return true;
    if (game->profile == SH_PUBLISHED && !B(any)(node->army[waiter] & ground->ends[waiter]))
        return true;
    if (game->pieces == 6)
        return B(any)(ground->entry[waiter] & ~army) ||
               B(any)(ground->tip[waiter] & (army | node->army[waiter]));
    return B(count)(army & goal) < game->wall || !FN(walled)(ground, node);
}

// Which moves of a node to write.
enum FN(which) { FN(GAINING), FN(OTHERS), FN(ALL) };

static inline int FN(list)(const sh_worker *worker, const NODE *node, enum FN(which) which,
                           uint32_t *moves) {
    const sh_course *course = worker->course;
    const GROUND *ground = worker->ground;
    int mover = node->turn, count = 0;
    const int16_t *place = course->place[mover];
    BITS targets[SH_TARGETS_ROOM], occupied = node->army[0] | node->army[1];
    GENERATOR.SH_CAT(targets, W)(&course->game, mover, &node->army[mover], &occupied, targets);
    BITS army = node->army[mover];
    for (int i = 0; B(any)(army); i++, army = B(rest)(army)) {
        int from = B(first)(army);
        BITS rest = targets[i], ahead = ground->ahead[mover][from];
        if (which != FN(ALL)) rest &= which == FN(GAINING) ? ahead : ~ahead;
        for (; B(any)(rest); rest = B(rest)(rest)) {
            int to = B(first)(rest);
            moves[count++] = pack_move(place[to] - place[from], from, to);
        }
    }
    assert(count <= SH_MOST_TARGETS);
    return count;
}

// The value of the best of these moves in the last ply: they are evaluated, not searched. One move
// changes an army's march by one at most, which bounds the value of a move before it is made.
static int FN(best_gain)(sh_worker *worker, const NODE *node, uint32_t *moves, int count, int alpha,
                         int beta, int ply, int standing) {
    int best = -SH_INFINITE;
    standing -= 2 * worker->tuning->tempo;
    for (int i = 0; i < count; i++) {
        pick(moves, i, count);
        int most = sh_estimate(standing + packed_gain(moves[i]) + worker->swing);
        if (most <= best) break;
        if (most <= alpha && best > -SH_INFINITE) return most;
        NODE child;
        FN(make)(worker, node, moves[i], &child);
        if (!FN(stands)(worker, &child)) continue;
        worker->nodes++;
        int value = sh_estimate(most - 2 * worker->swing);
        if (FN(won)(worker->ground, &child))
            value = SH_WINNING - ply - 1;
        else if (value < beta && worker->swing) {
            FN(complete)(worker, node, moves[i], &child);
            value = -FN(value)(worker, &child);
        }
        if (value <= best) continue;
        best = value;
        if (value > alpha) keep_line(worker, ply, moves[i]);
        if (value >= beta) break;
    }
    return best;
}

// The value of a node one ply before the end of the search. A player without any move has lost.
static int FN(frontier)(sh_worker *worker, const NODE *node, int alpha, int beta, int ply,
                        int standing) {
    uint32_t moves[SH_MOST_TARGETS];
    worker->length[ply + 1] = 0;
    int count = FN(list)(worker, node, FN(GAINING), moves);
    int best = FN(best_gain)(worker, node, moves, count, alpha, beta, ply, standing);
    if (best > -SH_INFINITE) return best;
    count = FN(list)(worker, node, FN(OTHERS), moves);
    best = FN(best_gain)(worker, node, moves, count, alpha, beta, ply, standing);
    return best > -SH_INFINITE ? best : ply - SH_WINNING;
}

static int FN(search)(sh_worker *worker, const NODE *node, int alpha, int beta, int depth, int ply);

// The value for the mover of the position it has come to; `depth` is what is left for that.
static int FN(after)(sh_worker *worker, const NODE *child, int alpha, int beta, int depth,
                     int ply) {
    if (FN(won)(worker->ground, child)) {
        worker->nodes++;
        worker->length[ply + 1] = 0;
        return SH_WINNING - ply - 1;
    }
    return -FN(search)(worker, child, -beta, -alpha, depth, ply + 1);
}

// The same for the move with this number in order: the first with the whole window; the others must
// first show that they are better at all, those late in the order at a smaller depth.
static int FN(try)(sh_worker *worker, const NODE *child, int alpha, int beta, int depth, int ply,
                   int number) {
    if (number == 0) return FN(after)(worker, child, alpha, beta, depth - 1, ply);
    int slot = number < SH_REDUCED_MOVES ? number : SH_REDUCED_MOVES - 1;
    int reduction = worker->reductions[depth * SH_REDUCED_MOVES + slot];
    int value = FN(after)(worker, child, alpha, alpha + 1, depth - 1 - reduction, ply);
    if (value > alpha && reduction && !worker->stopped)
        value = FN(after)(worker, child, alpha, alpha + 1, depth - 1, ply);
    if (value > alpha && value < beta && !worker->stopped)
        value = FN(after)(worker, child, alpha, beta, depth - 1, ply);
    return value;
}

// Puts the move that the table knows first, if it is one.
static inline int FN(order)(uint32_t *moves, int count, const sh_knowledge *known) {
    if (known->from == known->to) return 0;
    for (int i = 0; i < count; i++)
        if (packed_from(moves[i]) == known->from && packed_to(moves[i]) == known->to) {
            uint32_t move = moves[i];
            moves[i] = moves[0];
            moves[0] = move;
            return 1;
        }
    return 0;
}

// Is a move not worth trying, since it is late or cannot gain enough? Only where something has been
// tried, and never where all that was tried loses: a proven loss must be one.
static inline bool FN(hopeless)(const sh_worker *worker, const sh_trial *trial, uint32_t move,
                                int *hope) {
    const sh_tuning *tuning = worker->tuning;
    int depth = trial->depth;
    if (trial->beta - trial->alpha > 1 || sh_value_loses(trial->best)) return false;
    *hope = sh_estimate(trial->standing + packed_gain(move) + tuning->futility * depth);
    if (depth <= tuning->futility_depth && *hope <= trial->alpha) return true;
    *hope = trial->best;
    return depth <= tuning->late_depth && trial->tried >= tuning->late * (1 + depth);
}

// Searches one move, the one with this number in order; `child` is where it leads.
static inline void FN(try_move)(sh_worker *worker, const NODE *child, uint32_t move, int number,
                                sh_trial *trial) {
    bool told = shared(worker, trial->depth, number);
    if (told) sh_busy_enter(worker->busy, child->key);
    int value = FN(try)(worker, child, trial->alpha, trial->beta, trial->depth, trial->ply, number);
    if (told) sh_busy_leave(worker->busy, child->key);
    if (worker->stopped || value <= trial->best) return;
    trial->best = value;
    if (value <= trial->alpha) return;
    trial->alpha = value;
    trial->move = move;
    keep_line(worker, trial->ply, move);
}

// Makes a move. False where it is not legal.
static inline bool FN(reach)(sh_worker *worker, const NODE *node, uint32_t move, NODE *child) {
    FN(make)(worker, node, move, child);
    sh_transposition_prefetch(worker->transposition, child->key);
    FN(complete)(worker, node, move, child);
    return FN(stands)(worker, child);
}

// Tries the moves that were put off since another thread was at work on them.
static void FN(try_late)(sh_worker *worker, const NODE *node, const sh_late_moves *late,
                         sh_trial *trial) {
    for (int i = 0; i < late->count && !worker->stopped && trial->alpha < trial->beta; i++) {
        NODE child;
        FN(reach)(worker, node, late->move[i], &child);
        FN(try_move)(worker, &child, late->move[i], late->number[i], trial);
    }
}

// Tries moves in order; the first `sorted` stand where they belong.
static void FN(try_moves)(sh_worker *worker, const NODE *node, uint32_t *moves, int count,
                          int sorted, sh_trial *trial) {
    sh_late_moves late;
    late.count = 0;
    for (int i = 0; i < count && !worker->stopped && trial->alpha < trial->beta; i++) {
        int hope;
        if (i >= sorted) pick(moves, i, count);
        if (i >= sorted && FN(hopeless)(worker, trial, moves[i], &hope)) {
            if (trial->best < hope) trial->best = hope;
            break;
        }
        NODE child;
        if (!FN(reach)(worker, node, moves[i], &child)) continue;
        int number = trial->tried++;
        if (shared(worker, trial->depth, number) && sh_busy_has(worker->busy, child.key) &&
            put_off(&late, moves[i], number))
            continue;
        FN(try_move)(worker, &child, moves[i], number, trial);
    }
    if (late.count) FN(try_late)(worker, node, &late, trial);
}

// Tries the moves of a node: near the end of the search first those that gain ground, and the
// others only where all of those lose.
static void FN(try_all)(sh_worker *worker, const NODE *node, const sh_knowledge *known,
                        sh_trial *trial) {
    uint32_t moves[SH_MOST_TARGETS];
    bool all = trial->beta - trial->alpha > 1 || trial->depth > worker->tuning->backward;
    int count = FN(list)(worker, node, all ? FN(ALL) : FN(GAINING), moves);
    FN(try_moves)(worker, node, moves, count, FN(order)(moves, count, known), trial);
    if (all || worker->stopped || !sh_value_loses(trial->best)) return;
    count = FN(list)(worker, node, FN(OTHERS), moves);
    FN(try_moves)(worker, node, moves, count, FN(order)(moves, count, known), trial);
}

// Asks the table.
static bool FN(ask)(sh_worker *worker, const NODE *node, int ply, int *value) {
    sh_position position = {.army = {B(set)(node->army[0]), B(set)(node->army[1])},
                            .turn = (uint8_t)node->turn};
    return sh_truth_differs(worker->truth, &position, ply, value);
}

static int FN(search)(sh_worker *worker, const NODE *node, int alpha, int beta, int depth,
                      int ply) {
    worker->nodes++;
    worker->length[ply] = 0;
    if (worker->nodes >= worker->check_at) worker->check(worker, worker->context);
    if (worker->stopped) return 0;
    if (repeats(worker, node->key, ply))
        return ply & 1 ? worker->tuning->reluctance : -worker->tuning->reluctance;
    int value;
    if (FN(race)(worker, node, &value)) return value;
    int standing = FN(value)(worker, node);
    if (depth <= 0 || ply >= SH_MAX_PLY - 1) return standing;
    if (worker->truth && depth >= worker->tuning->probe_depth && FN(ask)(worker, node, ply, &value))
        return value;

    bool quiet = beta - alpha == 1;
    int hold = sh_estimate(standing - worker->tuning->standing * depth);
    if (quiet && depth <= worker->tuning->standing_depth && hold >= beta) return hold;
    if (quiet && depth == 1 && worker->tuning->frontier)
        return FN(frontier)(worker, node, alpha, beta, ply, standing);

    sh_knowledge known;
    if (sh_transposition_probe(worker->transposition, node->key, &known) && quiet &&
        suffices(&known, depth, ply, alpha, beta))
        return from_stored(known.value, ply);

    enter_path(worker, node->key, ply);
    sh_trial trial = {.alpha = alpha,
                      .beta = beta,
                      .depth = depth,
                      .ply = ply,
                      .standing = standing,
                      .best = -SH_INFINITE};
    FN(try_all)(worker, node, &known, &trial);
    leave_path(worker, node->key);
    if (worker->stopped) return 0;
    if (trial.tried == 0) trial.best = ply - SH_WINNING; // no move: the player to move has lost
    keep_knowledge(worker, node->key, &trial);
    return trial.best;
}

// Moves root move i to the front with its value and line.
static void FN(prefer)(sh_worker *worker, int i, int value) {
    sh_root_move best = worker->moves[i];
    best.value = value;
    best.length = 1 + worker->length[1];
    if (best.length > SH_LINE_ROOM) best.length = SH_LINE_ROOM;
    best.line[0] = best.move;
    memcpy(best.line + 1, worker->line[1], (size_t)(best.length - 1) * sizeof *best.line);
    memmove(worker->moves + 1, worker->moves, (size_t)i * sizeof *worker->moves);
    worker->moves[0] = best;
}

static int FN(root)(sh_worker *worker, int alpha, int beta, int depth) {
    NODE node = FN(load)(worker, &worker->root);
    int best = -SH_INFINITE;
    enter_path(worker, node.key, 0);
    for (int i = 0; i < worker->count; i++) {
        NODE child;
        sh_move move = worker->moves[i].move;
        uint32_t packed = pack_move(0, move.from, move.to);
        FN(make)(worker, &node, packed, &child);
        FN(complete)(worker, &node, packed, &child);
        worker->length[1] = 0;
        int value = FN(try)(worker, &child, alpha, beta, depth, 0, i);
        if (worker->stopped) break;
        worker->moves[i].value = value;
        if (value <= best) continue;
        best = value;
        if (value > alpha || i == 0) FN(prefer)(worker, i, value);
        if (value > alpha) alpha = value;
        if (value >= beta) break;
    }
    leave_path(worker, node.key);
    return best;
}

static int FN(evaluate)(sh_worker *worker) {
    NODE node = FN(load)(worker, &worker->root);
    return FN(value)(worker, &node);
}

#undef SELF
#undef NODE
#undef GROUND

// SPDX-License-Identifier: MIT
// Alpha-beta over progress: the winner wants to be sure of much, the loser to leave it little.
#include "perfect/lookahead.h"

#include <assert.h> // assert
#include <limits.h> // INT_MAX
#include <stdlib.h> // realloc

#include "sternhalma/distance.h"

enum {
    DEPTH_LEAST = 2,     // moves of the winner, the one to be chosen included
    DEPTH_MOST = 6,      // and of those at most
    DEPTH_REPLY = 2,     // moves of the winner after a reply of the loser
    QUESTIONS = 1 << 20, // to the judge, for one choice
    FINISHED = 1 << 20,  // the score of a game won, plus one for each winner's move to spare
    OWN_PROGRESS = 256,  // weight of a row gained by the winner against one by the loser
};

bool sh_trail_has(const sh_trail *trail, const sh_judge *judge, const sh_position *position) {
    sh_pair pair = sh_pairs_find(judge->pairs, position);
    return sh_keyset_find(&trail->seen, (uint64_t[]){pair.row, pair.column}, NULL);
}

sh_status sh_trail_add(sh_trail *trail, const sh_judge *judge, const sh_position *position,
                       int winner, sh_error *error) {
    trail->seen.words = 2;
    if (winner != trail->winner) sh_keyset_clear(&trail->seen);
    if (trail->seen.count == 0) trail->record = 0;
    trail->winner = winner;
    sh_pair pair = sh_pairs_find(judge->pairs, position);
    if (sh_keyset_add(&trail->seen, (uint64_t[]){pair.row, pair.column}) == SH_RESOURCES)
        return sh_fail(error, SH_RESOURCES, "out of memory for the positions seen");
    int own = sh_army_progress(judge->game, winner, &position->army[winner]);
    if (own > trail->record) trail->record = own;
    return SH_OK;
}

// A search ends early when the judge fails or the questions are spent; its scores then mean
// nothing.
typedef struct search {
    const sh_judge *judge;
    const sh_trail *trail;
    int questions; // left
    sh_status status;
    sh_error *error;
} search;

static bool is_over(const search *s) { return s->status || s->questions <= 0; }

static bool is_won(search *s, const sh_position *after) {
    uint16_t value = SH_VALUE_DRAW;
    if (is_over(s)) return false;
    s->questions--;
    s->status = s->judge->value(s->judge->context, after, &value, s->error);
    return sh_value_is_loss(value); // for the loser, who is to move
}

// The score of a position as it stands.
static int stand(const search *s, const sh_position *position) {
    const sh_game *game = s->judge->game;
    if (sh_position_verdict(game, position, NULL) == SH_WON) return FINISHED;
    int winner = s->trail->winner, loser = 1 - winner;
    return OWN_PROGRESS * sh_army_progress(game, winner, &position->army[winner]) -
           sh_army_progress(game, loser, &position->army[loser]);
}

// The score the winner can be sure of, `depth` further moves deep, with the loser to move.
static int search_replies(search *s, sh_position *position, int depth, int alpha, int beta);

// The same with the winner to move. Which moves win only the judge knows, and it is asked last: a
// last move that could not improve the score need not be known.
static int search_wins(search *s, sh_position *position, int depth, int alpha, int beta) {
    const sh_game *game = s->judge->game;
    sh_move moves[SH_MAX_MOVES];
    if (sh_trail_has(s->trail, s->judge, position)) return -FINISHED;
    int count = sh_moves_list(game, position, moves), best = -FINISHED;
    for (int i = 0; i < count && best < beta && !is_over(s); i++) {
        int floor = best > alpha ? best : alpha;
        sh_move_apply(game, position, moves[i]);
        int score = depth == 1 ? stand(s, position) : INT_MAX;
        if (score > floor && is_won(s, position)) {
            if (depth > 1) score = search_replies(s, position, depth - 1, floor, beta);
            if (score > best) best = score;
        }
        sh_move_undo(game, position, moves[i]);
    }
    return best;
}

static int search_replies(search *s, sh_position *position, int depth, int alpha, int beta) {
    const sh_game *game = s->judge->game;
    if (sh_position_verdict(game, position, NULL) == SH_WON) return FINISHED + depth;
    sh_move moves[SH_MAX_MOVES];
    sh_judge_expect(s->judge, position, 2);
    int count = sh_moves_list(game, position, moves), worst = FINISHED + depth;
    for (int i = 0; i < count && worst > alpha && !is_over(s); i++) {
        sh_move_apply(game, position, moves[i]);
        int score = search_wins(s, position, depth, alpha, worst < beta ? worst : beta);
        sh_move_undo(game, position, moves[i]);
        if (score < worst) worst = score;
    }
    return worst;
}

// A move to choose from, and what it looks like at once to the player who makes it.
typedef struct candidate {
    sh_position after;
    sh_move move;
    int look;
} candidate;

// The moves that look best are searched first: a good score soon cuts the others short.
static int compare_candidates(const void *left, const void *right) {
    const candidate *a = left, *b = right;
    if (a->look != b->look) return b->look - a->look;
    if (a->move.from != b->move.from) return a->move.from - b->move.from;
    return a->move.to - b->move.to;
}

// The winner's winning moves, or all of the loser's: *list is the caller's to free, in any case.
static sh_status list_candidates(search *s, const sh_position *position, candidate **list,
                                 int *count) {
    const sh_game *game = s->judge->game;
    sh_move moves[SH_MAX_MOVES];
    int all = sh_moves_list(game, position, moves);
    bool wins = position->turn == s->trail->winner;
    *count = 0;
    *list = malloc((size_t)all * sizeof **list);
    if (!*list) return sh_fail(s->error, SH_RESOURCES, "out of memory for a list of moves");
    for (int i = 0; i < all; i++) {
        candidate *c = &(*list)[*count];
        *c = (candidate){.after = *position, .move = moves[i]};
        sh_move_apply(game, &c->after, moves[i]);
        if (wins && !is_won(s, &c->after)) continue;
        c->look = wins ? stand(s, &c->after) : -stand(s, &c->after);
        (*count)++;
    }
    if (s->status) return s->status;
    assert(*count > 0);
    qsort(*list, (size_t)*count, sizeof **list, compare_candidates);
    return SH_OK;
}

// The best of the winner's candidates, `depth` moves deep.
static int choose_win(search *s, candidate *list, int count, int depth, sh_move *choice) {
    int best = INT_MIN;
    for (int i = 0; i < count; i++) {
        int score = search_replies(s, &list[i].after, depth - 1, best, INT_MAX);
        if (score <= best) continue;
        best = score;
        *choice = list[i].move;
    }
    return best;
}

static search begin(const sh_judge *judge, const sh_trail *trail, sh_error *error) {
    return (search){.judge = judge, .trail = trail, .questions = QUESTIONS, .error = error};
}

sh_status sh_lookahead_win(const sh_judge *judge, const sh_trail *trail,
                           const sh_position *position, sh_move *choice, sh_error *error) {
    search s = begin(judge, trail, error);
    candidate *list;
    int count;
    s.status = list_candidates(&s, position, &list, &count);
    if (!s.status) *choice = list[0].move;
    bool sure = false;
    for (int depth = DEPTH_LEAST; !sure && depth <= DEPTH_MOST && !is_over(&s); depth++) {
        sh_move found;
        sure = choose_win(&s, list, count, depth, &found) > OWN_PROGRESS * trail->record;
        if (!is_over(&s)) *choice = found;
    }
    free(list);
    return s.status;
}

sh_status sh_lookahead_resist(const sh_judge *judge, const sh_trail *trail,
                              const sh_position *position, sh_move *choice, sh_error *error) {
    search s = begin(judge, trail, error);
    candidate *list;
    int count, worst = INT_MAX;
    s.status = list_candidates(&s, position, &list, &count);
    if (!s.status) *choice = list[0].move;
    for (int i = 0; i < count && !is_over(&s); i++) {
        int score = search_wins(&s, &list[i].after, DEPTH_REPLY, INT_MIN, worst);
        if (is_over(&s) || score >= worst) continue;
        worst = score;
        *choice = list[i].move;
    }
    free(list);
    return s.status;
}

// SPDX-License-Identifier: MIT
// See sternhalma/probe.h. With distances the best move is the first of sh_probe_moves. Without them
// a won position has winning moves, but a winning move need not come closer to the end.
//
// The player looks ahead along winning moves against every reply, for a finished game or else for
// the furthest progress of its army, and takes no way on which a reply could bring back a position
// of this game. It looks deeper and deeper until it is sure to come further than ever before in the
// game: then the plan ends on new ground whatever the defence, and as every later search finds at
// least what is left of the plan, no position comes twice. The game's own end is such a place, so
// the search is bounded by the distance to it; where LOOKAHEAD_MOST is too little, which no game of
// the tests has seen, the best way found is taken all the same.
#include <assert.h> // assert
#include <limits.h> // INT_MAX
#include <stdlib.h> // calloc

#include "table/reader.h"

enum {
    LOOKAHEAD_LEAST = 2, // own moves, the one to be chosen included
    LOOKAHEAD_MOST = 6,
    FINISHED = 1 << 20, // the score of a game won, plus one for each own move to spare
    OWN_PROGRESS = 256, // weight of a row gained by the winner against one by the loser
};

struct sh_player {
    const sh_table *table;
    sh_pair *seen; // positions in which it was to move
    size_t count, room;
    int record; // the furthest its army has come in them
};

sh_status sh_player_open(sh_player **player, const sh_table *table, sh_error *error) {
    if (table->game.family != SH_DUEL)
        return sh_fail(error, SH_USAGE, "perfect play is for two players, not for %s",
                       table->game.name);
    *player = calloc(1, sizeof **player);
    if (!*player) return sh_fail(error, SH_RESOURCES, "out of memory for a player");
    (*player)->table = table;
    return SH_OK;
}

void sh_player_close(sh_player *player) {
    if (!player) return;
    free(player->seen);
    free(player);
}

void sh_player_reset(sh_player *player) {
    player->count = 0;
    player->record = 0;
}

static bool was_seen(const sh_player *player, const sh_position *position) {
    sh_pair pair = sh_pairs_find(player->table->pairs, position);
    for (size_t i = 0; i < player->count; i++)
        if (player->seen[i].row == pair.row && player->seen[i].column == pair.column) return true;
    return false;
}

// How far an army has come, in rows of the rhombus from its own camp.
static int progress(const sh_game *game, const sh_position *position, int player) {
    int sum = sh_progress_of(&game->board, &position->army[player]);
    return player == 0 ? sum : 2 * (game->board.size - 1) * game->pieces - sum;
}

static sh_status remember(sh_player *player, const sh_position *position, sh_error *error) {
    if (player->count == player->room) {
        size_t room = player->room ? 2 * player->room : 64;
        sh_pair *more = realloc(player->seen, room * sizeof *more);
        if (!more) return sh_fail(error, SH_RESOURCES, "out of memory for the positions seen");
        player->seen = more;
        player->room = room;
    }
    player->seen[player->count++] = sh_pairs_find(player->table->pairs, position);
    int own = progress(&player->table->game, position, position->turn);
    if (own > player->record) player->record = own;
    return SH_OK;
}

// A search: the first failure of a probe ends it.
typedef struct search {
    const sh_player *player;
    const sh_table *table;
    int winner;
    sh_status status;
    sh_error *error;
} search;

static bool is_won(search *s, const sh_position *after) {
    uint16_t value = SH_VALUE_DRAW;
    if (!s->status) s->status = sh_table_value(s->table, after, &value, s->error);
    return sh_value_is_loss(value); // for the loser, who is to move
}

// The score of a position with the loser to move as it stands, after the last own move looked at.
static int stand(const search *s, const sh_position *position) {
    const sh_game *game = &s->table->game;
    if (sh_position_verdict(game, position, NULL) == SH_WON) return FINISHED;
    return OWN_PROGRESS * progress(game, position, s->winner) -
           progress(game, position, 1 - s->winner);
}

// The score the winner can be sure of, `own_moves` further moves deep, with the loser to move.
static int search_replies(search *s, sh_position *position, int own_moves, int alpha, int beta);

// The same with the winner to move. Which moves win only the table knows, and it is asked last: a
// last move that could not improve the score need not be known.
static int search_wins(search *s, sh_position *position, int own_moves, int alpha, int beta) {
    const sh_game *game = &s->table->game;
    sh_move moves[SH_MAX_MOVES];
    if (was_seen(s->player, position)) return -FINISHED;
    int count = sh_moves_list(game, position, moves), best = -FINISHED;
    for (int i = 0; i < count && best < beta; i++) {
        int floor = best > alpha ? best : alpha;
        sh_move_apply(game, position, moves[i]);
        int score = own_moves == 1 ? stand(s, position) : INT_MAX;
        if (score > floor && is_won(s, position)) {
            if (own_moves > 1) score = search_replies(s, position, own_moves - 1, floor, beta);
            if (score > best) best = score;
        }
        sh_move_undo(game, position, moves[i]);
    }
    return best;
}

static int search_replies(search *s, sh_position *position, int own_moves, int alpha, int beta) {
    const sh_game *game = &s->table->game;
    if (sh_position_verdict(game, position, NULL) == SH_WON) return FINISHED + own_moves;
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(game, position, moves), worst = FINISHED + own_moves;
    for (int i = 0; i < count && worst > alpha; i++) {
        sh_move_apply(game, position, moves[i]);
        int score = search_wins(s, position, own_moves, alpha, worst < beta ? worst : beta);
        sh_move_undo(game, position, moves[i]);
        if (score < worst) worst = score;
    }
    return worst;
}

// A winning move and what it looks like at once.
typedef struct candidate {
    sh_position after;
    int number, score;
} candidate;

// The moves that look best are searched first: a good score soon cuts the others short.
static int compare_candidates(const void *left, const void *right) {
    const candidate *a = left, *b = right;
    return a->score != b->score ? b->score - a->score : a->number - b->number;
}

// The most promising of the winning moves among the first `count`.
static sh_status search_move(const sh_player *player, const sh_position *position,
                             const sh_probed_move *moves, int count, int *choice, sh_error *error) {
    search s = {.player = player, .table = player->table, .winner = position->turn, .error = error};
    int best = INT_MIN, wins = 1;
    assert(count > 0 && moves[0].value.outcome == SH_WIN);
    while (wins < count && moves[wins].value.outcome == SH_WIN) wins++;
    candidate *list = malloc((size_t)wins * sizeof *list);
    if (!list) return sh_fail(error, SH_RESOURCES, "out of memory for a list of moves");
    for (int i = 0; i < wins; i++) {
        list[i] = (candidate){.after = *position, .number = i};
        sh_move_apply(&player->table->game, &list[i].after, moves[i].move);
        list[i].score = stand(&s, &list[i].after);
    }
    qsort(list, (size_t)wins, sizeof *list, compare_candidates);
    int depth = LOOKAHEAD_LEAST;
    do {
        best = INT_MIN;
        for (int i = 0; i < wins; i++) {
            int score = search_replies(&s, &list[i].after, depth - 1, best, INT_MAX);
            if (score <= best) continue;
            best = score;
            *choice = list[i].number;
        }
    } while (best <= OWN_PROGRESS * player->record && depth++ < LOOKAHEAD_MOST && !s.status);
    free(list);
    return s.status;
}

sh_status sh_player_move(sh_player *player, const sh_position *position, sh_move *move,
                         sh_value *value, sh_error *error) {
    const sh_table *table = player->table;
    sh_probed_move *moves = malloc(SH_MAX_MOVES * sizeof *moves);
    if (!moves) return sh_fail(error, SH_RESOURCES, "out of memory for a list of moves");
    int count = 0, choice = 0;
    sh_status status = sh_probe_moves(table, position, moves, &count, error);
    if (!status && count == 0) status = sh_fail(error, SH_NO, "the game is over");
    if (!status && moves[0].value.outcome == SH_WIN && table->header.info.metric == SH_WDL) {
        status = remember(player, position, error);
        if (!status) status = search_move(player, position, moves, count, &choice, error);
    }
    if (!status) {
        *move = moves[choice].move;
        *value = moves[choice].value;
    }
    free(moves);
    return status;
}

// SPDX-License-Identifier: MIT
// See sternhalma/probe.h. With distances the best move is the first of sh_probe_moves. Without them
// a won position has winning moves, but a winning move need not come closer to the end: the player
// looks a few plies ahead along winning moves against every reply, for a finished game or else for
// the greatest lead in progress, and allows no reply that brings back a position of this game.
#include <limits.h> // INT_MAX
#include <stdlib.h> // calloc

#include "table/reader.h"

enum {
    LOOKAHEAD = 2,      // own moves, the one to be chosen included
    FINISHED = 1 << 20, // the score of a game won, less one for each own move on the way
    OWN_PROGRESS = 4,   // weight of a step by the winner against one by the loser
};

struct sh_player {
    const sh_table *table;
    sh_pair *seen; // positions in which it was to move
    size_t count, room;
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

void sh_player_reset(sh_player *player) { player->count = 0; }

static bool was_seen(const sh_player *player, const sh_position *position) {
    sh_pair pair = sh_pairs_find(player->table->pairs, position);
    for (size_t i = 0; i < player->count; i++)
        if (player->seen[i].row == pair.row && player->seen[i].column == pair.column) return true;
    return false;
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
    return SH_OK;
}

// How far an army has come, in rows of the rhombus from its own camp.
static int progress(const sh_game *game, const sh_position *position, int player) {
    int sum = sh_progress_of(&game->board, &position->army[player]);
    return player == 0 ? sum : 2 * (game->board.size - 1) * game->pieces - sum;
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

static int leaf(const search *s, const sh_position *position) {
    return OWN_PROGRESS * progress(&s->table->game, position, s->winner) -
           progress(&s->table->game, position, 1 - s->winner);
}

// The score the winner can be sure of, `own_moves` further moves deep, with the loser to move.
static int search_replies(search *s, sh_position *position, int own_moves, int alpha, int beta);

static int search_wins(search *s, sh_position *position, int own_moves, int alpha, int beta) {
    const sh_game *game = &s->table->game;
    sh_move moves[SH_MAX_MOVES];
    if (was_seen(s->player, position)) return -FINISHED;
    int count = sh_moves_list(game, position, moves), best = -FINISHED;
    for (int i = 0; i < count && best < beta; i++) {
        sh_move_apply(game, position, moves[i]);
        if (is_won(s, position)) {
            int score =
                search_replies(s, position, own_moves - 1, best > alpha ? best : alpha, beta);
            if (score > best) best = score;
        }
        sh_move_undo(game, position, moves[i]);
    }
    return best;
}

static int search_replies(search *s, sh_position *position, int own_moves, int alpha, int beta) {
    const sh_game *game = &s->table->game;
    if (sh_position_verdict(game, position, NULL) == SH_WON) return FINISHED + own_moves;
    if (own_moves == 0) return leaf(s, position);
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

// The most promising of the winning moves among the first `count`.
static sh_status search_move(const sh_player *player, const sh_position *position,
                             const sh_probed_move *moves, int count, int *choice, sh_error *error) {
    const sh_game *game = &player->table->game;
    search s = {.player = player, .table = player->table, .winner = position->turn, .error = error};
    int best = INT_MIN;
    *choice = 0;
    for (int i = 0; i < count && moves[i].value.outcome == SH_WIN; i++) {
        sh_position after = *position;
        sh_move_apply(game, &after, moves[i].move);
        int score = search_replies(&s, &after, LOOKAHEAD - 1, best, INT_MAX);
        if (score > best) {
            best = score;
            *choice = i;
        }
    }
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

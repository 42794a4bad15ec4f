// SPDX-License-Identifier: MIT
// Time is short when there are less than three moves left for each piece in the camp.
#include "play/camp_rule.h"

enum { MOVES_A_PIECE = 3 };

// How good a move is for leaving the camp: 2 leaves it, 1 goes on inside it, 0 does nothing for it.
static int worth(const sh_game *game, int player, sh_move move) {
    const uint8_t *away = game->away[player];
    if (!sh_set_has(&game->camp[player], move.from)) return 0;
    if (!sh_set_has(&game->camp[player], move.to)) return 2;
    return away[move.to] < away[move.from];
}

// Does the move go into the camp from outside?
static bool enters(const sh_game *game, int player, sh_move move) {
    return sh_set_has(&game->camp[player], move.to) && !sh_set_has(&game->camp[player], move.from);
}

void sh_camp_keep(const sh_record *record, sh_move *moves, int *count) {
    const sh_game *game = sh_record_game(record);
    const sh_position *position = sh_record_position(record);
    int player = position->turn, most = 0, kept = 0;
    int left = game->leave - sh_record_count(record) / game->players;
    int inside = sh_set_count(sh_set_and(position->army[player], game->camp[player]));
    bool hurry = inside && left <= MOVES_A_PIECE * inside;
    for (int i = 0; i < *count && hurry; i++)
        if (worth(game, player, moves[i]) > most) most = worth(game, player, moves[i]);
    for (int i = 0; i < *count; i++)
        if (worth(game, player, moves[i]) >= most && !enters(game, player, moves[i]))
            moves[kept++] = moves[i];
    if (kept) *count = kept;
}

// SPDX-License-Identifier: MIT
// CCP: positions come one by one, without the moves between them.
//
// The engine searches by its own rules, but chooses among the moves of the rating list's rules. The
// dialog remembers the positions that it has brought about in this game and does not bring one
// about again where it has a choice; a ply that is not later than the last one begins a new game.
#include <stdlib.h> // malloc
#include <string.h> // strcmp

#include "arena/ccerl.h"
#include "arena/dialog_parts.h"

void sh_dialog_ccp_forget(sh_dialog *dialog) {
    sh_keyset_clear(&dialog->seen);
    dialog->ply = -1;
}

static uint64_t key_after(const sh_dialog *dialog, sh_move move) {
    sh_position position = dialog->position;
    sh_move_apply(&dialog->game, &position, move);
    return sh_position_key(&dialog->keys, &position);
}

void sh_dialog_ccp_note(sh_dialog *dialog, sh_move move) {
    uint64_t key = key_after(dialog, move);
    if (sh_keyset_add(&dialog->seen, &key) == SH_RESOURCES) sh_keyset_clear(&dialog->seen);
}

sh_move sh_dialog_ccp_plain(const sh_dialog *dialog) {
    const uint8_t *away = dialog->game.away[dialog->position.turn];
    sh_move best = dialog->moves[0];
    for (int i = 1; i < dialog->move_count; i++) {
        sh_move move = dialog->moves[i];
        if (away[move.from] - away[move.to] > away[best.from] - away[best.to]) best = move;
    }
    return best;
}

// Without the moves that repeat a position, where others are left.
static void drop_repeated(sh_dialog *dialog) {
    int kept = 0;
    for (int i = 0; i < dialog->move_count; i++) {
        uint64_t key = key_after(dialog, dialog->moves[i]);
        if (sh_keyset_find(&dialog->seen, &key, NULL)) continue;
        sh_move move = dialog->moves[i];
        dialog->moves[i] = dialog->moves[kept];
        dialog->moves[kept++] = move;
    }
    if (kept) dialog->move_count = kept;
}

static bool take(sh_dialog *dialog, const sh_position *position, long long ply) {
    if (!dialog->moves) {
        dialog->moves = malloc(SH_MAX_MOVES * sizeof *dialog->moves);
        sh_keys_make(&dialog->keys, &dialog->game, NULL);
    }
    if (!dialog->moves) {
        sh_dialog_complain(dialog, "out of memory for moves");
        return false;
    }
    if (ply <= dialog->ply) sh_dialog_ccp_forget(dialog);
    dialog->ply = (int)ply;
    dialog->position = *position;
    dialog->move_count = sh_ccerl_moves(&dialog->game, position, dialog->moves);
    drop_repeated(dialog);
    // Our rules may not know the position: then there is no record, and no search.
    if (sh_record_open(&dialog->record, &dialog->game, position, NULL)) dialog->record = NULL;
    return true;
}

// startpos | cells C, then [player P] [ply N].
static bool ccp_position(sh_dialog *dialog, char *words) {
    sh_position position;
    sh_error error = {.text = ""};
    const char *kind = sh_dialog_word(&words);
    const char *cells = kind && strcmp(kind, "cells") == 0 ? sh_dialog_word(&words) : NULL;
    long long player = 0, ply = 0;
    char *word;
    if (!kind || (!cells && strcmp(kind, "startpos") != 0)) {
        sh_dialog_complain(dialog, "write: position cells CELLS player P ply N");
        return false;
    }
    while ((word = sh_dialog_word(&words))) {
        char *value = sh_dialog_word(&words);
        bool fine = (strcmp(word, "player") == 0 && sh_dialog_number(value, 0, 1, &player)) ||
                    (strcmp(word, "ply") == 0 && sh_dialog_number(value, 0, 1000000, &ply));
        if (fine) continue;
        sh_dialog_complain(dialog, "position: player is 0 or 1, ply a whole number");
        return false;
    }
    if (!cells) {
        sh_position_start(&dialog->game, &position);
        position.turn = (uint8_t)player;
    } else if (sh_ccerl_parse(&dialog->game, cells, (int)player, &position, &error)) {
        sh_dialog_complain(dialog, "%s", error.text);
        return false;
    }
    return take(dialog, &position, ply);
}

static void ccp_print(const sh_dialog *dialog, const sh_position *position, sh_move move,
                      char *text) {
    sh_ccerl_print(&dialog->game, position, move, text);
}

const sh_manner sh_manner_ccp = {"ccp", ccp_position, ccp_print};

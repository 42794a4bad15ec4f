// SPDX-License-Identifier: MIT
// CCP: positions come one by one, without the moves between them.
//
// The engine searches by its own rules, but chooses among the moves of the rating list's rules. The
// session remembers the positions that it has brought about in this game and does not bring one
// about again where it has a choice; a ply that is not later than the last one begins a new game.
#include <stdlib.h> // malloc
#include <string.h> // strcmp

#include "arena/ccerl.h"
#include "arena/session_parts.h"

void sh_session_ccp_forget(sh_session *session) {
    sh_keyset_clear(&session->seen);
    session->ply = -1;
}

static uint64_t key_after(const sh_session *session, sh_move move) {
    sh_position position = session->position;
    sh_move_apply(&session->game, &position, move);
    return sh_position_key(&session->keys, &position);
}

void sh_session_ccp_note(sh_session *session, sh_move move) {
    uint64_t key = key_after(session, move);
    if (sh_keyset_add(&session->seen, &key) == SH_RESOURCES) sh_keyset_clear(&session->seen);
}

sh_move sh_session_ccp_plain(const sh_session *session) {
    const uint8_t *away = session->game.away[session->position.turn];
    sh_move best = session->moves[0];
    for (int i = 1; i < session->move_count; i++) {
        sh_move move = session->moves[i];
        if (away[move.from] - away[move.to] > away[best.from] - away[best.to]) best = move;
    }
    return best;
}

// Without the moves that repeat a position, where others are left.
static void drop_repeated(sh_session *session) {
    int kept = 0;
    for (int i = 0; i < session->move_count; i++) {
        uint64_t key = key_after(session, session->moves[i]);
        if (sh_keyset_find(&session->seen, &key, NULL)) continue;
        sh_move move = session->moves[i];
        session->moves[i] = session->moves[kept];
        session->moves[kept++] = move;
    }
    if (kept) session->move_count = kept;
}

static bool take(sh_session *session, const sh_position *position, long long ply) {
    if (!session->moves) {
        session->moves = malloc(SH_MAX_MOVES * sizeof *session->moves);
        sh_keys_make(&session->keys, &session->game, NULL);
    }
    if (!session->moves) {
        sh_session_complain(session, "out of memory for moves");
        return false;
    }
    if (ply <= session->ply) sh_session_ccp_forget(session);
    session->ply = (int)ply;
    session->position = *position;
    session->move_count = sh_ccerl_moves(&session->game, position, session->moves);
    drop_repeated(session);
    // Our rules may not know the position: then there is no record, and no search.
    if (sh_record_open(&session->record, &session->game, position, NULL)) session->record = NULL;
    return true;
}

// startpos | cells C, then [player P] [ply N].
static bool ccp_position(sh_session *session, char *words) {
    sh_position position;
    sh_error error = {.text = ""};
    const char *kind = sh_session_word(&words);
    const char *cells = kind && strcmp(kind, "cells") == 0 ? sh_session_word(&words) : NULL;
    long long player = 0, ply = 0;
    char *word;
    if (!kind || (!cells && strcmp(kind, "startpos") != 0)) {
        sh_session_complain(session, "write: position cells CELLS player P ply N");
        return false;
    }
    while ((word = sh_session_word(&words))) {
        char *value = sh_session_word(&words);
        bool fine = (strcmp(word, "player") == 0 && sh_session_number(value, 0, 1, &player)) ||
                    (strcmp(word, "ply") == 0 && sh_session_number(value, 0, 1000000, &ply));
        if (fine) continue;
        sh_session_complain(session, "position: player is 0 or 1, ply a whole number");
        return false;
    }
    if (!cells) {
        sh_position_start(&session->game, &position);
        position.turn = (uint8_t)player;
    } else if (sh_ccerl_parse(&session->game, cells, (int)player, &position, &error)) {
        sh_session_complain(session, "%s", error.text);
        return false;
    }
    return take(session, &position, ply);
}

static void ccp_print(const sh_session *session, const sh_position *position, sh_move move,
                      char *text) {
    sh_ccerl_print(&session->game, position, move, text);
}

const sh_manner sh_manner_ccp = {"ccp", ccp_position, ccp_print};

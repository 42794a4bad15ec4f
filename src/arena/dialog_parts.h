// SPDX-License-Identifier: MIT
// What the files of a dialog share.
#pragma once

#include <pthread.h>   // pthread_t
#include <stdatomic.h> // atomic_bool

#include "arena/dialog.h"
#include "base/keyset.h"
#include "base/progress.h"
#include "base/text.h"
#include "play/tuning.h"
#include "sternhalma/key.h"
#include "sternhalma/opponent.h"
#include "sternhalma/record.h"

// How the manners differ.
typedef struct sh_manner {
    const char *name;                                 // "ugi"
    bool (*position)(sh_dialog *dialog, char *words); // understands what follows `position`
    void (*print)(const sh_dialog *dialog, const sh_position *position, sh_move move,
                  char *text); // a move, in SH_MAX_MOVE_TEXT
} sh_manner;

extern const sh_manner sh_manner_ugi, sh_manner_ccp;

struct sh_dialog {
    const sh_manner *manner;
    sh_dialog_say *say;
    void *user;
    sh_monitor monitor;    // of preparing an engine
    pthread_mutex_t voice; // one line at a time
    // Options.
    sh_game game;
    int hash, threads, level; // MiB; level 0: as strong as it can
    char tables_path[1024];
    char settings[1024]; // parameters that were set
    // What they lead to, made when it is needed.
    sh_tables *tables;
    sh_engine *engine;
    sh_opponent *opponent; // instead of the engine, where a level is set
    uint64_t games;        // that were begun: the seed of an opponent
    // The position. No record: there is none to play from.
    sh_record *record;
    int cheat; // who made a move that is not legal, or -1
    // Of CCP: the moves to choose from, and positions that came up in this game.
    sh_position position;
    sh_move *moves;
    int move_count, ply;
    sh_keys keys;
    sh_keyset seen;
    // The search.
    bool searching;       // there is a thread to join
    atomic_bool answered; // it has said its best move, or is about to
    atomic_bool released; // `ponderhit` or `stop` has come
    pthread_t thread;
    sh_limits limits;
    bool endless;    // its best move waits for `stop`
    sh_finding told; // the last that was said of it
};

// Says a line made from a printf format; the second one behind "info string error: ".
void sh_dialog_tell(sh_dialog *dialog, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void sh_dialog_complain(sh_dialog *dialog, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// The next word, ended by 0; NULL: there is none.
char *sh_dialog_word(char **words);
// A whole number between bounds.
bool sh_dialog_number(const char *word, long long least, long long most, long long *number);

// dialog_options.c
void sh_dialog_list_options(sh_dialog *dialog);
void sh_dialog_set_option(sh_dialog *dialog, char *words);
// Makes the engine. False, and it has said why, where that fails.
bool sh_dialog_prepare(sh_dialog *dialog);
void sh_dialog_unprepare(sh_dialog *dialog);

// dialog_search.c
void sh_dialog_go(sh_dialog *dialog, char *words);
// Stops a search and waits for its best move. Joins one that is over.
void sh_dialog_halt(sh_dialog *dialog);
// Is a search under way? One that has answered is joined.
bool sh_dialog_busy(sh_dialog *dialog);

// dialog_ccp.c
void sh_dialog_ccp_forget(sh_dialog *dialog);
void sh_dialog_ccp_note(sh_dialog *dialog, sh_move move);
// A move without a search: the one that goes farthest.
sh_move sh_dialog_ccp_plain(const sh_dialog *dialog);

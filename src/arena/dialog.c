// SPDX-License-Identifier: MIT
// Commands by name. Those that change what a search works on are refused while one is under way.
#include "arena/dialog.h"

#include <errno.h>  // errno
#include <stdarg.h> // va_list
#include <stdio.h>  // vsnprintf
#include <stdlib.h> // calloc
#include <string.h> // strcmp

#include "arena/arena_scopes.h"
#include "arena/ccerl.h"
#include "arena/dialog_parts.h"
#include "sternhalma/notation.h"

static void tell(sh_dialog *dialog, const char *before, const char *format, va_list values) {
    char line[8192];
    int used = snprintf(line, sizeof line, "%s", before);
    vsnprintf(line + used, sizeof line - (size_t)used, format, values);
    for (char *at = line; *at; at++) // what was heard may be in it
        if ((unsigned char)*at < ' ' || *at == 127) *at = '?';
    pthread_mutex_lock(&dialog->voice);
    dialog->say(dialog->user, line);
    pthread_mutex_unlock(&dialog->voice);
}

void sh_dialog_tell(sh_dialog *dialog, const char *format, ...) {
    va_list values;
    va_start(values, format);
    tell(dialog, "", format, values);
    va_end(values);
}

void sh_dialog_complain(sh_dialog *dialog, const char *format, ...) {
    va_list values;
    va_start(values, format);
    tell(dialog, "info string error: ", format, values);
    va_end(values);
}

char *sh_dialog_word(char **words) {
    if (!*words) return NULL;
    char *word = *words + strspn(*words, " \t");
    if (!*word) return NULL;
    char *end = word + strcspn(word, " \t");
    *words = *end ? end + 1 : end;
    *end = 0;
    return word;
}

bool sh_dialog_number(const char *word, long long least, long long most, long long *number) {
    char *end;
    errno = 0;
    *number = word ? strtoll(word, &end, 10) : 0;
    return word && end != word && !*end && !errno && *number >= least && *number <= most;
}

static void forget_position(sh_dialog *dialog) {
    sh_record_close(dialog->record);
    dialog->record = NULL;
    dialog->cheat = -1;
    dialog->move_count = 0;
}

// A record of some moves from a position; after an illegal one it ends.
static void play_moves(sh_dialog *dialog, char *words) {
    char *word;
    while ((word = sh_dialog_word(&words))) {
        sh_move move;
        sh_error error = {.text = ""};
        const sh_position *position = sh_record_position(dialog->record);
        if (sh_record_over(dialog->record)) {
            sh_dialog_complain(dialog, "%.40s: the game was over before", word);
            return;
        }
        if (sh_move_parse(&dialog->game, position, word, &move, &error) ||
            sh_record_play(dialog->record, move, &error)) {
            dialog->cheat = position->turn;
            sh_dialog_complain(dialog, "%.40s: %.300s", word, error.text);
            return;
        }
    }
}

// Cuts the words at the word `moves`; what stands behind it, or NULL.
static char *cut_moves(char *words) {
    for (char *at = words; (at = strstr(at, "moves")); at++) {
        bool begins = at == words || at[-1] == ' ', ends = !at[5] || at[5] == ' ';
        if (!begins || !ends) continue;
        char *end = at;
        while (end > words && end[-1] == ' ') end--;
        char *moves = at + 5;
        *end = 0;
        return moves;
    }
    return NULL;
}

// startpos | fen F, then [moves M…].
static bool ugi_position(sh_dialog *dialog, char *words) {
    sh_position position;
    sh_error error = {.text = ""};
    char *moves = cut_moves(words), *word = sh_dialog_word(&words);
    bool start = word && strcmp(word, "startpos") == 0;
    if (!start && (!word || strcmp(word, "fen") != 0)) {
        sh_dialog_complain(dialog, "position is followed by startpos or fen, then moves");
        return false;
    }
    if (start) sh_position_start(&dialog->game, &position);
    if ((!start && sh_position_parse(&dialog->game, words, &position, &error)) ||
        sh_record_open(&dialog->record, &dialog->game, &position, &error)) {
        sh_dialog_complain(dialog, "%s", error.text);
        return false;
    }
    if (moves) play_moves(dialog, moves);
    return true;
}

static void ugi_print(const sh_dialog *dialog, const sh_position *position, sh_move move,
                      char *text) {
    (void)position;
    sh_move_print(&dialog->game, move, text);
}

const sh_manner sh_manner_ugi = {"ugi", ugi_position, ugi_print};

static void greet(sh_dialog *dialog, char *words) {
    (void)words;
    sh_dialog_tell(dialog, "id name Sternhalma " SH_VERSION);
    sh_dialog_tell(dialog, "id author the Sternhalma authors");
    sh_dialog_list_options(dialog);
}

static void hear_ugi(sh_dialog *dialog, char *words) {
    greet(dialog, words);
    sh_dialog_tell(dialog, "ugiok");
}

static void hear_uci(sh_dialog *dialog, char *words) {
    greet(dialog, words);
    sh_dialog_tell(dialog, "uciok");
}

static void hear_ccp(sh_dialog *dialog, char *words) {
    greet(dialog, words);
    sh_dialog_tell(dialog, "ccpok");
}

static void hear_protocol(sh_dialog *dialog, char *words) {
    (void)words;
    sh_dialog_tell(dialog, "protocol ccp 1");
}

static void hear_isready(sh_dialog *dialog, char *words) {
    (void)words;
    if (!sh_dialog_busy(dialog)) (void)sh_dialog_prepare(dialog);
    sh_dialog_tell(dialog, "readyok");
}

static void hear_newgame(sh_dialog *dialog, char *words) {
    (void)words;
    forget_position(dialog);
    sh_dialog_ccp_forget(dialog);
    if (dialog->engine) sh_engine_reset(dialog->engine);
    dialog->games++;
    if (dialog->opponent) sh_opponent_reset(dialog->opponent, dialog->games);
}

static void hear_position(sh_dialog *dialog, char *words) {
    forget_position(dialog);
    if (!dialog->manner->position(dialog, words)) forget_position(dialog);
}

// Who has won: "p1win", "p2win", "draw", "none".
static const char *result_of(const sh_dialog *dialog) {
    if (!dialog->record) return "none";
    if (dialog->cheat >= 0) return dialog->cheat == 0 ? "p2win" : "p1win";
    sh_result result = sh_record_result(dialog->record);
    if (result.ending == SH_GOES_ON) return "none";
    return result.winner < 0 ? "draw" : result.winner == 0 ? "p1win" : "p2win";
}

static void hear_query(sh_dialog *dialog, char *words) {
    const char *what = sh_dialog_word(&words), *answer = "none";
    if (!dialog->record) sh_dialog_complain(dialog, "there is no position to ask about");
    if (what && strcmp(what, "result") == 0)
        answer = result_of(dialog);
    else if (what && strcmp(what, "gameover") == 0)
        answer = !dialog->record || strcmp(result_of(dialog), "none") != 0 ? "true" : "false";
    else if (what && strcmp(what, "p1turn") == 0)
        answer = dialog->record && sh_record_position(dialog->record)->turn == 0 ? "true" : "false";
    else
        sh_dialog_complain(dialog, "query is followed by p1turn, gameover or result");
    sh_dialog_tell(dialog, "response %s", answer);
}

static void hear_stop(sh_dialog *dialog, char *words) {
    (void)words;
    sh_dialog_halt(dialog);
}

static void hear_ponderhit(sh_dialog *dialog, char *words) {
    (void)words;
    if (dialog->endless) return;
    atomic_store(&dialog->released, true);
    if (dialog->engine) sh_engine_hit(dialog->engine);
}

typedef struct command {
    const char *name;
    void (*hear)(sh_dialog *dialog, char *words);
    bool always; // while a search is under way, too
    const char *manner;
} command;

static const command commands[] = {
    {"ugi", hear_ugi, true, "ugi"},
    {"uci", hear_uci, true, "ugi"},
    {"ccp", hear_ccp, true, "ccp"},
    {"protocol", hear_protocol, true, "ccp"},
    {"isready", hear_isready, true, NULL},
    {"setoption", sh_dialog_set_option, false, NULL},
    {"uginewgame", hear_newgame, false, "ugi"},
    {"ucinewgame", hear_newgame, false, "ugi"},
    {"newgame", hear_newgame, false, "ccp"},
    {"position", hear_position, false, NULL},
    {"query", hear_query, false, "ugi"},
    {"go", sh_dialog_go, false, NULL},
    {"stop", hear_stop, true, NULL},
    {"ponderhit", hear_ponderhit, true, "ugi"},
};

static const command *find_command(const sh_dialog *dialog, const char *word) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(word, commands[i].name) == 0 &&
            (!commands[i].manner || strcmp(commands[i].manner, dialog->manner->name) == 0))
            return &commands[i];
    return NULL;
}

static bool obey(sh_dialog *dialog, char *words) {
    const char *word = sh_dialog_word(&words);
    if (!word) return true;
    if (strcmp(word, "quit") == 0) return false;
    const command *found = find_command(dialog, word);
    if (!found)
        sh_dialog_complain(dialog, "unknown command '%.40s'", word);
    else if (!found->always && sh_dialog_busy(dialog))
        sh_dialog_complain(dialog, "%s: a search is under way; stop it first", word);
    else
        found->hear(dialog, words);
    return true;
}

bool sh_dialog_hear(sh_dialog *dialog, const char *line) {
    size_t length = strnlen(line, SH_DIALOG_LINE + 1);
    while (length && strchr("\r\n \t", line[length - 1])) length--;
    if (length > SH_DIALOG_LINE) {
        sh_dialog_refuse_line(dialog);
        return true;
    }
    char *words = strndup(line, length);
    if (!words) {
        sh_dialog_complain(dialog, "out of memory for a line");
        return true;
    }
    bool more = obey(dialog, words);
    free(words);
    return more;
}

void sh_dialog_refuse_line(sh_dialog *dialog) {
    sh_dialog_complain(dialog, "a line has at most %d characters", SH_DIALOG_LINE);
}

sh_status sh_dialog_open(sh_dialog **dialog, const sh_dialog_options *options, sh_error *error) {
    const char *name = options->ccp ? SH_CCERL_GAME : options->game ? options->game : "7x7/6";
    sh_dialog *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "out of memory for a dialog");
    made->manner = options->ccp ? &sh_manner_ccp : &sh_manner_ugi;
    made->say = options->say;
    made->user = options->user;
    made->monitor.stop = options->stop;
    made->hash = 16;
    made->threads = 1;
    made->cheat = -1;
    made->seen.words = 1;
    pthread_mutex_init(&made->voice, NULL);
    sh_status status = sh_game_parse(&made->game, name, options->profile, error);
    if (!status) status = sh_scope_check(&sh_dialog_scope, &made->game, error);
    if (status)
        sh_dialog_close(made);
    else
        *dialog = made;
    return status;
}

void sh_dialog_close(sh_dialog *dialog) {
    if (!dialog) return;
    sh_dialog_halt(dialog);
    forget_position(dialog);
    sh_dialog_unprepare(dialog);
    sh_keyset_close(&dialog->seen);
    free(dialog->moves);
    pthread_mutex_destroy(&dialog->voice);
    free(dialog);
}

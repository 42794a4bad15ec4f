// SPDX-License-Identifier: MIT
// Commands by name. Those that change what a search works on are refused while one is under way.
#include "arena/session.h"

#include <errno.h>  // errno
#include <stdarg.h> // va_list
#include <stdio.h>  // vsnprintf
#include <stdlib.h> // calloc
#include <string.h> // strcmp

#include "arena/ccerl.h"
#include "arena/session_parts.h"
#include "sternhalma/notation.h"

static void tell(sh_session *session, const char *before, const char *format, va_list values) {
    char line[8192];
    size_t used = strlen(before);
    memcpy(line, before, used);
    vsnprintf(line + used, sizeof line - used, format, values);
    for (char *at = line; *at; at++) // what was heard may be in it
        if ((unsigned char)*at < ' ' || *at == 127) *at = '?';
    pthread_mutex_lock(&session->voice);
    session->say(session->user, line);
    pthread_mutex_unlock(&session->voice);
}

void sh_session_tell(sh_session *session, const char *format, ...) {
    va_list values;
    va_start(values, format);
    tell(session, "", format, values);
    va_end(values);
}

void sh_session_complain(sh_session *session, const char *format, ...) {
    va_list values;
    va_start(values, format);
    tell(session, "info string error: ", format, values);
    va_end(values);
}

char *sh_session_word(char **words) {
    if (!*words) return NULL;
    char *word = *words + strspn(*words, " \t");
    if (!*word) return NULL;
    char *end = word + strcspn(word, " \t");
    *words = *end ? end + 1 : end;
    *end = 0;
    return word;
}

bool sh_session_number(const char *word, long long least, long long most, long long *number) {
    char *end;
    errno = 0;
    *number = word ? strtoll(word, &end, 10) : 0;
    return word && end != word && !*end && !errno && *number >= least && *number <= most;
}

static void forget_position(sh_session *session) {
    sh_record_close(session->record);
    session->record = NULL;
    session->cheat = -1;
    session->move_count = 0;
}

// A record of some moves from a position; after an illegal one it ends.
static void play_moves(sh_session *session, char *words) {
    char *word;
    while ((word = sh_session_word(&words))) {
        sh_move move;
        sh_error error = {.text = ""};
        const sh_position *position = sh_record_position(session->record);
        if (sh_record_result(session->record).ending != SH_GOES_ON) {
            sh_session_complain(session, "%.40s: the game was over before", word);
            return;
        }
        if (sh_move_parse(&session->game, position, word, &move, &error) ||
            sh_record_play(session->record, move, &error)) {
            session->cheat = position->turn;
            sh_session_complain(session, "%.40s: %.300s", word, error.text);
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
static bool ugi_position(sh_session *session, char *words) {
    sh_position position;
    sh_error error = {.text = ""};
    char *moves = cut_moves(words), *word = sh_session_word(&words);
    bool start = word && strcmp(word, "startpos") == 0;
    if (!start && (!word || strcmp(word, "fen") != 0)) {
        sh_session_complain(session, "position is followed by startpos or fen, then moves");
        return false;
    }
    if (start) sh_position_start(&session->game, &position);
    if ((!start && sh_position_parse(&session->game, words, &position, &error)) ||
        sh_record_open(&session->record, &session->game, &position, &error)) {
        sh_session_complain(session, "%s", error.text);
        return false;
    }
    if (moves) play_moves(session, moves);
    return true;
}

static void ugi_print(const sh_session *session, const sh_position *position, sh_move move,
                      char *text) {
    (void)position;
    sh_move_print(&session->game, move, text);
}

const sh_manner sh_manner_ugi = {"ugi", ugi_position, ugi_print};

static void greet(sh_session *session, char *words) {
    (void)words;
    sh_session_tell(session, "id name Sternhalma " SH_VERSION);
    sh_session_tell(session, "id author the Sternhalma authors");
    sh_session_list_options(session);
}

static void hear_ugi(sh_session *session, char *words) {
    greet(session, words);
    sh_session_tell(session, "ugiok");
}

static void hear_uci(sh_session *session, char *words) {
    greet(session, words);
    sh_session_tell(session, "uciok");
}

static void hear_ccp(sh_session *session, char *words) {
    greet(session, words);
    sh_session_tell(session, "ccpok");
}

static void hear_protocol(sh_session *session, char *words) {
    (void)words;
    sh_session_tell(session, "protocol ccp 1");
}

static void hear_isready(sh_session *session, char *words) {
    (void)words;
    if (!sh_session_busy(session)) (void)sh_session_prepare(session);
    sh_session_tell(session, "readyok");
}

static void hear_newgame(sh_session *session, char *words) {
    (void)words;
    forget_position(session);
    sh_session_ccp_forget(session);
    if (session->engine) sh_engine_reset(session->engine);
    if (session->agent) sh_agent_reset(session->agent, 1);
}

static void hear_position(sh_session *session, char *words) {
    forget_position(session);
    if (!session->manner->position(session, words)) forget_position(session);
}

// Who has won: "p1win", "p2win", "draw", "none".
static const char *result_of(const sh_session *session) {
    if (!session->record) return "none";
    if (session->cheat >= 0) return session->cheat == 0 ? "p2win" : "p1win";
    sh_result result = sh_record_result(session->record);
    if (result.ending == SH_GOES_ON) return "none";
    return result.winner < 0 ? "draw" : result.winner == 0 ? "p1win" : "p2win";
}

static void hear_query(sh_session *session, char *words) {
    const char *what = sh_session_word(&words), *answer = "none";
    if (!session->record) sh_session_complain(session, "there is no position to ask about");
    if (what && strcmp(what, "result") == 0)
        answer = result_of(session);
    else if (what && strcmp(what, "gameover") == 0)
        answer = !session->record || strcmp(result_of(session), "none") != 0 ? "true" : "false";
    else if (what && strcmp(what, "p1turn") == 0)
        answer =
            session->record && sh_record_position(session->record)->turn == 0 ? "true" : "false";
    else
        sh_session_complain(session, "query is followed by p1turn, gameover or result");
    sh_session_tell(session, "response %s", answer);
}

static void hear_stop(sh_session *session, char *words) {
    (void)words;
    sh_session_halt(session);
}

static void hear_ponderhit(sh_session *session, char *words) {
    (void)words;
    if (session->engine && !session->endless) sh_engine_hit(session->engine);
}

typedef struct command {
    const char *name;
    void (*hear)(sh_session *session, char *words);
    bool always; // while a search is under way, too
    const char *manner;
} command;

static const command commands[] = {
    {"ugi", hear_ugi, true, "ugi"},
    {"uci", hear_uci, true, "ugi"},
    {"ccp", hear_ccp, true, "ccp"},
    {"protocol", hear_protocol, true, "ccp"},
    {"isready", hear_isready, true, NULL},
    {"setoption", sh_session_set_option, false, NULL},
    {"uginewgame", hear_newgame, false, "ugi"},
    {"ucinewgame", hear_newgame, false, "ugi"},
    {"newgame", hear_newgame, false, "ccp"},
    {"position", hear_position, false, NULL},
    {"query", hear_query, false, "ugi"},
    {"go", sh_session_go, false, NULL},
    {"stop", hear_stop, true, NULL},
    {"ponderhit", hear_ponderhit, true, "ugi"},
};

static const command *find_command(const sh_session *session, const char *word) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(word, commands[i].name) == 0 &&
            (!commands[i].manner || strcmp(commands[i].manner, session->manner->name) == 0))
            return &commands[i];
    return NULL;
}

static bool obey(sh_session *session, char *words) {
    const char *word = sh_session_word(&words);
    if (!word) return true;
    if (strcmp(word, "quit") == 0) return false;
    const command *found = find_command(session, word);
    if (!found)
        sh_session_complain(session, "unknown command '%.40s'", word);
    else if (!found->always && sh_session_busy(session))
        sh_session_complain(session, "%s: a search is under way; stop it first", word);
    else
        found->hear(session, words);
    return true;
}

bool sh_session_hear(sh_session *session, const char *line) {
    size_t length = strnlen(line, SH_SESSION_LINE + 1);
    while (length && strchr("\r\n \t", line[length - 1])) length--;
    if (length > SH_SESSION_LINE) {
        sh_session_refuse_line(session);
        return true;
    }
    char *words = strndup(line, length);
    if (!words) {
        sh_session_complain(session, "out of memory for a line");
        return true;
    }
    bool more = obey(session, words);
    free(words);
    return more;
}

void sh_session_refuse_line(sh_session *session) {
    sh_session_complain(session, "a line has at most %d characters", SH_SESSION_LINE);
}

sh_status sh_session_open(sh_session **session, const sh_session_options *options,
                          sh_error *error) {
    const char *name = options->ccp ? SH_CCERL_GAME : options->game ? options->game : "7x7/6";
    sh_session *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "out of memory for a session");
    made->manner = options->ccp ? &sh_manner_ccp : &sh_manner_ugi;
    made->say = options->say;
    made->user = options->user;
    made->hash = 16;
    made->threads = 1;
    made->cheat = -1;
    made->seen.words = 1;
    pthread_mutex_init(&made->voice, NULL);
    sh_status status = sh_game_parse(&made->game, name, options->profile, error);
    if (!status && made->game.players != 2)
        status =
            sh_fail(error, SH_USAGE, "the engine plays games of two players, and %s is none", name);
    if (status)
        sh_session_close(made);
    else
        *session = made;
    return status;
}

void sh_session_close(sh_session *session) {
    if (!session) return;
    sh_session_halt(session);
    forget_position(session);
    sh_session_unprepare(session);
    sh_keyset_close(&session->seen);
    free(session->moves);
    pthread_mutex_destroy(&session->voice);
    free(session);
}

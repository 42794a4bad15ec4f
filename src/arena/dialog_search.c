// SPDX-License-Identifier: MIT
// A search in a thread of its own.
//
// The thread says its best move itself. Until it is about to, the dialog counts as busy; `stop`
// asks the engine to end again and again until then, because a search that has just been started
// may not have looked yet.
#include <limits.h> // INT_MAX
#include <stdio.h>  // snprintf
#include <string.h> // strcmp
#include <time.h>   // nanosleep

#include "arena/ccerl.h"
#include "arena/dialog_parts.h"
#include "base/progress.h"
#include "sternhalma/notation.h"

static void say_best(sh_dialog *dialog, sh_move move) {
    char text[SH_MAX_MOVE_TEXT];
    dialog->manner->print(dialog, &dialog->position, move, text);
    atomic_store(&dialog->answered, true);
    sh_dialog_tell(dialog, "bestmove %s", text);
}

static void say_none(sh_dialog *dialog) {
    atomic_store(&dialog->answered, true);
    sh_dialog_tell(dialog, "bestmove 0000");
}

// Is there nothing in a finding that was not told before?
static bool is_told(const sh_dialog *dialog, const sh_finding *finding) {
    const sh_finding *told = &dialog->told;
    return told->length == finding->length && told->depth == finding->depth &&
           told->nodes == finding->nodes && told->score.kind == finding->score.kind &&
           told->score.amount == finding->score.amount &&
           told->score.plies == finding->score.plies &&
           memcmp(told->line, finding->line, sizeof *told->line * (size_t)told->length) == 0;
}

// One line for each iteration, and one for the whole search where that has found more.
static void inform(void *user, const sh_finding *finding) {
    sh_dialog *dialog = user;
    if (is_told(dialog, finding)) return;
    dialog->told = *finding;
    sh_position position = dialog->position;
    sh_text line = {0};
    // It may have been hit before it had begun.
    if (dialog->engine && atomic_load(&dialog->released)) sh_engine_hit(dialog->engine);
    char text[SH_MAX_MOVE_TEXT], score[SH_MAX_SCORE_TEXT];
    sh_score_print(finding->score, SH_SCORE_PROTOCOL, score);
    double seconds = finding->seconds > 1e-6 ? finding->seconds : 1e-6;
    sh_text_add(&line, "info depth %d score %s time %.0f nodes %llu nps %.0f hashfull %d pv",
                finding->depth, score, 1e3 * finding->seconds, (unsigned long long)finding->nodes,
                (double)finding->nodes / seconds, finding->hash_permille);
    for (int i = 0; i < finding->length; i++) {
        dialog->manner->print(dialog, &position, finding->line[i], text);
        sh_text_add(&line, " %s", text);
        sh_move_apply(&dialog->game, &position, finding->line[i]);
    }
    if (!line.failed) sh_dialog_tell(dialog, "%s", line.at);
    sh_text_free(&line);
}

// Of CCP: positions that our rules do not know, and those whose moves all lead to such.
static void play_plainly(sh_dialog *dialog) {
    sh_move move = sh_dialog_ccp_plain(dialog);
    sh_dialog_ccp_note(dialog, move);
    say_best(dialog, move);
}

// The move of an opponent, who keeps it to itself while time does not count.
static sh_status ask_opponent(sh_dialog *dialog, sh_finding *finding, sh_error *error) {
    struct timespec moment = {0, 1000000};
    sh_limits limits = dialog->limits;
    bool waits = limits.ponder;
    limits.ponder = false;
    sh_status status =
        sh_opponent_choose(dialog->opponent, dialog->record, &limits, finding, error);
    while (waits && !atomic_load(&dialog->released)) nanosleep(&moment, NULL);
    return status;
}

static void *search(void *user) {
    sh_dialog *dialog = user;
    sh_finding finding;
    sh_error error = {.text = ""};
    sh_status status = dialog->opponent
                           ? ask_opponent(dialog, &finding, &error)
                           : sh_engine_search(dialog->engine, dialog->record, &dialog->limits,
                                              inform, dialog, &finding, &error);
    if (status && dialog->manner == &sh_manner_ccp) {
        play_plainly(dialog);
    } else if (status) {
        sh_dialog_complain(dialog, "%s", error.text);
        say_none(dialog);
    } else {
        inform(dialog, &finding);
        if (dialog->manner == &sh_manner_ccp) sh_dialog_ccp_note(dialog, finding.line[0]);
        say_best(dialog, finding.line[0]);
    }
    return NULL;
}

static void join(sh_dialog *dialog) {
    pthread_join(dialog->thread, NULL);
    dialog->searching = false;
}

bool sh_dialog_busy(sh_dialog *dialog) {
    if (dialog->searching && atomic_load(&dialog->answered)) join(dialog);
    return dialog->searching;
}

void sh_dialog_halt(sh_dialog *dialog) {
    struct timespec moment = {0, 200000};
    while (sh_dialog_busy(dialog)) {
        atomic_store(&dialog->released, true);
        if (dialog->engine) sh_engine_stop(dialog->engine);
        if (dialog->opponent) sh_opponent_stop(dialog->opponent);
        if (!atomic_load(&dialog->answered)) nanosleep(&moment, NULL);
    }
}

void sh_dialog_finish(sh_dialog *dialog, bool (*wanted)(void *user)) {
    struct timespec moment = {0, 5000000};
    bool ends = !dialog->limits.ponder || (atomic_load(&dialog->released) && !dialog->endless);
    while (sh_dialog_busy(dialog) && ends && wanted(dialog->user)) nanosleep(&moment, NULL);
    sh_dialog_halt(dialog);
}

// What stands behind `go`.
typedef struct go_words {
    double time[2], increment[2]; // seconds; below 0: not said
    sh_limits limits;
    bool endless;
} go_words;

static bool take_number(sh_dialog *dialog, const char *name, char **words, long long least,
                        long long *number) {
    const char *word = sh_dialog_word(words);
    if (sh_dialog_number(word, least, 1000000000000000LL, number)) return true;
    sh_dialog_complain(dialog, "go: %s is followed by a whole number, not '%.40s'", name,
                       word ? word : "");
    return false;
}

// A name of the form p1time, or as chess has it wtime: whose, or -1.
static int side_of(const char *name, const char *what) {
    static const char *const sides[2][2] = {{"p1", "w"}, {"p2", "b"}};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 2; i++) {
            size_t length = strlen(sides[side][i]);
            if (strncmp(name, sides[side][i], length) == 0 && strcmp(name + length, what) == 0)
                return side;
        }
    return -1;
}

// How long a move is searched that must be there after so many seconds: the way to who waits for it
// takes a moment.
static double search_time(double seconds) {
    const double moment = 0.005;
    if (seconds < 1e-3) return 1e-3;
    return seconds - (seconds > 10 * moment ? moment : seconds / 10);
}

static bool take_limit(sh_dialog *dialog, go_words *g, const char *name, char **words) {
    long long number;
    int side;
    if (strcmp(name, "infinite") == 0 || strcmp(name, "ponder") == 0) {
        g->limits.ponder = true;
        g->endless |= *name == 'i';
        return true;
    }
    if ((side = side_of(name, "time")) >= 0) {
        if (!take_number(dialog, name, words, -1000000000000LL, &number)) return false;
        g->time[side] = number < 1 ? 0.001 : 1e-3 * (double)number;
        return true;
    }
    if ((side = side_of(name, "inc")) >= 0) {
        if (!take_number(dialog, name, words, 0, &number)) return false;
        g->increment[side] = 1e-3 * (double)number;
        return true;
    }
    bool known = strcmp(name, "movetime") == 0 || strcmp(name, "depth") == 0 ||
                 strcmp(name, "nodes") == 0 || strcmp(name, "movestogo") == 0;
    if (!known) {
        sh_dialog_complain(dialog, "go: there is no limit '%.40s'", name);
        return false;
    }
    if (!take_number(dialog, name, words, 0, &number)) return false;
    if (*name == 'd')
        g->limits.depth = number < 1 ? 1 : number > SH_LIMIT_DEPTH ? SH_LIMIT_DEPTH : (int)number;
    if (*name == 'n') g->limits.nodes = number < 1 ? 1 : (uint64_t)number;
    if (strcmp(name, "movestogo") == 0)
        g->limits.moves_to_go = number > INT_MAX ? INT_MAX : (int)number;
    if (strcmp(name, "movetime") == 0) g->limits.seconds = search_time(1e-3 * (double)number);
    return true;
}

static bool read_limits(sh_dialog *dialog, char *words, go_words *g) {
    char *word;
    bool any = false;
    *g = (go_words){.time = {-1, -1}};
    while ((word = sh_dialog_word(&words))) {
        if (!take_limit(dialog, g, word, &words)) return false;
        any = true;
    }
    int side = dialog->position.turn;
    if (g->time[side] > 0) {
        g->limits.clock = g->time[side];
        g->limits.increment = g->increment[side];
    }
    if (!any) g->endless = g->limits.ponder = true;
    return true;
}

// Is there something to look for?
static bool ready(sh_dialog *dialog) {
    if (dialog->manner == &sh_manner_ccp) return dialog->move_count > 0;
    if (!dialog->record) {
        sh_dialog_complain(dialog, "there is no position to play from");
        return false;
    }
    dialog->position = *sh_record_position(dialog->record);
    if (dialog->cheat < 0 && !sh_record_over(dialog->record)) return true;
    sh_dialog_complain(dialog, "the game is over");
    return false;
}

void sh_dialog_go(sh_dialog *dialog, char *words) {
    go_words g;
    if (!ready(dialog) || !read_limits(dialog, words, &g) || !sh_dialog_prepare(dialog)) {
        say_none(dialog);
        return;
    }
    if (!dialog->record) { // of CCP alone
        play_plainly(dialog);
        return;
    }
    dialog->limits = g.limits;
    dialog->endless = g.endless;
    if (dialog->manner == &sh_manner_ccp) {
        dialog->limits.only = dialog->moves;
        dialog->limits.only_count = dialog->move_count;
    }
    dialog->told = (sh_finding){0};
    atomic_store(&dialog->answered, false);
    atomic_store(&dialog->released, false);
    dialog->searching = true;
    if (pthread_create(&dialog->thread, NULL, search, dialog) == 0) return;
    dialog->searching = false;
    sh_dialog_complain(dialog, "cannot start a thread");
    say_none(dialog);
}

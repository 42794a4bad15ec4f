// SPDX-License-Identifier: MIT
// Other engines as agents: programs that speak UGI (see arena/dialog.h for the other side).
//
// An engine is started when the agent is made. One that ends, hangs, floods, or answers nonsense or
// an illegal move fails to choose, which loses its game; it is killed and started anew for the next
// one. Before every search it must say readyok, so nothing that it said before counts as an answer.
#include <stdio.h>  // snprintf
#include <stdlib.h> // calloc
#include <string.h> // strtok_r

#include "base/progress.h"
#include "base/text.h"
#include "play/agent.h"
#include "play/child.h"
#include "sternhalma/notation.h"

enum { MOST_WORDS = 64 };
#define STARTING 10       // seconds more that it may take to start
#define USUAL_SECONDS 0.1 // as of our own engine, where no limit is given

typedef struct outside {
    const sh_game *game;
    char command[1024];
    char *words[MOST_WORDS + 1];
    sh_text options; // "setoption …" lines, ended by line ends
    double grace, patience;
    bool offers_game, offers_rules;
    sh_child *child; // NULL: not running
    sh_error why;    // … because of this
    char line[SH_CHILD_LINE];
} outside;

static sh_status split_command(outside *o, const char *command, sh_error *error) {
    char *rest = o->command, *word;
    int count = 0;
    if (strlen(command) >= sizeof o->command)
        return sh_fail(error, SH_USAGE, "the command of an engine is too long");
    strcpy(o->command, command);
    for (char *at = o->command; (word = strtok_r(at, " ", &rest)); at = NULL) {
        if (count == MOST_WORDS)
            return sh_fail(error, SH_USAGE, "the command of an engine has too many words");
        o->words[count++] = word;
    }
    return count ? SH_OK
                 : sh_fail(error, SH_USAGE, "name the engine: ugi:COMMAND, such as ugi:./engine");
}

// What is no setting of ours is an option of the engine.
static void gather_options(outside *o, sh_settings *settings) {
    for (int i = 0; i < settings->count; i++) {
        if (settings->taken[i] || !*settings->name[i]) continue;
        sh_text_add(&o->options, "setoption name %s value %s\n", settings->name[i],
                    settings->value[i]);
        settings->taken[i] = true;
    }
}

static void drop(outside *o) {
    sh_child_close(o->child);
    o->child = NULL;
}

static bool begins(const char *line, const char *words) {
    size_t length = strlen(words);
    return strncmp(line, words, length) == 0 && (!line[length] || line[length] == ' ');
}

// Hears lines up to one that begins with these words.
static sh_status hear_until(outside *o, const char *words, double deadline, sh_error *error) {
    do {
        sh_status status = sh_child_hear(o->child, o->line, deadline, error);
        if (status) return status;
        o->offers_game |= begins(o->line, "option name Game");
        o->offers_rules |= begins(o->line, "option name Rules");
    } while (!begins(o->line, words));
    return SH_OK;
}

static sh_status ask(outside *o, const char *line, const char *answer, double seconds,
                     sh_error *error) {
    double deadline = sh_clock() + seconds;
    sh_status status = sh_child_send(o->child, line, deadline, error);
    return status ? status : hear_until(o, answer, deadline, error);
}

static sh_status send_options(outside *o, sh_error *error) {
    char line[SH_MAX_NAME + 64];
    double deadline = sh_clock() + o->patience;
    sh_status status = SH_OK;
    if (o->offers_rules) {
        snprintf(line, sizeof line, "setoption name Rules value %s",
                 sh_profile_name(o->game->profile));
        status = sh_child_send(o->child, line, deadline, error);
    }
    snprintf(line, sizeof line, "setoption name Game value %s", o->game->name);
    if (o->offers_game && !status) status = sh_child_send(o->child, line, deadline, error);
    for (const char *at = o->options.at; at && *at && !status;) {
        char *one = strndup(at, strcspn(at, "\n"));
        if (!one) return sh_fail(error, SH_RESOURCES, "out of memory for an option");
        status = sh_child_send(o->child, one, deadline, error);
        at += strlen(one) + 1;
        free(one);
    }
    return status;
}

static sh_status begin(outside *o, sh_error *error) {
    sh_status status = sh_child_start(&o->child, o->words, error);
    if (status) return status;
    status = ask(o, "ugi", "ugiok", o->patience + STARTING, error);
    if (!status) status = send_options(o, error);
    if (!status) status = ask(o, "isready", "readyok", o->patience + STARTING, error);
    if (status) drop(o);
    return status;
}

static sh_status make(void **state, const sh_game *game, sh_settings *settings, uint64_t seed,
                      sh_error *error) {
    (void)seed;
    const char *command = sh_settings_take(settings, "");
    outside *o = calloc(1, sizeof *o);
    if (!o) return sh_fail(error, SH_RESOURCES, "out of memory for an agent");
    *state = o;
    o->game = game;
    o->grace = settings->grace;
    o->patience = settings->patience;
    sh_error why = {.text = ""};
    sh_status status = split_command(o, command ? command : "", error);
    if (status) return status;
    gather_options(o, settings);
    if (o->options.failed) return sh_fail(error, SH_RESOURCES, "out of memory for an agent");
    status = begin(o, &why);
    return status ? sh_fail(error, status, "%.100s: %.300s", o->words[0], why.text) : SH_OK;
}

// A new game. What goes wrong is told when a move is wanted.
static void reset(void *state, uint64_t seed) {
    (void)seed;
    outside *o = state;
    sh_status status = o->child ? SH_OK : begin(o, &o->why);
    if (!status) status = sh_child_send(o->child, "uginewgame", sh_clock() + o->patience, &o->why);
    if (!status) status = ask(o, "isready", "readyok", o->patience, &o->why);
    if (status) drop(o);
}

static void add_position(sh_text *text, const sh_record *record) {
    const sh_game *game = sh_record_game(record);
    sh_position start = *sh_record_position(record);
    char position[SH_MAX_POSITION_TEXT], move[SH_MAX_MOVE_TEXT];
    for (int i = sh_record_count(record) - 1; i >= 0; i--)
        sh_move_undo(game, &start, sh_record_move(record, i));
    sh_position_print(game, &start, position);
    sh_text_add(text, "position fen %s%s", position, sh_record_count(record) ? " moves" : "");
    for (int i = 0; i < sh_record_count(record); i++) {
        sh_move_print(game, sh_record_move(record, i), move);
        sh_text_add(text, " %s", move);
    }
}

// The clock is that of the player to move, and has its name: those of the others are not known
// here.
static void print_limits(const sh_limits *limits, int turn, char *text, size_t room) {
    long clock = (long)(1000 * limits->clock), increment = (long)(1000 * limits->increment);
    int used = snprintf(text, room, "go");
    if (limits->clock > 0)
        used += snprintf(text + used, room - (size_t)used, " p%dtime %ld p%dinc %ld", turn + 1,
                         clock > 0 ? clock : 1, turn + 1, increment);
    if (limits->seconds > 0)
        used += snprintf(text + used, room - (size_t)used, " movetime %ld",
                         (long)(1000 * limits->seconds + 0.5));
    if (limits->nodes)
        used += snprintf(text + used, room - (size_t)used, " nodes %llu",
                         (unsigned long long)limits->nodes);
    if (limits->depth) snprintf(text + used, room - (size_t)used, " depth %d", limits->depth);
}

// When its answer must be there.
static double deadline_of(const outside *o, const sh_limits *limits) {
    double now = sh_clock();
    if (limits->clock > 0) return now + limits->clock + o->grace;
    return now + (limits->seconds > 0 ? limits->seconds + o->grace : o->patience);
}

// "… WORD number …" of an info line.
static bool info_number(const char *line, const char *word, long long *number) {
    char wanted[32], *end;
    snprintf(wanted, sizeof wanted, " %s ", word);
    const char *at = strstr(line, wanted);
    if (!at) return false;
    at += strlen(wanted);
    *number = strtoll(at, &end, 10);
    return end != at;
}

static void take_info(const char *line, sh_agent_choice *choice) {
    long long number;
    if (!begins(line, "info") || begins(line, "info string")) return;
    if (info_number(line, "depth", &number) && number >= 0 && number < 10000)
        choice->depth = (int)number;
    if (info_number(line, "nodes", &number) && number >= 0) choice->nodes = (uint64_t)number;
    const char *score = strstr(line, " score ");
    sh_score read;
    if (score && sh_score_parse(&read, score + strlen(" score "))) choice->score = read;
}

static sh_status hear_best(outside *o, double deadline, sh_agent_choice *choice,
                           const sh_record *record, sh_error *error) {
    for (;;) {
        sh_status status = sh_child_hear(o->child, o->line, deadline, error);
        if (status) return status;
        take_info(o->line, choice);
        if (!begins(o->line, "bestmove")) continue;
        char *rest = o->line;
        sh_error why = {.text = ""};
        (void)strtok_r(o->line, " ", &rest);
        const char *word = strtok_r(NULL, " ", &rest);
        if (word && !sh_move_parse(o->game, sh_record_position(record), word, &choice->move, &why))
            return SH_OK;
        return sh_fail(error, SH_NO, "it plays '%.20s': %.80s", word ? word : "", why.text);
    }
}

static sh_status choose(void *state, const sh_record *record, const sh_limits *limits,
                        sh_agent_choice *choice, sh_error *error) {
    outside *o = state;
    char go[256];
    sh_text position = {0};
    sh_limits used = *limits;
    if (!used.depth && !used.nodes && used.seconds <= 0 && used.clock <= 0)
        used.seconds = USUAL_SECONDS;
    if (!o->child) return sh_fail(error, SH_DATA, "%s", o->why.text);
    add_position(&position, record);
    print_limits(&used, sh_record_position(record)->turn, go, sizeof go);
    double deadline = sh_clock() + o->patience;
    sh_status status = position.failed ? sh_fail(error, SH_RESOURCES, "out of memory for a game")
                                       : sh_child_send(o->child, position.at, deadline, error);
    sh_text_free(&position);
    if (!status) status = ask(o, "isready", "readyok", o->patience, error);
    if (!status) status = sh_child_send(o->child, go, deadline, error);
    if (!status) status = hear_best(o, deadline_of(o, &used), choice, record, error);
    if (status && status != SH_RESOURCES) { // it cannot be trusted any more
        drop(o);
        sh_error_set(&o->why, SH_DATA, "it was ended");
    }
    return status;
}

static void release(void *state) {
    outside *o = state;
    if (o->child) (void)!sh_child_send(o->child, "quit", sh_clock() + 0.1, NULL);
    sh_child_close(o->child);
    sh_text_free(&o->options);
    free(o);
}

const sh_agent_kind sh_agent_ugi = {
    .name = "ugi",
    .summary = "another engine, a program that speaks UGI: ugi:COMMAND, grace=TIME, patience=TIME, "
               "and its own options",
    .make = make,
    .choose = choose,
    .reset = reset,
    .release = release,
};

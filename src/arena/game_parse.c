// SPDX-License-Identifier: MIT
// Reading games: tags line by line up to the first that is none, then words up to the result.
#include <ctype.h>  // isdigit
#include <stdio.h>  // snprintf
#include <stdlib.h> // strtoull
#include <string.h> // strcmp
#include <xxhash.h> // XXH3_64bits

#include "arena/game_text.h"
#include "sternhalma/notation.h"

enum { MOST_PLIES = 100000 };

typedef struct reader {
    sh_played *played;
    const char *at;
    int line;
    const char *summed; // what the checksum is of; NULL: there is none
    uint64_t sum;
    bool tagged; // some tag was read
    char game[SH_MAX_NAME], rules[16], start[SH_MAX_POSITION_TEXT], result[SH_RESULT_TEXT];
    char out[SH_MAX_PLAYERS + 1];
    sh_error *error;
} reader;

static sh_status wrong(const reader *r, const char *what, const char *text) {
    int length = (int)strcspn(text, "\n");
    return sh_fail(r->error, SH_DATA, "line %d: %s '%.*s'", r->line, what,
                   length < 60 ? length : 60, text);
}

static void pass_over(reader *r, const char *to) {
    for (; r->at < to; r->at++) r->line += *r->at == '\n';
}

// Blanks, comments and lines that begin with a percent sign.
static void skip(reader *r) {
    for (bool again = true; again;) {
        const char *at = r->at;
        pass_over(r, r->at + strspn(r->at, " \t\r\n"));
        bool begins = at != r->at ? r->at[-1] == '\n' : r->line == 1;
        if (*r->at == ';' || (*r->at == '%' && begins)) pass_over(r, r->at + strcspn(r->at, "\n"));
        if (*r->at == '{') {
            const char *end = strchr(r->at, '}');
            pass_over(r, end ? end + 1 : r->at + strlen(r->at));
        }
        again = at != r->at;
    }
}

static void keep(char *to, size_t room, const char *value, size_t length) {
    snprintf(to, room, "%.*s", (int)length, value);
}

static void take_nodes(sh_played *p, const char *value) {
    char *end = (char *)value;
    for (int i = 0; i < SH_MAX_PLAYERS && *end != '"'; i++) p->nodes[i] = strtoull(end, &end, 10);
}

static void take_tag(reader *r, const char *name, size_t width, const char *value, size_t length) {
    sh_played *p = r->played;
    const struct {
        const char *name;
        char *to;
        size_t room;
    } texts[] = {{"Game", r->game, sizeof r->game},    {"Rules", r->rules, sizeof r->rules},
                 {"Start", r->start, sizeof r->start}, {"Result", r->result, sizeof r->result},
                 {"Out", r->out, sizeof r->out},       {"End", p->end, sizeof p->end},
                 {"Fault", p->fault, sizeof p->fault}};
    char word[16];
    keep(word, sizeof word, name, width);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(word, texts[i].name) == 0) keep(texts[i].to, texts[i].room, value, length);
    for (int i = 0; i < SH_MAX_PLAYERS; i++)
        if (strcmp(word, sh_seat_tag(i)) == 0) keep(p->agent[i], SH_AGENT_TEXT, value, length);
    if (strcmp(word, "Round") == 0) p->round = atoi(value);
    if (strcmp(word, "Opening") == 0) p->opening = atoi(value);
    if (strcmp(word, "Nodes") == 0) take_nodes(p, value);
    if (strcmp(word, "Sum") == 0) {
        r->sum = strtoull(value, NULL, 16);
        r->summed = value + strcspn(value, "\n");
        r->summed += *r->summed == '\n';
    }
}

// A line [NAME "VALUE"].
static sh_status read_tag(reader *r) {
    const char *name = r->at + 1, *end = r->at + strcspn(r->at, "\n");
    size_t width = strcspn(name, " \n");
    const char *value = name + width + 2;
    if (value >= end || name[width] != ' ' || value[-1] != '"')
        return wrong(r, "this is not a tag like [Game \"7x7/6\"]:", r->at);
    size_t length = strcspn(value, "\"\n");
    if (value[length] != '"' || value[length + 1] != ']')
        return wrong(r, "this is not a tag like [Game \"7x7/6\"]:", r->at);
    take_tag(r, name, width, value, length);
    r->tagged = true;
    pass_over(r, end);
    return SH_OK;
}

static sh_status read_tags(reader *r) {
    sh_status status = SH_OK;
    skip(r);
    while (!status && *r->at == '[') {
        status = read_tag(r);
        skip(r);
    }
    return status;
}

// The game and where it began.
static sh_status begin(reader *r) {
    sh_played *p = r->played;
    sh_profile profile = SH_STRICT;
    sh_position position;
    sh_error why = {.text = ""};
    if (!*r->game) return sh_fail(r->error, SH_DATA, "line %d: no tag Game before it", r->line);
    sh_status status = *r->rules ? sh_profile_parse(&profile, r->rules, &why) : SH_OK;
    if (!status) status = sh_game_parse(&p->game, r->game, profile, &why);
    if (!status && p->game.players < 2)
        status = sh_fail(&why, SH_DATA, "%s is not a game of two or more players", r->game);
    if (!status)
        status = sh_position_parse(&p->game, *r->start ? r->start : "startpos", &position, &why);
    if (!status) status = sh_record_open(&p->record, &p->game, &position, &why);
    return status ? sh_fail(r->error, SH_DATA, "line %d: %.400s", r->line, why.text) : SH_OK;
}

// Is this a result of the game? Then *winner is who won, -1 where nobody did, -2 where it was not
// ended.
static bool is_result(const reader *r, const char *word, int *winner) {
    char text[SH_RESULT_TEXT];
    int players = r->played->game.players;
    *winner = -2;
    if (strcmp(word, "*") == 0) return true;
    for (*winner = -1; *winner < players; ++*winner) {
        sh_result_print(players, *winner, text);
        if (strcmp(word, text) == 0) return true;
    }
    return false;
}

static bool is_number(const char *word) {
    size_t digits = strspn(word, "0123456789");
    return digits && word[digits] == '.' && strspn(word + digits, ".") == strlen(word + digits);
}

static sh_status play_word(reader *r, const char *word) {
    sh_move move;
    sh_error why = {.text = ""};
    sh_record *record = r->played->record;
    sh_status status =
        sh_move_parse(&r->played->game, sh_record_position(record), word, &move, &why);
    if (!status && sh_record_count(record) >= MOST_PLIES)
        status = sh_fail(&why, SH_DATA, "a game has at most %d plies", MOST_PLIES);
    if (!status) status = sh_record_play(record, move, &why);
    return status ? sh_fail(r->error, SH_DATA, "line %d: %.60s: %.300s", r->line, word, why.text)
                  : SH_OK;
}

// Moves up to the result, which is left in `word`.
static sh_status read_moves(reader *r, char *word, size_t room) {
    for (;;) {
        skip(r);
        size_t length = strcspn(r->at, " \t\r\n{;[");
        if (length == 0 || length >= room)
            return wrong(r, "a game ends with 1-0, 0-1, 1/2-1/2 or *, not with", r->at);
        int winner;
        keep(word, room, r->at, length);
        pass_over(r, r->at + length);
        if (is_result(r, word, &winner)) return SH_OK;
        if (is_number(word)) continue;
        sh_status status = play_word(r, word);
        if (status) return status;
    }
}

// Does the ending fit the moves?
static sh_status settle(reader *r, const char *word) {
    sh_played *p = r->played;
    sh_result result = sh_record_result(p->record);
    if (*r->result && strcmp(r->result, word) != 0) return wrong(r, "the tag Result is not", word);
    is_result(r, word, &p->winner);
    p->over = p->winner > -2;
    if (!p->over) p->winner = -1;
    for (int i = 0; i < p->game.players; i++)
        p->out[i] = p->game.players > 2 && strchr(r->out, sh_game_letter(&p->game, i));
    // Who was taken out does not win; then the others share the game.
    int winner = result.winner >= 0 && p->out[result.winner] ? -1 : result.winner;
    if (result.ending != SH_GOES_ON && (!p->over || winner != p->winner))
        return wrong(r, "by its moves the game did not end", word);
    if (p->opening < 0 || p->opening > sh_record_count(p->record))
        return sh_fail(r->error, SH_DATA, "line %d: the game is shorter than its opening", r->line);
    return SH_OK;
}

// The checksum is of everything from behind its tag to the empty line after the moves.
static sh_status check_sum(reader *r) {
    if (!r->summed) return SH_OK;
    const char *end = r->at;
    if (strncmp(end, "\n\n", 2) == 0) pass_over(r, end + 2);
    r->played->summed = XXH3_64bits(r->summed, (size_t)(r->at - r->summed)) == r->sum;
    if (r->played->summed) return SH_OK;
    return sh_fail(r->error, SH_DATA, "line %d: the game is damaged: its checksum differs",
                   r->line);
}

sh_status sh_game_text_parse(sh_played *played, const char **at, int *line, sh_error *error) {
    reader r = {.played = played, .at = *at, .line = *line, .error = error};
    char word[SH_MAX_MOVE_TEXT];
    memset(played, 0, sizeof *played);
    sh_status status = read_tags(&r);
    if (!status && !r.tagged && !*r.at) return SH_NO;
    if (!status) status = begin(&r);
    if (!status) status = read_moves(&r, word, sizeof word);
    if (!status) status = settle(&r, word);
    if (!status) status = check_sum(&r);
    if (status) sh_played_close(played);
    *at = r.at;
    *line = r.line;
    return status;
}

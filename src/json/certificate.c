// SPDX-License-Identifier: MIT
// See certificate.h. Line by line by their first word; what is none of those is moves, and the
// first of them poses the puzzle. A text that begins with a brace is the JSON of a search.
#include "json/certificate.h"

#include <ctype.h>   // isspace
#include <jansson.h> // json_loads
#include <limits.h>  // INT_MAX
#include <stdio.h>   // snprintf
#include <stdlib.h>  // malloc
#include <string.h>  // strcmp

#include "puzzle/game_search.h"
#include "puzzle/identity.h"
#include "puzzle/transfer.h"
#include "sternhalma/notation.h"

typedef struct reading {
    sh_certificate *c;
    const char *puzzle; // by name, until posed
    sh_puzzle_kind kind;
    int moves; // of the board, 0: as it says
    bool jumps_only, posed;
    sh_game endless; // by which moves are played: no transfer is over before its last move
    int line;
    int length; // whose levels are being read, -1: that of `none`
    int known;  // … and how many of them are exact
    int above;  // lines of the file before the picture
    char bounds[64], name[64];
    sh_error *error;
} reading;

void sh_certificate_free(sh_certificate *c) {
    free(c->picture);
    c->picture = NULL;
}

// Poses the puzzle before its first move.
static sh_status pose(reading *r) {
    if (r->posed) return SH_OK;
    sh_status status = SH_OK;
    if (r->c->picture) {
        status = sh_puzzle_draw_from(&r->c->puzzle, r->kind, "drawn", r->c->picture, r->above,
                                     r->moves, r->jumps_only, r->error);
    } else if (r->puzzle) {
        status =
            sh_puzzle_parse(&r->c->puzzle, r->kind, r->puzzle, r->moves, r->jumps_only, r->error);
        if (status) status = SH_DATA;
    } else {
        status = sh_fail(r->error, SH_DATA,
                         "the file does not say which puzzle it solves: name it after the file");
    }
    if (status) return status;
    r->posed = true;
    sh_position_start(&r->c->puzzle.game, &r->c->position[0]);
    r->endless = r->c->puzzle.game;
    if (r->kind == SH_PUZZLE_TRANSFER) r->endless.goal[0] = r->endless.board.mask;
    return SH_OK;
}

static sh_status play(reading *r, const char *text) {
    sh_certificate *c = r->c;
    sh_status status = pose(r);
    if (status) return status;
    if (c->moves == SH_CERTIFICATE_MOVES)
        return sh_fail(r->error, SH_DATA, "more than %d moves", SH_CERTIFICATE_MOVES);
    sh_position *now = &c->position[c->moves];
    if (r->kind == SH_PUZZLE_GAME && sh_puzzle_arrived(&c->puzzle, now->army) >= 0)
        return sh_fail(r->error, SH_DATA, "move %d, %.40s: an army had arrived before",
                       c->moves + 1, text);
    sh_error reason;
    sh_move move;
    if (sh_move_parse(&r->endless, now, text, &move, &reason))
        return sh_fail(r->error, SH_DATA, "move %d, %.40s: %.300s", c->moves + 1, text,
                       reason.text);
    c->move[c->moves++] = move;
    c->position[c->moves] = *now;
    sh_move_apply(&c->puzzle.game, &c->position[c->moves], move);
    return SH_OK;
}

// Moves separated by commas or blanks; "12." before a move is its number.
static sh_status play_all(reading *r, char *text) {
    char *rest;
    for (char *word = strtok_r(text, ", \t\r", &rest); word;
         word = strtok_r(NULL, ", \t\r", &rest)) {
        size_t digits = strspn(word, "0123456789");
        if (digits && word[digits] == '.') word += digits + 1;
        if (!*word) continue;
        sh_status status = play(r, word);
        if (status) return status;
    }
    return SH_OK;
}

static sh_status add_level(reading *r, const char *text) {
    sh_certificate_level level = {.length = r->length, .known = r->known};
    unsigned long long boards, hash;
    if (sscanf(text, "%d %llu %llx", &level.time, &boards, &hash) != 3)
        return sh_fail(r->error, SH_DATA, "line %d: a level is a time, a number and a hash",
                       r->line);
    if (r->c->levels == SH_CERTIFICATE_LEVELS)
        return sh_fail(r->error, SH_DATA, "line %d: more than %d levels", r->line,
                       SH_CERTIFICATE_LEVELS);
    level.boards = boards;
    level.hash = hash;
    r->c->level[r->c->levels++] = level;
    return SH_OK;
}

static bool word_is(const char *line, const char *word, const char **rest) {
    size_t length = strlen(word);
    if (strncmp(line, word, length) || (line[length] && !isspace((unsigned char)line[length])))
        return false;
    *rest = line + length;
    while (isspace((unsigned char)**rest)) (*rest)++;
    return true;
}

static sh_status read_number(const reading *r, const char *text, int *number) {
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end || value < 0 || value > SH_CERTIFICATE_MOVES)
        return sh_fail(r->error, SH_DATA, "line %d: '%.20s' is not a number of moves, 0 to %d",
                       r->line, text, SH_CERTIFICATE_MOVES);
    *number = (int)value;
    return SH_OK;
}

static sh_status read_kind(reading *r, const char *text) {
    if (strcmp(text, "transfer") && strcmp(text, "game"))
        return sh_fail(r->error, SH_DATA, "line %d: a kind is transfer or game, not '%.20s'",
                       r->line, text);
    r->kind = strcmp(text, "game") == 0 ? SH_PUZZLE_GAME : SH_PUZZLE_TRANSFER;
    return SH_OK;
}

static sh_status read_line(reading *r, char *line) {
    const char *rest;
    if (word_is(line, "puzzle", &rest)) {
        snprintf(r->name, sizeof r->name, "%s", rest);
        r->puzzle = r->name;
        return SH_OK;
    }
    if (word_is(line, "kind", &rest)) return read_kind(r, rest);
    if (word_is(line, "jumps-only", &rest)) {
        r->jumps_only = true;
        return SH_OK;
    }
    if (word_is(line, "solution", &rest)) return read_number(r, rest, &r->c->claimed);
    if (word_is(line, "none", &rest)) return read_number(r, rest, &r->c->none);
    if (word_is(line, "known", &rest)) return read_number(r, rest, &r->known);
    if (word_is(line, "length", &rest)) {
        r->known = 0;
        return read_number(r, rest, &r->length);
    }
    if (word_is(line, "bounds", &rest)) {
        snprintf(r->bounds, sizeof r->bounds, "%s", rest);
        return SH_OK;
    }
    if (word_is(line, "level", &rest)) return add_level(r, rest);
    return play_all(r, line);
}

// Copies the lines between `picture` and `end`, and goes on behind them.
static sh_status take_picture(reading *r, const char **at) {
    const char *end = strstr(*at, "\nend");
    if (!end) return sh_fail(r->error, SH_DATA, "a picture ends with 'end'");
    if (r->posed)
        return sh_fail(r->error, SH_DATA, "line %d: a picture stands before the moves", r->line);
    free(r->c->picture);
    r->c->picture = strndup(*at, (size_t)(end - *at) + 1);
    if (!r->c->picture) return sh_fail(r->error, SH_RESOURCES, "no memory for the picture");
    r->above = r->line;
    for (const char *c = *at; c <= end; c++) r->line += *c == '\n';
    *at = end + 1 + strcspn(end + 1, "\n");
    if (**at) ++*at, r->line++;
    return SH_OK;
}

static sh_status read_text(reading *r, const char *text) {
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n"), said = strcspn(at, "#\n");
        char *line = strndup(at, said);
        if (!line) return sh_fail(r->error, SH_RESOURCES, "no memory for the file");
        r->line++;
        at += length + (at[length] == '\n');
        size_t used = strlen(line);
        while (used && isspace((unsigned char)line[used - 1])) line[--used] = '\0';
        char *first = line + strspn(line, " \t");
        sh_status status = SH_OK;
        if (strcmp(first, "picture") == 0) {
            status = take_picture(r, &at);
        } else if (*first) {
            status = read_line(r, first);
        }
        free(line);
        if (status) return status;
    }
    return SH_OK;
}

// The first value with moves: lines of a search before its answer are passed over.
static json_t *find_answer(const char *text, json_error_t *problem) {
    for (;;) {
        json_t *value = json_loads(text, JSON_DISABLE_EOF_CHECK, problem);
        if (!value || json_is_array(value) || json_object_get(value, "solution")) return value;
        text += problem->position;
        if (!text[strspn(text, " \t\r\n")]) return value;
        json_decref(value);
    }
}

static sh_status read_json(reading *r, const char *text) {
    json_error_t problem;
    json_t *object = find_answer(text, &problem);
    if (!object) return sh_fail(r->error, SH_DATA, "line %d: %.200s", problem.line, problem.text);
    json_t *moves = json_is_array(object) ? object : json_object_get(object, "solution");
    const char *game = json_string_value(json_object_get(object, "game"));
    const char *kind = json_string_value(json_object_get(object, "kind"));
    sh_status status = SH_OK;
    if (game) r->puzzle = game;
    if (kind) status = read_kind(r, kind);
    if (json_is_true(json_object_get(object, "jumps_only"))) r->jumps_only = true;
    json_t *length = json_object_get(object, "length");
    json_int_t claimed = json_is_integer(length) ? json_integer_value(length) : -1;
    if (claimed >= 0) r->c->claimed = claimed < INT_MAX ? (int)claimed : INT_MAX;
    if (!status && !json_is_array(moves))
        status = sh_fail(r->error, SH_DATA, "the object has no list 'solution'");
    for (size_t i = 0; i < json_array_size(moves) && !status; i++) {
        const char *move = json_string_value(json_array_get(moves, i));
        status = move ? play(r, move) : sh_fail(r->error, SH_DATA, "move %zu is not text", i + 1);
    }
    if (!status) status = pose(r);
    json_decref(object);
    return status;
}

// A level is of a length that can be searched, and of a time before its end.
static sh_status check_level(const reading *r, const sh_certificate_level *level) {
    int most = r->kind == SH_PUZZLE_GAME ? SH_GAME_MOST_MOVES - 1 : SH_MAX_TRANSFER;
    if (level->length < 0)
        return sh_fail(r->error, SH_DATA, "the levels are of no length: none or length says which");
    if (level->length > most)
        return sh_fail(r->error, SH_DATA, "levels of %d moves: searches go to %d", level->length,
                       most);
    if (level->time < 0 || level->time > level->length)
        return sh_fail(r->error, SH_DATA, "a level of %d moves at time %d", level->length,
                       level->time);
    if (level->known > level->length / 2)
        return sh_fail(r->error, SH_DATA, "%d exact levels: at most half of %d moves are",
                       level->known, level->length);
    return SH_OK;
}

// Levels without a length are those of `none`; levels by other bounds mean nothing here.
static sh_status complete(reading *r) {
    sh_certificate *c = r->c;
    const char *bounds = sh_puzzle_bounds(r->kind);
    sh_status status = SH_OK;
    for (int i = 0; i < c->levels && !status; i++) {
        if (c->level[i].length < 0) c->level[i].length = c->none;
        status = check_level(r, &c->level[i]);
    }
    if (status) return status;
    if (*r->bounds && strcmp(r->bounds, bounds))
        return sh_fail(r->error, SH_DATA, "the bounds '%.60s' are not those of this program: %s",
                       r->bounds, bounds);
    c->arrived = sh_puzzle_arrived(&c->puzzle, c->position[c->moves].army) >= 0;
    return SH_OK;
}

sh_status sh_certificate_read(sh_certificate *c, const char *text, const char *puzzle,
                              sh_puzzle_kind kind, int moves, bool jumps_only, sh_error *error) {
    reading r = {.c = c,
                 .puzzle = puzzle,
                 .kind = kind,
                 .moves = moves,
                 .length = -1,
                 .jumps_only = jumps_only,
                 .error = error};
    memset(c, 0, sizeof *c);
    c->claimed = c->none = -1;
    const char *first = text + strspn(text, " \t\r\n");
    sh_status status = *first == '{' || *first == '[' ? read_json(&r, first) : read_text(&r, text);
    if (!status) status = pose(&r);
    if (!status) status = complete(&r);
    if (status) sh_certificate_free(c);
    return status;
}

char *sh_certificate_moves(const sh_puzzle *puzzle, const sh_move *moves, int count) {
    sh_position position;
    char *text = calloc(1, 1), one[SH_MAX_MOVE_TEXT];
    size_t used = 0, column = 0;
    sh_position_start(&puzzle->game, &position);
    for (int i = 0; i < count && text; i++) {
        sh_path path;
        sh_move_path(&puzzle->game, &position, moves[i], &path);
        sh_path_print(&puzzle->game, &path, one);
        sh_move_apply(&puzzle->game, &position, moves[i]);
        size_t length = strlen(one);
        const char *gap = i == 0 ? "" : column + length > 96 ? ",\n" : ", ";
        char *grown = realloc(text, used + length + 4);
        if (!grown) {
            free(text);
            return NULL;
        }
        text = grown;
        column = gap[0] && gap[1] == '\n' ? length : column + length + 2;
        used += (size_t)sprintf(text + used, "%s%s", gap, one);
    }
    return text;
}

// SPDX-License-Identifier: MIT
// Writing games. The text of a game is made first, because its checksum stands before it.
#include "arena/game_text.h"

#include <stdio.h>  // snprintf
#include <string.h> // strlen
#include <xxhash.h> // XXH3_64bits

#include "sternhalma/notation.h"

enum { WIDTH = 100 };

void sh_played_close(sh_played *played) {
    sh_record_close(played->record);
    played->record = NULL;
}

const char *sh_seat_tag(int player) {
    static const char *const TAGS[] = {"First", "Second", "Third", "Fourth", "Fifth", "Sixth"};
    return TAGS[player];
}

void sh_result_print(int players, int winner, char text[SH_RESULT_TEXT]) {
    size_t used = 0;
    for (int p = 0; p < players; p++) {
        const char *dash = p ? "-" : "";
        used +=
            (size_t)(winner < 0
                         ? snprintf(text + used, SH_RESULT_TEXT - used, "%s1/%d", dash, players)
                         : snprintf(text + used, SH_RESULT_TEXT - used, "%s%d", dash, p == winner));
    }
}

static const char *result_text(const sh_played *p, char text[SH_RESULT_TEXT]) {
    if (!p->over) return "*";
    text[0] = 0;
    sh_result_print(p->game.players, p->winner, text);
    return text;
}

// A tag; what would end its value early, or its line, is left out.
static void add_tag(sh_text *text, const char *name, const char *value) {
    char clean[SH_AGENT_TEXT];
    size_t length = 0;
    for (; *value && length < sizeof clean - 1; value++)
        if (*value != '"' && (unsigned char)*value >= ' ') clean[length++] = *value;
    clean[length] = 0;
    sh_text_add(text, "[%s \"%s\"]\n", name, clean);
}

static void add_tags(sh_text *text, const sh_played *p, const sh_position *start) {
    sh_position usual;
    sh_position_start(&p->game, &usual);
    add_tag(text, "Game", p->game.name);
    add_tag(text, "Rules", sh_profile_name(p->game.profile));
    if (p->round) sh_text_add(text, "[Round \"%d\"]\n", p->round);
    for (int i = 0; i < p->game.players; i++) add_tag(text, sh_seat_tag(i), p->agent[i]);
    if (!sh_position_equal(start, &usual)) {
        char position[SH_MAX_POSITION_TEXT];
        sh_position_print(&p->game, start, position);
        add_tag(text, "Start", position);
    }
    if (p->opening) sh_text_add(text, "[Opening \"%d\"]\n", p->opening);
    char result[SH_RESULT_TEXT], out[SH_MAX_PLAYERS + 1] = "";
    add_tag(text, "Result", result_text(p, result));
    if (*p->end) add_tag(text, "End", p->end);
    if (*p->fault) add_tag(text, "Fault", p->fault);
    for (int i = 0, n = 0; i < p->game.players; i++)
        if (p->out[i]) out[n++] = sh_game_letter(&p->game, i);
    if (*out && p->game.players > 2) add_tag(text, "Out", out);
    for (int i = 0; i < p->game.players; i++)
        sh_text_add(text, i ? " %llu" : "[Nodes \"%llu", (unsigned long long)p->nodes[i]);
    sh_text_add(text, "\"]\n\n");
}

// A word of the moves, on a new line where it does not fit.
static void add_word(sh_text *text, size_t *column, const char *word) {
    size_t length = strlen(word);
    bool breaks = *column + 1 + length > WIDTH;
    if (*column) sh_text_add(text, breaks ? "\n" : " ");
    *column = (breaks || !*column ? 0 : *column + 1) + length;
    sh_text_add(text, "%s", word);
}

static void add_moves(sh_text *text, const sh_played *p, const sh_agent_choice *choices) {
    char word[SH_MAX_MOVE_TEXT];
    size_t column = 0;
    for (int i = 0; i < sh_record_count(p->record); i++) {
        if (i % p->game.players == 0) {
            snprintf(word, sizeof word, "%d.", i / p->game.players + 1);
            add_word(text, &column, word);
        }
        sh_move_print(&p->game, sh_record_move(p->record, i), word);
        add_word(text, &column, word);
        const sh_agent_choice *choice =
            choices && i >= p->opening ? &choices[i - p->opening] : NULL;
        if (!choice || choice->score.kind == SH_SCORE_NONE) continue;
        char score[SH_MAX_SCORE_TEXT];
        sh_score_print(choice->score, SH_SCORE_RECORD, score);
        snprintf(word, sizeof word, "{%s/%d}", score, choice->depth);
        add_word(text, &column, word);
    }
    char result[SH_RESULT_TEXT];
    add_word(text, &column, result_text(p, result));
    sh_text_add(text, "\n\n");
}

// The position at which a record began.
static sh_position start_of(const sh_played *p) {
    sh_position position = *sh_record_position(p->record);
    for (int i = sh_record_count(p->record) - 1; i >= 0; i--)
        sh_move_undo(&p->game, &position, sh_record_move(p->record, i));
    return position;
}

void sh_game_text_print(sh_text *text, const sh_played *played, const sh_agent_choice *choices) {
    sh_text body = {0};
    sh_position start = start_of(played);
    add_tags(&body, played, &start);
    add_moves(&body, played, choices);
    if (body.failed)
        text->failed = true;
    else
        sh_text_add(text, "[Sum \"%016llx\"]\n%s",
                    (unsigned long long)XXH3_64bits(body.at, body.length), body.at);
    sh_text_free(&body);
}

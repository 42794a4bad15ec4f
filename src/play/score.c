// SPDX-License-Identifier: MIT
// Scores in words, for the protocol and for records.
#include "sternhalma/score.h"

#include <ctype.h>  // isspace
#include <stdio.h>  // snprintf
#include <stdlib.h> // labs
#include <string.h> // strncmp

enum { EVEN = 15, EVEN_SHARE = 2 }; // what differs by less is as good

// A mate of so many moves is one of so many plies: the winner's moves are counted.
static long moves_of(long plies, int winner) { return winner > 0 ? (plies + 1) / 2 : plies / 2; }
static int plies_of(int moves, int winner) { return winner > 0 ? 2 * moves - 1 : 2 * moves; }

int sh_score_winner(sh_score score) {
    bool decides =
        score.kind == SH_SCORE_RACE || score.kind == SH_SCORE_PROOF || score.kind == SH_SCORE_TABLE;
    return decides ? (score.amount > 0) - (score.amount < 0) : 0;
}

bool sh_score_falls(sh_score before, sh_score after) {
    int was = sh_score_winner(before), is = sh_score_winner(after);
    if (was != is) return is < was;
    if (was || before.kind != after.kind) return false;
    if (before.kind == SH_SCORE_SHARE) return before.amount - after.amount >= EVEN_SHARE;
    return before.kind == SH_SCORE_ESTIMATE && before.amount - after.amount >= EVEN;
}

const char *sh_score_kind_name(sh_score_kind kind) {
    static const char *const names[] = {
        [SH_SCORE_NONE] = "none", [SH_SCORE_ESTIMATE] = "estimate", [SH_SCORE_SHARE] = "share",
        [SH_SCORE_RACE] = "race", [SH_SCORE_PROOF] = "proof",       [SH_SCORE_TABLE] = "table"};
    return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : names[0];
}

static const char *plural(long number) { return number == 1 ? "" : "s"; }

static void speak_of_end(sh_score score, int winner, char *text) {
    const char *verb = winner > 0 ? "win" : "lose";
    long lead = labs(score.amount);
    if (score.kind == SH_SCORE_RACE && score.plies)
        snprintf(text, SH_MAX_SCORE_TEXT, "you %s the race by %ld move%s", verb, lead,
                 plural(lead));
    else if (score.kind == SH_SCORE_RACE)
        snprintf(text, SH_MAX_SCORE_TEXT, "you %s the race", verb);
    else if (score.plies == 1)
        snprintf(text, SH_MAX_SCORE_TEXT, "you %s with the next move", verb);
    else if (score.plies)
        snprintf(text, SH_MAX_SCORE_TEXT, "you %s in %d plies", verb, score.plies);
    else
        snprintf(text, SH_MAX_SCORE_TEXT, "you %s", verb);
}

static void speak(sh_score score, int winner, char *text) {
    if (winner)
        speak_of_end(score, winner, text);
    else if (score.kind == SH_SCORE_TABLE)
        snprintf(text, SH_MAX_SCORE_TEXT, "the game is a draw");
    else if (score.kind == SH_SCORE_SHARE)
        snprintf(text, SH_MAX_SCORE_TEXT, "your share of the win is about %d %%", score.amount);
    else if (score.kind != SH_SCORE_ESTIMATE)
        snprintf(text, SH_MAX_SCORE_TEXT, "nobody knows who wins");
    else if (labs(score.amount) < EVEN)
        snprintf(text, SH_MAX_SCORE_TEXT, "the game is about even");
    else
        snprintf(text, SH_MAX_SCORE_TEXT, "you are about %.1f moves %s", labs(score.amount) / 100.0,
                 score.amount > 0 ? "ahead" : "behind");
}

static void print_protocol(sh_score score, int winner, char *text) {
    if (winner && score.plies)
        snprintf(text, SH_MAX_SCORE_TEXT, "mate %s%ld", winner > 0 ? "" : "-",
                 moves_of(score.plies, winner));
    else if (winner)
        snprintf(text, SH_MAX_SCORE_TEXT, winner > 0 ? "win" : "loss");
    else if (score.kind == SH_SCORE_SHARE)
        snprintf(text, SH_MAX_SCORE_TEXT, "share %d", score.amount);
    else if (score.kind == SH_SCORE_NONE)
        snprintf(text, SH_MAX_SCORE_TEXT, "none");
    else
        snprintf(text, SH_MAX_SCORE_TEXT, "cp %d", score.amount);
}

static void print_record(sh_score score, int winner, char *text) {
    if (winner && score.plies)
        snprintf(text, SH_MAX_SCORE_TEXT, "%cM%ld", winner > 0 ? '+' : '-',
                 moves_of(score.plies, winner));
    else if (winner)
        snprintf(text, SH_MAX_SCORE_TEXT, winner > 0 ? "+W" : "-W");
    else if (score.kind == SH_SCORE_SHARE)
        snprintf(text, SH_MAX_SCORE_TEXT, "%d%%", score.amount);
    else if (score.kind == SH_SCORE_ESTIMATE)
        snprintf(text, SH_MAX_SCORE_TEXT, "%+.2f", score.amount / 100.0);
    else
        snprintf(text, SH_MAX_SCORE_TEXT, score.kind == SH_SCORE_TABLE ? "=" : "?");
}

void sh_score_print(sh_score score, sh_score_style style, char text[SH_MAX_SCORE_TEXT]) {
    int winner = sh_score_winner(score);
    if (style == SH_SCORE_SPOKEN)
        speak(score, winner, text);
    else if (style == SH_SCORE_PROTOCOL)
        print_protocol(score, winner, text);
    else
        print_record(score, winner, text);
}

// The whole number at the beginning of a text, at most so great either way.
static bool read_number(const char *text, long most, int *number) {
    char *end;
    long read = strtol(text, &end, 10);
    if (end == text || (*end && !isspace((unsigned char)*end)) || read < -most || read > most)
        return false;
    *number = (int)read;
    return true;
}

// Does a text begin with this word? *rest is what follows.
static bool begins(const char *text, const char *word, const char **rest) {
    size_t length = strlen(word);
    if (strncmp(text, word, length) != 0) return false;
    *rest = text + length;
    return !**rest || isspace((unsigned char)**rest);
}

bool sh_score_parse(sh_score *score, const char *text) {
    const char *rest;
    int number;
    *score = (sh_score){0};
    if (begins(text, "cp", &rest) && read_number(rest, 30000, &number))
        *score = (sh_score){.kind = SH_SCORE_ESTIMATE, .amount = number};
    else if (begins(text, "share", &rest) && read_number(rest, 100, &number) && number >= 0)
        *score = (sh_score){.kind = SH_SCORE_SHARE, .amount = number};
    else if (begins(text, "mate", &rest) && read_number(rest, 1000, &number) && number)
        *score = (sh_score){.kind = SH_SCORE_PROOF,
                            .amount = number > 0 ? 1 : -1,
                            .plies = plies_of(abs(number), number)};
    else if (begins(text, "win", &rest) || begins(text, "loss", &rest))
        *score = (sh_score){.kind = SH_SCORE_PROOF, .amount = *text == 'w' ? 1 : -1};
    else
        return false;
    return true;
}

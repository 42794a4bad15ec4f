// SPDX-License-Identifier: MIT
#include "board/name_guess.h"

#include <stdio.h>  // snprintf
#include <string.h> // strlen

#include "board/terms.h"

// Only names with terms are worth a board.
static bool is_game(const char *name, sh_profile profile) {
    sh_terms terms;
    sh_game game;
    return sh_terms_parse(&terms, name, profile, NULL) == SH_OK &&
           sh_game_make(&game, &terms, NULL) == SH_OK;
}

// Small letters, without spaces, and x for other signs of multiplication.
static bool make_plain(const char *name, char plain[SH_MAX_NAME]) {
    size_t length = 0;
    for (const char *at = name; *at; at++) {
        char letter = *at >= 'A' && *at <= 'Z' ? (char)(*at + ('a' - 'A')) : *at;
        if (letter == ' ') continue;
        if (!strncmp(at, "\xc3\x97", 2)) at++; // ×
        if (letter == '*' || letter == '\xc3') letter = 'x';
        if (length + 1 >= SH_MAX_NAME) return false;
        plain[length++] = letter;
    }
    plain[length] = '\0';
    return length > 0;
}

// The name up to its rules with its rules in the order of names.
static bool sort_rules(const char *plain, char sorted[SH_MAX_NAME]) {
    size_t length = strcspn(plain, "+");
    memcpy(sorted, plain, length);
    for (int number = 0; number < SH_RULE_COUNT; number++) {
        const char *suffix = sh_rule_suffix(number);
        const char *at = *suffix == '+' ? strstr(plain, suffix) : NULL;
        if (!at) continue;
        size_t part = 1 + strcspn(at + 1, "+");
        if (length + part >= SH_MAX_NAME) return false;
        memcpy(sorted + length, at, part);
        length += part;
    }
    sorted[length] = '\0';
    return length == strlen(plain); // else there is something that is not a rule
}

// `part` put in before the rules.
static bool complete(const char *plain, const char *part, char guess[SH_MAX_NAME]) {
    int head = (int)strcspn(plain, "+");
    return snprintf(guess, SH_MAX_NAME, "%.*s%s%s", head, plain, part, plain + head) < SH_MAX_NAME;
}

// Other signs between the parts: 7x7-3, star121/2p, star121-2p.
static bool change_sign(const char *plain, char sign, char guess[SH_MAX_NAME]) {
    snprintf(guess, SH_MAX_NAME, "%s", plain);
    size_t at = strcspn(guess, "-_:/,");
    if (!guess[at]) return false;
    guess[at] = sign;
    return true;
}

// A name with one letter changed, put in or taken out.
static bool change_letter(const char *plain, sh_profile profile, char guess[SH_MAX_NAME]) {
    static const char letters[] = "x/:pmstarqchekndwlofv+3120456789";
    size_t length = strlen(plain);
    for (size_t at = 0; at <= length; at++)
        for (int put = 0; put < 3; put++) // instead of the letter, before it, or nothing
            for (const char *letter = letters; *letter; letter++) {
                if (put != 1 && at == length) break;
                int used = snprintf(guess, SH_MAX_NAME, "%.*s%.*s%s", (int)at, plain, put < 2,
                                    letter, plain + at + (put != 1));
                if (used < SH_MAX_NAME && is_game(guess, profile)) return true;
                if (put == 2) break;
            }
    return false;
}

bool sh_name_guess(const char *name, sh_profile profile, char guess[SH_MAX_NAME]) {
    static const char *const missing[] = {":2p", "/3", "121:2p", "/6:6m", ":6m"};
    char plain[SH_MAX_NAME];
    if (!make_plain(name, plain)) return false;
    snprintf(guess, SH_MAX_NAME, "%s", plain);
    if (is_game(guess, profile)) return true;
    if (sort_rules(plain, guess) && is_game(guess, profile)) return true;
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (complete(plain, missing[i], guess) && is_game(guess, profile)) return true;
    if (snprintf(guess, SH_MAX_NAME, "star%s", plain) < SH_MAX_NAME && is_game(guess, profile))
        return true;
    if (change_sign(plain, '/', guess) && is_game(guess, profile)) return true;
    if (change_sign(plain, ':', guess) && is_game(guess, profile)) return true;
    return change_letter(plain, profile, guess);
}

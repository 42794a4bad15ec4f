// SPDX-License-Identifier: MIT
// From a game's name to its terms, and from a game back to them.
#include "board/terms.h"

#include <stdbool.h> // bool
#include <stdio.h>   // snprintf
#include <string.h>  // strlen

#include "board/name_guess.h"

static sh_status bad_name(sh_error *error, const char *name) {
    char added[128], guess[SH_MAX_NAME];
    size_t used = 0;
    if (!error) return SH_USAGE;
    if (sh_name_guess(name, SH_STRICT, guess))
        return sh_fail(error, SH_USAGE, "'%.40s' is not a game; did you mean %s?", name, guess);
    for (int number = 0; number < SH_RULE_COUNT; number++)
        if (*sh_rule_suffix(number) == '+')
            used +=
                (size_t)snprintf(added + used, sizeof added - used, ", %s%s",
                                 sh_rule_suffix(number), 1 << number == SH_RULE_LEAVE ? "30" : "");
    return sh_fail(error, SH_USAGE,
                   "'%.40s' is not a game; write 7x7/3 (rhombus, pieces), star37:3p (star, "
                   "players), sq16/19:8m or checkers32/12:4m (board, pieces, directions), and "
                   "behind it what its rules add, in this order: :1p (one army)%s",
                   name, added);
}

// Reads a decimal number of at most three digits without leading zero; moves *at behind it.
static bool number(const char **at, int *value) {
    if (**at < '1' || **at > '9') return false;
    *value = 0;
    for (int digits = 0; **at >= '0' && **at <= '9'; digits++, (*at)++) {
        if (digits == 3) return false;
        *value = *value * 10 + (**at - '0');
    }
    return true;
}

static bool literal(const char **at, const char *text) {
    size_t length = strlen(text);
    if (strncmp(*at, text, length)) return false;
    *at += length;
    return true;
}

static bool has_all(uint32_t rules, uint32_t some) { return (rules & some) == some; }

// What stands behind the board and the army: players, and the rules that are added.
static bool parse_rest(const char *at, sh_terms *terms) {
    if (literal(&at, ":") && !(number(&at, &terms->players) && literal(&at, "p"))) return false;
    for (int i = 0; i < SH_RULE_COUNT; i++) {
        if (*sh_rule_suffix(i) != '+' || !literal(&at, sh_rule_suffix(i))) continue;
        terms->added |= 1u << i;
        if (1u << i == SH_RULE_LEAVE && !number(&at, &terms->leave)) return false;
    }
    return !*at && !has_all(terms->added, SH_RULE_STAND | SH_RULE_PASS) &&
           !has_all(terms->added, SH_RULE_HALMA | SH_RULE_SWAP);
}

static sh_status parse_rhombus(sh_terms *terms, const char *name, sh_error *error) {
    const char *at = name;
    int columns;
    *terms = (sh_terms){.shape = SH_RHOMBUS, .directions = 6, .players = 2};
    if (!number(&at, &terms->size) || !literal(&at, "x") || !number(&at, &columns) ||
        !literal(&at, "/") || !number(&at, &terms->pieces) || !parse_rest(at, terms))
        return bad_name(error, name);
    if (terms->size != columns)
        return sh_fail(error, SH_USAGE, "a rhombus has as many rows as columns, not %d×%d",
                       terms->size, columns);
    return SH_OK;
}

static sh_status parse_squares(sh_terms *terms, const char *name, sh_error *error) {
    const char *at = name;
    bool checkers = literal(&at, "checkers32");
    *terms = (sh_terms){.shape = checkers ? SH_CHECKERS : SH_SQUARE, .size = 8, .players = 2};
    if (!checkers && (!literal(&at, "sq") || !number(&at, &terms->size)))
        return bad_name(error, name);
    if (!literal(&at, "/") || !number(&at, &terms->pieces)) return bad_name(error, name);
    sh_terms rest = {0};
    if (parse_rest(at, &rest))
        return sh_fail(error, SH_USAGE,
                       "'%s' does not say in how many directions pieces move: write %.*s:4m, "
                       "%.*s:6m or %.*s:8m",
                       name, (int)(at - name), name, (int)(at - name), name, (int)(at - name),
                       name);
    if (!literal(&at, ":") || !number(&at, &terms->directions) || !literal(&at, "m") ||
        !parse_rest(at, terms))
        return bad_name(error, name);
    return SH_OK;
}

static sh_status parse_star(sh_terms *terms, const char *name, sh_error *error) {
    const char *at = name;
    int cells, size = 1;
    *terms = (sh_terms){.shape = SH_STAR, .directions = 6};
    if (!literal(&at, "star") || !number(&at, &cells)) return bad_name(error, name);
    while (size <= 4 && 6 * size * (size + 1) + 1 != cells) size++;
    if (size > 4)
        return sh_fail(error, SH_USAGE, "stars have 13, 37, 73 or 121 cells, not %d", cells);
    terms->size = size;
    terms->pieces = size * (size + 1) / 2;
    if (literal(&at, "/") && !number(&at, &terms->pieces)) return bad_name(error, name);
    int board = (int)(at - name);
    if (!parse_rest(at, terms)) return bad_name(error, name);
    if (!terms->players)
        return sh_fail(error, SH_USAGE,
                       "'%.40s' does not say how many play: write %.*s:2p%s, or :3p, :4p, :6p "
                       "(:1p is one army alone)",
                       name, board, name, name + board);
    return SH_OK;
}

sh_status sh_terms_parse(sh_terms *terms, const char *name, sh_profile profile, sh_error *error) {
    if (strlen(name) >= SH_MAX_NAME) return bad_name(error, name);
    sh_status status = (!strncmp(name, "star", 4) ? parse_star
                        : !strncmp(name, "sq", 2) || !strncmp(name, "checkers", 8)
                            ? parse_squares
                            : parse_rhombus)(terms, name, error);
    terms->profile = profile;
    return status;
}

sh_terms sh_terms_of(const sh_game *game) {
    uint32_t rules = sh_rules_of(game);
    sh_terms terms = {.shape = game->board.shape,
                      .size = game->board.size,
                      .directions = game->board.directions,
                      .pieces = game->pieces,
                      .players = game->players,
                      .leave = game->leave,
                      .profile = game->profile};
    for (int number = 0; number < SH_RULE_COUNT; number++)
        if (*sh_rule_suffix(number) == '+') terms.added |= rules & 1u << number;
    return terms;
}

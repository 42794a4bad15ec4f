// SPDX-License-Identifier: MIT
// Sums over the pieces of each army. Player 0 starts at (0, 0) and goes to (m-1, m-1), player 1 the
// other way, so a half turn of the board makes both the same.
#include "play/paper_features.h"

#include <stdlib.h> // abs
#include <string.h> // strcmp

const double sh_paper_weights_he[SH_PAPER_FEATURES] = {0.911, 0.140, 0.388};
const double sh_paper_weights_tuned[SH_PAPER_FEATURES] = {0.244, 0.054, -0.988};

static const char *const NAMES[] = {"printed", "corrected", "program"};

const char *sh_paper_form_name(sh_paper_form form) { return NAMES[form]; }

sh_status sh_paper_form_parse(sh_paper_form *form, const char *name, sh_error *error) {
    for (int i = 0; i < 3; i++)
        if (strcmp(name, NAMES[i]) == 0) {
            *form = (sh_paper_form)i;
            return SH_OK;
        }
    return sh_fail(error, SH_USAGE, "a form of h1 is printed, corrected or program, not \"%s\"",
                   name);
}

const sh_scope sh_paper_scope = {
    .cannot = "the agents of the paper cannot play",
    .takes = {SH_RULE_RHOMBUS | SH_RULE_SIX_WAYS | SH_RULE_TWO | SH_RULE_FILLED |
              SH_RULE_PUBLISHED | SH_RULE_HALMA | SH_RULE_HOPS},
    .instead = {{SH_RULE_STAR | SH_RULE_SQUARE | SH_RULE_CHECKERS | SH_RULES_OF_SEVERAL,
                 "they play between two players on rhombi, such as 7x7/6"}},
};

// Rows and columns still to go to the player's destination corner.
static void distance_to_corner(const sh_game *game, int player, int cell, int *rows, int *columns) {
    int x = game->board.x[cell], y = game->board.y[cell], last = game->board.size - 1;
    *rows = player == 0 ? last - y : y;
    *columns = player == 0 ? last - x : x;
}

typedef struct sums {
    double a, b, c;
} sums;

static void add_piece(sums *total, int rows, int columns, int last, sh_paper_form form) {
    int vertical = rows + columns, beside = abs(rows - columns);
    if (form == SH_PAPER_PROGRAM) {
        total->a += rows * rows + columns * columns;
        total->b += (vertical - last) * (vertical - last) / 2.0;
    } else {
        total->a += vertical * vertical;
        total->b += beside * beside / 4.0;
    }
    if (form == SH_PAPER_CORRECTED)
        total->c += vertical;
    else if (vertical > total->c)
        total->c = vertical;
}

static sums sums_of(const sh_game *game, const sh_position *position, int player,
                    sh_paper_form form) {
    sums total = {0, 0, 0};
    const sh_set *army = &position->army[player];
    for (int cell = sh_set_next(army, 0); cell >= 0; cell = sh_set_next(army, cell + 1)) {
        int rows, columns;
        distance_to_corner(game, player, cell, &rows, &columns);
        add_piece(&total, rows, columns, game->board.size - 1, form);
    }
    return total;
}

void sh_paper_features(const sh_game *game, const sh_position *position, sh_paper_form form,
                       double feature[SH_PAPER_FEATURES]) {
    sums first = sums_of(game, position, 0, form), second = sums_of(game, position, 1, form);
    feature[0] = second.a - first.a;
    feature[1] = second.b - first.b;
    feature[2] = form == SH_PAPER_CORRECTED ? second.c - first.c : first.c - second.c;
}

double sh_paper_value(const sh_game *game, const sh_position *position, const sh_paper_h1 *h1) {
    double feature[SH_PAPER_FEATURES], value = 0;
    sh_paper_features(game, position, h1->form, feature);
    for (int i = 0; i < SH_PAPER_FEATURES; i++) value += h1->weight[i] * feature[i];
    return value;
}

int sh_paper_advance(const sh_game *game, int player, sh_move move) {
    int rows, columns, rows_after, columns_after;
    distance_to_corner(game, player, move.from, &rows, &columns);
    distance_to_corner(game, player, move.to, &rows_after, &columns_after);
    return rows + columns - rows_after - columns_after;
}

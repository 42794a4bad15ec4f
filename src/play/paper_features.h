// SPDX-License-Identifier: MIT
// The two heuristics of Huang and Klukas, "Playing Chinese Checkers with Monte Carlo and Minimax
// Search" (2021), for two players on a rhombus.
//
// h1 is a weighted sum of three differences between the players (their equation 4, after He, Hu and
// Yin 2016):
//   A  sum of the squared vertical distances of the pieces from their destination corner,
//   B  sum of the squared horizontal distances from the line that joins the two corners,
//   C  vertical displacement, see the forms below.
// h2 is how far the last move went forward. "Vertical" is the way between the corners: on our board
// a piece on row r and column c has r + c rows behind it, and |r - c| half cells beside the line.
//
// The authors name two mistakes of their own in C, so there are two forms; and their published
// program differs from their text in A and B, so there is a third:
//   printed    C is the largest vertical distance still to go, and enters as C1 - C2;
//   corrected  C is the sum of those distances, and enters as C2 - C1;
//   program    as printed, but A is the squared straight distance to the corner, and B measures the
//              distance from the *other* diagonal, the middle of the board.
//
// All functions are pure. Values are seen by the first player, who maximises.
#pragma once

#include "board/scope.h"
#include "sternhalma/moves.h"
#include "sternhalma/position.h"

typedef enum sh_paper_form { SH_PAPER_PRINTED, SH_PAPER_CORRECTED, SH_PAPER_PROGRAM } sh_paper_form;

// The three features as differences (A2 - A1, B2 - B1, ±(C1 - C2)), and their weights.
enum { SH_PAPER_FEATURES = 3 };

typedef struct sh_paper_h1 {
    sh_paper_form form;
    double weight[SH_PAPER_FEATURES];
} sh_paper_h1;

// The weights of He et al. that the paper starts from, and those that its own tuning found.
extern const double sh_paper_weights_he[SH_PAPER_FEATURES];
extern const double sh_paper_weights_tuned[SH_PAPER_FEATURES];

// "printed", "corrected" or "program", both ways. Parsing fails with SH_USAGE.
const char *sh_paper_form_name(sh_paper_form form);
sh_status sh_paper_form_parse(sh_paper_form *form, const char *name, sh_error *error) SH_NODISCARD;

// The games that the agents of the paper play: those of two players on a rhombus.
extern const sh_scope sh_paper_scope;

void sh_paper_features(const sh_game *game, const sh_position *position, sh_paper_form form,
                       double feature[SH_PAPER_FEATURES]);
double sh_paper_value(const sh_game *game, const sh_position *position, const sh_paper_h1 *h1);

// How many rows a move goes towards the mover's own goal; negative for a move backwards.
int sh_paper_advance(const sh_game *game, int player, sh_move move);

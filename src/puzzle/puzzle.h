// SPDX-License-Identifier: MIT
// A puzzle after Bell (2009): an army to be carried across a board in as few moves as possible,
// alone (a transfer) or while two sides help each other until the first full occupation (a game).
//
// A puzzle is a game of plain Halma rules (nothing is illegal, the first army that fills its goal
// has arrived) with one player in a transfer and two in a game, so the functions of the rules list,
// check and play its moves. Start and goal may be any sets of cells. It is posed by a name,
// `sq9/10:6m`, `checkers32/12:4m`, `9x9/10`, `star121:2p`, `sq9/10:6m+hops` for jumps only, or by
// a picture in a text file:
//
//     # anything after a # is a comment
//     board sq5:8m          a name without its army: sq5:8m, checkers32:4m, 9x9, star121
//     jumps-only            optional: no steps
//     start                 one line a row, x (and o in a game) for men, . for empty cells;
//     xx...                 blanks are skipped, so that a star can be drawn as it stands
//     xx...
//     .....
//     .....
//     .....
//     goal                  optional: the half turn of the start (in a game: the other's start)
//     .....
//     …
//
// Plain data, immutable once made, safe to share between threads.
#pragma once

#include <stdbool.h> // bool

#include "board/scope.h"
#include "sternhalma/game.h"

#define SH_PUZZLE_TYPES 4

typedef enum sh_puzzle_kind {
    SH_PUZZLE_TRANSFER, // one army alone
    SH_PUZZLE_GAME,     // two armies, whose sides cooperate; player 0 moves first
} sh_puzzle_kind;

typedef struct sh_puzzle {
    sh_puzzle_kind kind;
    sh_game game;  // one player or two; its symmetries keep each army's start and goal, or
                   // exchange the two armies; its movement says whether men only jump
    int reversals; // maps of the board that exchange start and goal of player 0: seen through
                   // one of them, a transfer played backwards is a transfer
    sh_symmetry reversal[SH_MAX_SYMMETRIES];
} sh_puzzle;

// "transfer" or "game".
const char *sh_puzzle_kind_name(sh_puzzle_kind kind);

// The games whose names pose puzzles of a kind.
extern const sh_scope sh_puzzle_scopes[2];

// Poses a puzzle by name. `moves` is 4, 6 or 8 where the name leaves it out (`sq9/10`), 0 for six
// (eight on sq16); `jumps_only` forbids steps, as `+hops` in the name does. SH_USAGE and a sentence
// where there is no such board or army, or the name has a rule that puzzles do not have.
sh_status sh_puzzle_parse(sh_puzzle *puzzle, sh_puzzle_kind kind, const char *name, int moves,
                          bool jumps_only, sh_error *error) SH_NODISCARD;

// Poses a puzzle from the text of a picture. SH_DATA and a sentence with the line where it went
// wrong; SH_USAGE where `moves` is neither 0 nor what the picture says. Steps are forbidden by the
// picture or by `jumps_only`.
sh_status sh_puzzle_draw(sh_puzzle *puzzle, sh_puzzle_kind kind, const char *name, const char *text,
                         int moves, bool jumps_only, sh_error *error) SH_NODISCARD;
// The same for a picture within a file, which has `above` lines before it.
sh_status sh_puzzle_draw_from(sh_puzzle *puzzle, sh_puzzle_kind kind, const char *name,
                              const char *text, int above, int moves, bool jumps_only,
                              sh_error *error) SH_NODISCARD;

// Is no move a step?
static inline bool sh_puzzle_jumps_only(const sh_puzzle *puzzle) {
    return puzzle->game.movement == SH_HOPS_ONLY;
}

// SH_NO and the reason where no number of moves can solve it: the army and its goal differ in size,
// the goal has cells that are closed to it, or, with jumps only, types of cells that do not match.
sh_status sh_puzzle_check(const sh_puzzle *puzzle, sh_error *error) SH_NODISCARD;

// Has the army of some player filled its goal? The player, or -1.
int sh_puzzle_arrived(const sh_puzzle *puzzle, const sh_set *armies);

// The type of a cell (Bell, section 2.1): parities of column and row, 0 to 3. Only steps change
// the type of a man. And how many men of a set are of each.
static inline int sh_puzzle_type(const sh_board *board, int cell) {
    return (board->x[cell] & 1) + 2 * (board->y[cell] & 1);
}
void sh_puzzle_types(const sh_board *board, const sh_set *set, int count[SH_PUZZLE_TYPES]);

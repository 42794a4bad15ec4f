// SPDX-License-Identifier: MIT
// Learned weights of the evaluation: what was trained, as small files in src/play/weights/.
//
// The value of a position for its mover is, in hundredths of a move's worth,
//
//   sum of place[cell] of its pieces - the same of the waiter's, each seen from its own camp
//   + distance · (the waiter's march - the mover's) + tempo
//   + a small network of both armies: one layer of SH_HIDDEN clipped sums for each player's view
//
// Among several players the network alone is learned, and adds to the worth of each army what comes
// of its own view (crowd_net.h): the board turned so that its camp is at the top, its pieces, and
// those of all others. The other numbers are 0. A second network may follow, which says what a
// player is likely to play (crowd_likely.h).
//
// A file is a list of whole numbers separated by commas, with comments that say how it was made, so
// it can be both included by the compiler and read at run time: version, cells, pieces, hidden (0
// or SH_HIDDEN), tempo, distance, places by cell; then, where hidden is not 0, the weights of own
// pieces by cell, of the other's by cell, the biases, and the outputs for the mover's and the
// waiter's view; then, where there is more, sh_move_weights: gains, cells by end and phase, inputs,
// biases, outputs. Cells are those of the searched game in ascending order, as the first player
// sees them; the second sees the board after half a turn, in the opposite order.
#pragma once

#include <stdint.h> // int16_t

#include "play/course.h"

#define SH_WEIGHTS_VERSION 1
#define SH_HIDDEN 32
#define SH_HIDDEN_ONE 256   // what stands for 1 in a hidden sum …
#define SH_HIDDEN_MOST 1023 // … which is clipped to 0 … SH_HIDDEN_MOST
#define SH_OUTPUT_SHIFT 12  // a value is the weighted sum of the hidden ones shifted down by this

#define SH_WAY_PHASES 6      // of an army's way …
#define SH_WAY_PHASE_ROWS 20 // … by the rows that it has to go; the last takes all that are more

// What a move is likely for: what it gains, the cells it leaves and reaches, and both again for
// every hidden sum over the pieces of the player to move and of all others, as it sees them.
typedef struct sh_move_weights {
    int16_t input[2][SH_MAX_CELLS][SH_HIDDEN]; // own pieces, others'
    int16_t bias[SH_HIDDEN];
    int16_t output[2][SH_MAX_CELLS][SH_HIDDEN];   // cells left, reached
    int16_t cell[2][SH_WAY_PHASES][SH_MAX_CELLS]; // left, reached: in worth
    int16_t gain[SH_WAY_PHASES];                  // in parts of SH_HIDDEN_ONE
} sh_move_weights;
static inline int sh_way_phase(int rows) {
    int phase = rows < 0 ? 0 : rows / SH_WAY_PHASE_ROWS;
    return phase < SH_WAY_PHASES ? phase : SH_WAY_PHASES - 1;
}
#define SH_LIKELY_ONE 60   // what makes a move e times as likely: `focus` of the tuning
#define SH_LIKELY_SHIFT 14 // a worth is the weighted sum of the hidden ones shifted down by this

typedef struct sh_weights {
    int cells, pieces, hidden, tempo, distance;
    int16_t place[SH_MAX_CELLS];
    int16_t input[2][SH_MAX_CELLS][SH_HIDDEN]; // own pieces, the other's
    int16_t bias[SH_HIDDEN];
    int16_t output[2][SH_HIDDEN]; // the mover's view, the waiter's
    bool likely;                  // there are those of moves
    sh_move_weights moves;
} sh_weights;

// The network as the search uses it: what a piece adds to the sums of each player's view.
typedef struct sh_net {
    _Alignas(64) int16_t row[2][2][SH_MAX_CELLS][SH_HIDDEN]; // by view, owner, cell
    _Alignas(64) int16_t bias[SH_HIDDEN];
    _Alignas(64) int16_t output[2][SH_HIDDEN];
} sh_net;

// The weights that come with the program for this game: false where there are none.
bool sh_weights_find(const sh_game *game, sh_weights *weights);
// Weights from the numbers of a file, of which there are at most so many. False where they are none
// of this game.
#define SH_WEIGHTS_MOST                                                                            \
    (6 + SH_MAX_CELLS * (1 + 6 * SH_HIDDEN + 2 * SH_WAY_PHASES) + 4 * SH_HIDDEN + SH_WAY_PHASES)
bool sh_weights_fill(sh_weights *weights, const sh_game *game, const int16_t *numbers, int count);
// The weights of a file. SH_DATA where it is none for this game.
sh_status sh_weights_read(sh_weights *weights, const sh_game *game, const char *file,
                          sh_error *error) SH_NODISCARD;
// Gives a course its learned places.
void sh_weights_place(const sh_weights *weights, sh_course *course);
// NULL: out of memory. Free with free().
sh_net *sh_net_make(const sh_weights *weights, const sh_course *course);

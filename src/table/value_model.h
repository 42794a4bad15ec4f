// SPDX-License-Identifier: MIT
// What a duel's table expects of a state before it has read it: probabilities by context.
//
// Two things are known of a state while a row is decoded: the position itself and the values of its
// neighbours (walk.h). From the position comes the `level`: every set has a merit as mover and one
// as waiter, learned from the table like chess ratings (merit.h), and their difference says who is
// ahead. From the neighbours come counts of wins. Both together are the context of the first
// decision, "does the mover win?"; each context has one probability, the same for the whole file. A
// rare second decision tells draws from losses. With distances, a third kind says how far the
// distance lies from what the neighbours of equal outcome suggest.
//
// Distances are handled in halves, as `turns` (a win in 7 plies and a loss in 6 both take 3), and
// relative to what is typical for the winner's set: the `excess`. The context is the least excess
// of the neighbours, how far they spread, their mean, and the typical turns; the excess is coded as
// equal to, above or below a guess, then step by step.
//
// Merits and typical turns are a section of the file of their own (ratings.h), the rest is another:
// docs/format.md gives the layouts and the arithmetic in full.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint16_t

#include "sternhalma/status.h"
#include "table/ratings.h"

enum {
    SH_LEVELS = 64,
    SH_MOST_BACK = 6, // wins and others among the neighbours are counted up to here
    SH_MOST_SIDE = 3,
    SH_WIN_CONTEXTS = (SH_MOST_BACK + 1) * (SH_MOST_BACK + 1) * (SH_MOST_SIDE + 1) *
                      (SH_MOST_SIDE + 1) * SH_LEVELS,
    SH_MOST_DRAWS = 3,
    SH_DRAW_CONTEXTS = (SH_MOST_DRAWS + 1) * 2 * SH_LEVELS,
    SH_TURN_LEVELS = 16,
    SH_LEAST_EXCESS = -4, // contexts tell these eight apart
    SH_LEAST_LEVELS = 8,
    SH_SPREADS = 8,
    SH_MEANS = 16, // eighths of a turn above the least
    SH_DISTANCE_CONTEXTS =
        2 * SH_LEAST_LEVELS * SH_SPREADS * SH_MEANS * SH_TURN_LEVELS + 2 * SH_TURN_LEVELS,
    SH_STEPS = 6,                // decisions of their own for each further turn, the last repeats
    SH_NODES = 2 + 2 * SH_STEPS, // equal? above? then steps up, steps down
};

typedef struct sh_value_model {
    bool distances;
    sh_ratings ratings; // whose memory is not the model's
    uint16_t *win;      // probabilities, units of 1/65536, by context
    uint16_t *draw;
    uint16_t (*distance)[SH_NODES];
    int8_t *guess; // by distance context
} sh_value_model;

// Memory for a model with everything zero. SH_RESOURCES if there is none. Free in any case.
sh_status sh_value_model_make(sh_value_model *model, bool distances, sh_error *error) SH_NODISCARD;
void sh_value_model_free(sh_value_model *model);

// Probabilities and guesses as bytes: a section of the same size in every table of a metric.
size_t sh_value_model_size(bool distances);
// SH_DATA where a byte is no probability.
sh_status sh_value_model_unpack(sh_value_model *model, const uint8_t *bytes,
                                sh_error *error) SH_NODISCARD;

// A probability as the byte that stands for it, and back. The byte's top bit says that "no" is the
// rarer answer; the rest q gives the probability of the rarer one, ((8 + q % 8) << q / 8) / 8
// units, q = 0 … 120: three bits of precision from 1 to 32768.
uint8_t sh_probability_pack(double yes);
uint16_t sh_probability_unpack(uint8_t byte); // 0 where the byte is not one

static inline int sh_clamp(int x, int least, int most) {
    return x < least ? least : x > most ? most : x;
}

// What the neighbours say: wins among those back and across, and all others there.
typedef struct sh_hints {
    int back_wins, back_others, side_wins, side_others, draws;
} sh_hints;

static inline int sh_level_by_merit(int mover_merit, int waiter_merit) {
    return sh_clamp(((mover_merit - waiter_merit) >> 1) + SH_LEVELS / 2, 0, SH_LEVELS - 1);
}

static inline int sh_win_context(const sh_hints *hints, int level) {
    int context = sh_clamp(hints->back_wins, 0, SH_MOST_BACK);
    context = context * (SH_MOST_BACK + 1) + sh_clamp(hints->back_others, 0, SH_MOST_BACK);
    context = context * (SH_MOST_SIDE + 1) + sh_clamp(hints->side_wins, 0, SH_MOST_SIDE);
    context = context * (SH_MOST_SIDE + 1) + sh_clamp(hints->side_others, 0, SH_MOST_SIDE);
    return context * SH_LEVELS + level;
}

static inline int sh_draw_context(const sh_hints *hints, int level) {
    int won = hints->back_wins > 0;
    return (sh_clamp(hints->draws, 0, SH_MOST_DRAWS) * 2 + won) * SH_LEVELS + level;
}

// The excess of the neighbours of equal outcome: how many, least, greatest and sum.
typedef struct sh_excess {
    int count, least, greatest, sum;
} sh_excess;

static inline int sh_distance_context(bool win, const sh_excess *excess, int turns) {
    int level = sh_clamp(turns >> 1, 0, SH_TURN_LEVELS - 1);
    if (excess->count == 0)
        return SH_DISTANCE_CONTEXTS - 2 * SH_TURN_LEVELS + win * SH_TURN_LEVELS + level;
    int above = excess->sum - excess->least * excess->count;
    int context =
        win * SH_LEAST_LEVELS + sh_clamp(excess->least - SH_LEAST_EXCESS, 0, SH_LEAST_LEVELS - 1);
    context = context * SH_SPREADS + sh_clamp(excess->greatest - excess->least, 0, SH_SPREADS - 1);
    context = context * SH_MEANS + sh_clamp(8 * above / excess->count, 0, SH_MEANS - 1);
    return context * SH_TURN_LEVELS + level;
}

// SPDX-License-Identifier: MIT
// What a table of version 3 expects of a state before it has read it.
//
// As in version 2 (value_model.h) a state is foretold from a level, the difference of two learned
// merits, and from its neighbours' values; so it is from what neighbours are worth in the two lanes
// behind its own. Levels follow what the lane has shown in the patch so far. Where all neighbours
// agree and the level does too, the state is called sure and takes no symbol of its own: one
// decision a column says whether any sure lane is an exception. Draws are rare, so another decision
// a column says whether there are any. A distance is one of 16 symbols: how far the excess lies
// above the neighbours' least, counted from the context's guess, or an escape. Contexts with
// similar odds share a class. On crowded boards, where the sets meet in two lanes of three and
// more, that is only a first opinion: what has become of other lanes of the column, and how many
// neighbours there are, chooses another class and moves the guess.
//
// Frequencies are of 4096, those of the first classes of distances multiples of 4. Immutable once
// it is made; docs/format.md gives the layout and the arithmetic in full.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint8_t

#include "sternhalma/status.h"
#include "table/rans.h"
#include "table/regions.h"
#include "table/value_model.h"

enum {
    SH_NEAR_CONTEXTS = 64,   // neighbours back and across
    SH_BEHIND_CONTEXTS = 16, // those of two lanes behind
    SH_LANE_CONTEXTS = SH_NEAR_CONTEXTS * SH_BEHIND_CONTEXTS * SH_LEVELS,
    SH_MOST_NEAR = 3,          // wins and others back are counted up to here
    SH_MOST_MERIT = 63,        // and at least its negative
    SH_ADAPT_STEP = 4,         // a surprise moves a lane's merit by a quarter of this,
    SH_ADAPT_FADE = 4,         // and a column later it has lost a sixteenth
    SH_EXCEPTION_CONTEXTS = 9, // eighths of the lanes that are sure
    SH_DRAWN_CONTEXTS = 2,     // does a neighbour of some lane draw?
    SH_OUTCOME_STATES = 2,     // of the coder (rans.h)
    SH_FEW_STATES = 4,         // of distances, and how many there are of a patch of many columns
    SH_MANY_STATES = 16,
    SH_MANY_COLUMNS = 200,
    SH_CLASSES = 64,
    SH_SYMBOLS = 16,
    SH_FREQ_UNIT = 4,    // frequencies of symbols are multiples of this
    SH_SYMBOL_GUESS = 7, // the excess is what the context guesses
    SH_SYMBOL_ESCAPE = 15,
    SH_MOST_ABOVE = 12, // a neighbour counts as at most so far above the least
    SH_FELLOW_CLASSES = 256,
    SH_FELLOW_CONTEXTS = SH_CLASSES * 2 * 32 * 8 * 4, // see sh_fellow_context
    SH_FELLOW_SYMBOL = 5,                             // the excess is what the context guesses
    SH_FELLOW_BINS = 32, // of what is counted: excess above the first guess, from -16 to 15
    SH_MOST_STEPS = 3 * SH_REGIONS_MOST_PIECES,
};

// What distances need on crowded boards besides.
typedef struct sh_fellow_model {
    uint8_t class_of[SH_FELLOW_CONTEXTS];
    int8_t guess[SH_FELLOW_CONTEXTS];
    uint16_t freq[SH_FELLOW_CLASSES][SH_SYMBOLS];
    // Worked out from these:
    uint16_t context[SH_FELLOW_CONTEXTS]; // class | guess << 8
    _Alignas(64) uint16_t start[SH_FELLOW_CLASSES][SH_SYMBOLS];
    uint32_t interval[SH_FELLOW_CLASSES][SH_SYMBOLS]; // of symbols to be encoded (rans.h)
    uint8_t likeliest[SH_FELLOW_CLASSES];
} sh_fellow_model;

// What distances need.
typedef struct sh_distance_model {
    uint8_t class_of[SH_DISTANCE_CONTEXTS];
    int8_t guess[SH_DISTANCE_CONTEXTS];
    uint16_t freq[SH_CLASSES][SH_SYMBOLS];
    // Worked out from these:
    uint16_t context[SH_DISTANCE_CONTEXTS];    // class | guess << 8
    uint32_t interval[SH_CLASSES][SH_SYMBOLS]; // of symbols to be encoded (rans.h)
    uint8_t likeliest[SH_CLASSES];
    uint32_t slot[SH_CLASSES][SH_RANS_SLOTS / SH_FREQ_UNIT]; // symbol | start << 4 | freq << 16
    uint8_t mean[(SH_MOST_STEPS + 1) * 256]; // by how many neighbours, and their sum
    sh_fellow_model *fellow;                 // NULL where boards are not crowded
} sh_distance_model;

typedef struct sh_patch_model {
    uint8_t sure_win, sure_loss; // neighbours are believed from this level on, and below that one
    uint16_t exception[SH_EXCEPTION_CONTEXTS], drawn[SH_DRAWN_CONTEXTS];
    uint16_t win[SH_LANE_CONTEXTS], draw[SH_DRAW_CONTEXTS];
    sh_distance_model *distance; // NULL without
    bool only_wins;              // only wins have distances
} sh_patch_model;

// Is there a state in less than a third of the lanes?
bool sh_crowded(int cells, int pieces);

// How many states the string of distances of a patch with so many columns has: more are faster, but
// each takes four bytes.
static inline int sh_distance_states(bool crowded, uint32_t columns) {
    return crowded || columns < SH_MANY_COLUMNS ? SH_FEW_STATES : SH_MANY_STATES;
}

// Memory for a model, `crowded` only matters with distances. To be freed.
sh_status sh_patch_model_make(sh_patch_model **model, bool distances, bool crowded,
                              sh_error *error) SH_NODISCARD;
void sh_patch_model_free(sh_patch_model *model);
uint64_t sh_patch_model_bytes(bool distances, bool crowded); // of memory

// Fills what is worked out. False where the frequencies of a class are no multiples of
// SH_FREQ_UNIT, some are 0, or they are not 4096 together.
bool sh_patch_model_finish(sh_patch_model *model);

// The model section of the file without the regions.
size_t sh_patch_model_size(bool distances, bool crowded);
void sh_patch_model_pack(const sh_patch_model *model, uint8_t *bytes);
// SH_DATA where a byte has no meaning.
sh_status sh_patch_model_unpack(sh_patch_model *model, const uint8_t *bytes,
                                sh_error *error) SH_NODISCARD;

// A probability of "yes" as a frequency that survives being packed.
uint16_t sh_patch_estimate(uint64_t yes, uint64_t total);

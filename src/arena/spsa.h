// SPDX-License-Identifier: MIT
// Tuning by simultaneous perturbation (SPSA, Spall 1992): many parameters, two at a time.
//
// Each round moves every parameter a step up or down, at random, plays the values on one side
// against those on the other, and goes a little towards the winner. Steps shrink as rounds go by.
// Whatever the number of parameters, a round costs one small match; what a parameter does not do is
// noise that averages out.
//
// The state is plain data. A round depends on the seed and its number alone, so a run that was
// stopped goes on as if it had not been.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#include "sternhalma/status.h"

#define SH_SPSA_MOST 32
#define SH_SPSA_NAME 32

typedef struct sh_spsa_parameter {
    char name[SH_SPSA_NAME];
    double value; // now
    double start, least, most;
    double step; // in the last round
} sh_spsa_parameter;

typedef struct sh_spsa {
    int count;
    sh_spsa_parameter parameter[SH_SPSA_MOST];
    int rounds;  // in all
    int round;   // done
    double rate; // how far a won game moves a value in the last round, in steps
    uint64_t seed;
    uint64_t games;
} sh_spsa;

// Adds a parameter: "NAME=START:LEAST:MOST:STEP", of the engine's own parameters also "NAME".
// SH_USAGE where it is malformed or there already.
sh_status sh_spsa_add(sh_spsa *spsa, const char *text, sh_error *error) SH_NODISCARD;

// The values to play against each other in this round: whole numbers, each pair different.
void sh_spsa_propose(const sh_spsa *spsa, int up[SH_SPSA_MOST], int down[SH_SPSA_MOST]);
// Goes towards the winner, and on to the next round. `lead` is games won by `up` less games lost.
void sh_spsa_learn(sh_spsa *spsa, int lead, int games);

// "name=value,name=value", for an agent's text, into a buffer of SH_SPSA_TEXT; `values` NULL: as
// they are now, rounded.
#define SH_SPSA_TEXT 1024
void sh_spsa_print(const sh_spsa *spsa, const int *values, char *text);

// A checkpoint: what is tuned (`title`), parameters and values, with a checksum. Reading it fails
// with SH_USAGE where it is of something else, SH_DATA where it is damaged.
sh_status sh_spsa_write(const sh_spsa *spsa, const char *title, const char *file,
                        sh_error *error) SH_NODISCARD;
sh_status sh_spsa_read(sh_spsa *spsa, const char *title, const char *file,
                       sh_error *error) SH_NODISCARD;
// Could it be written? SH_USAGE where a file is there that is not ours.
sh_status sh_spsa_check(const char *file, sh_error *error) SH_NODISCARD;

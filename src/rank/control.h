// SPDX-License-Identifier: MIT
// The control structure of a three-player state as one number: who can force what.
//
// Players are counted from the player to move: 0 the mover, 1 the next, 2 the previous one; player
// i's next is (i+1) % 3. For an ongoing state the code holds three bits of each kind:
// - solo i: i can force its own win against the other two;
// - next i: i and its next player together can force that the next player wins ("i enables it");
// - previous i: the same for its previous player;
// - draw i: i can neither force its win nor be kept from a draw.
// Everything else follows: i is shut out (the other two together can force that one of them wins)
// where it has neither solo nor draw, and i is kingmaker for j where it enables j and j has no
// solo. Terminal states hold the winner, illegal ones (two goals filled) all ones.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint16_t

#include "sternhalma/probe.h" // sh_control

typedef uint16_t sh_control_code;

#define SH_CONTROL_BITS 12
#define SH_CONTROL_ILLEGAL ((sh_control_code)0xFFFF)

static inline sh_control_code sh_control_solo(int i) { return (sh_control_code)(1 << i); }
static inline sh_control_code sh_control_next(int i) { return (sh_control_code)(8 << i); }
static inline sh_control_code sh_control_previous(int i) { return (sh_control_code)(64 << i); }
static inline sh_control_code sh_control_draw(int i) { return (sh_control_code)(512 << i); }
static inline sh_control_code sh_control_won(int i) { return (sh_control_code)(4096 * (i + 1)); }

// The winner of a terminal state, -1 for others.
static inline int sh_control_winner(sh_control_code control) {
    return control == SH_CONTROL_ILLEGAL ? -1 : (control >> SH_CONTROL_BITS) - 1;
}

// Who has won, or can force its own win (there is never more than one); -1: nobody.
int sh_control_victor(sh_control_code control);

// Can i enable j (i and j together force that j wins)?
static inline bool sh_control_enables(sh_control_code control, int i, int j) {
    return control & (j == (i + 1) % 3 ? sh_control_next(i) : sh_control_previous(i));
}

// Is i kingmaker for j? No one is in terminal and illegal states.
bool sh_control_kingmaker(sh_control_code control, int i, int j);

// Can the other two keep i from winning and from a draw?
bool sh_control_shut_out(sh_control_code control, int i);

// How many different players can be crowned by a kingmaker.
int sh_control_crowned(sh_control_code control);

// The article's classes; the first that fits counts.
typedef enum sh_control_type {
    SH_TYPE_ILLEGAL,
    SH_TYPE_TERMINAL,
    SH_TYPE_SOLO_WIN,     // somebody can force its win alone
    SH_TYPE_SPOILER_DRAW, // somebody can force a draw alone
    SH_TYPE_KINGMAKER,    // somebody can enable somebody
    SH_TYPE_OTHER,
    SH_TYPES
} sh_control_type;

sh_control_type sh_control_classify(sh_control_code control);

// "terminal", "illegal", "solo_win", "kingmaker", "spoiler_draw", "other".
const char *sh_control_type_name(sh_control_type type);

// How often what occurs. Players are counted from the mover.
typedef struct sh_control_counts {
    uint64_t type[SH_TYPES];
    uint64_t kingmaker[3][3]; // [i][j]: ongoing placements in which i is kingmaker for j
    uint64_t crowned[4];      // ongoing ones without a solo win, by how many players can be crowned
} sh_control_counts;

void sh_control_counts_add(sh_control_counts *sum, const sh_control_counts *part);

// The code of the same position for players counted from another one: player i of the result is
// player (i + shift) % 3 of `control`.
sh_control_code sh_control_turn(sh_control_code control, int shift);

// The same by the numbers of the players, `mover` being the one to move. Where the game is over,
// the winner counts as one who can force its win and the others as shut out.
sh_control sh_control_players(sh_control_code control, int mover);

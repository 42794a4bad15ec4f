// SPDX-License-Identifier: MIT
// The best boards of a level, each once: many are offered, the best `most` stay.
//
// Boards are split by hash; each part keeps its best. Of boards with equal scores those with the
// greater tie-breaker stay, so that the choice does not depend on the order in which they come.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#define SH_BEAM_PARTS 256

typedef struct sh_beam_choice sh_beam_choice;

sh_beam_choice *sh_beam_choice_open(size_t words, size_t most); // NULL: no memory
void sh_beam_choice_close(sh_beam_choice *choice);

// Could a board with this hash and score still stay? To be asked before it is offered. Thread-safe.
bool sh_beam_choice_wants(const sh_beam_choice *choice, uint64_t hash, int score);
// The least rank that boards of a part need for that: a score and, of the hash, what follows the
// part's byte.
static inline int64_t sh_beam_rank(uint64_t hash, int score) {
    return (int64_t)score * ((int64_t)1 << 32) + (uint32_t)(hash >> 24);
}
int64_t sh_beam_choice_least(const sh_beam_choice *choice, int part);
// false when out of memory. Thread-safe.
bool sh_beam_choice_offer(sh_beam_choice *choice, const uint64_t *board, uint64_t hash, int score);

// Cuts every part to its share, and shows what stays.
void sh_beam_choice_settle(sh_beam_choice *choice);
size_t sh_beam_choice_count(const sh_beam_choice *choice, int part);
const uint64_t *sh_beam_choice_board(const sh_beam_choice *choice, int part, size_t index);

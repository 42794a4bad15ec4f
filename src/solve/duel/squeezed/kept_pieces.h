// SPDX-License-Identifier: MIT
// The pieces of compressed blocks (coded.h) that single values were last read from, unpacked: one
// is often followed by others of the same piece. For any number of threads.
#pragma once

#include <pthread.h> // pthread_mutex_t
#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#define SH_KEPT_PIECES 32

typedef struct sh_kept_pieces {
    pthread_mutex_t mutex;
    uint64_t number[SH_KEPT_PIECES];
    uint64_t *words[SH_KEPT_PIECES]; // NULL: none
    unsigned next;                   // that gives way
} sh_kept_pieces;

void sh_kept_pieces_open(sh_kept_pieces *kept);
void sh_kept_pieces_close(sh_kept_pieces *kept);

// A word of a piece, if that piece is kept.
bool sh_kept_pieces_word(sh_kept_pieces *kept, uint64_t piece, uint64_t word, uint64_t *value);
// Keeps the words of a piece, which were allocated and are freed when others take their place.
void sh_kept_pieces_add(sh_kept_pieces *kept, uint64_t piece, uint64_t *words);
// Forgets all, as pieces have changed.
void sh_kept_pieces_clear(sh_kept_pieces *kept);

// SPDX-License-Identifier: MIT
// Where a table lives that is not kept in the fast layout, and how its blocks exchange tiles.
//
// A store holds planes of squeezed blocks (kernel.h: one bit a state) and carries messages between
// blocks. Everything a block needs of others in a round are the tiles they sent it in the round
// before: an all-to-all transposition. This is the interface that memory and disk implement here
// and that a distributed backend would implement with messages over a network.
//
// A block of a plane is borrowed by one thread at a time; blocks are independent of each other.
// Sending and receiving are thread-safe. What is sent in a round can be received, any number of
// times, after the next turn and until the one that follows.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "sternhalma/status.h"

typedef struct sh_store sh_store;

typedef struct sh_store_kind {
    // Room for `planes` planes of `blocks` blocks of at most `words` words each, all zero.
    sh_status (*open)(sh_store **store, const char *folder, int planes, uint64_t blocks,
                      uint64_t words, sh_error *error);
    void (*close)(sh_store *store);
    // The words of a block, and back; `changed` ones are kept.
    sh_status (*borrow)(sh_store *store, int plane, uint64_t block, uint64_t **words,
                        sh_error *error);
    sh_status (*give_back)(sh_store *store, int plane, uint64_t block, uint64_t *words,
                           bool changed, sh_error *error);
    // One word of a block that nobody has borrowed.
    sh_status (*peek)(sh_store *store, int plane, uint64_t block, uint64_t number, uint64_t *word,
                      sh_error *error);
    // A message to a block. Messages to one block are received in no particular order.
    sh_status (*send)(sh_store *store, uint64_t to, const void *bytes, size_t size,
                      sh_error *error);
    // How many messages wait for a block, and one of them; *bytes is valid until released.
    uint64_t (*waiting)(const sh_store *store, uint64_t block);
    sh_status (*receive)(sh_store *store, uint64_t block, uint64_t number, uint8_t **bytes,
                         size_t *size, sh_error *error);
    void (*release)(sh_store *store, uint8_t *bytes);
    // Ends a round: forgets what was received and delivers what was sent.
    void (*turn)(sh_store *store);
    // Bytes moved from and to the disk since the store was opened.
    void (*traffic)(const sh_store *store, uint64_t *read, uint64_t *written);
} sh_store_kind;

extern const sh_store_kind sh_store_in_memory; // ignores the folder
extern const sh_store_kind sh_store_on_disk;   // files in the folder that vanish with the process

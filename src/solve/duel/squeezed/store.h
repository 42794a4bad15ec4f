// SPDX-License-Identifier: MIT
// Where a table lives that is not kept in the fast layout, and how its blocks exchange tiles.
//
// A store holds planes of squeezed blocks (kernel.h: one bit a state) and carries messages between
// blocks. Everything a block needs of others in a round are the tiles they sent it in the round
// before: an all-to-all transposition. Stores are in memory, where the blocks may be dealt to the
// ranks of a crew, or on disk.
//
// A block of a plane is borrowed by one thread at a time; blocks are independent of each other.
// Sending and receiving are thread-safe. What is sent in a round can be received, any number of
// times, after the next turn and until the one that follows, or until it is forgotten.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "base/crew.h"
#include "base/pool.h"
#include "sternhalma/status.h"

typedef struct sh_store sh_store;

// What a store is made for.
typedef struct sh_store_needs {
    const char *folder; // of files
    sh_crew *crew;      // block b is rank b mod ranks' alone
    bool coded;         // planes are compressed
    int planes;
    uint64_t blocks, words; // blocks of a plane, and words of a block at most
} sh_store_needs;

// What a store has moved since it was opened, and the messages of the last round.
typedef struct sh_store_traffic {
    uint64_t read, written; // bytes from and to disk or other ranks
    uint64_t mail;          // bytes of messages that the last turn delivered, of all ranks
    uint64_t most;          // bytes of scratch that were in use at once, at most
} sh_store_traffic;

typedef struct sh_store_kind {
    // Room for planes of blocks, all zero.
    sh_status (*open)(sh_store **store, const sh_store_needs *needs, sh_error *error);
    void (*close)(sh_store *store);
    // The words of a block, or room for new ones where they are to be `replaced`; and back, where
    // `changed` ones are kept. The threads of a team may help; NULL is the caller alone.
    sh_status (*borrow)(sh_store *store, sh_pool *team, int plane, uint64_t block, bool replaced,
                        uint64_t **words, sh_error *error);
    sh_status (*give_back)(sh_store *store, sh_pool *team, int plane, uint64_t block,
                           uint64_t *words, bool changed, sh_error *error);
    // One word of a block that nobody has borrowed.
    sh_status (*peek)(sh_store *store, int plane, uint64_t block, uint64_t number, uint64_t *word,
                      sh_error *error);
    // A message to a block about so many states. Messages to one block are received in no
    // particular order.
    sh_status (*send)(sh_store *store, uint64_t to, const void *bytes, size_t size, uint64_t states,
                      sh_error *error);
    // How many messages wait for a block, and one of them; *bytes is valid until released.
    uint64_t (*waiting)(const sh_store *store, uint64_t block);
    sh_status (*receive)(sh_store *store, uint64_t block, uint64_t number, uint8_t **bytes,
                         size_t *size, sh_error *error);
    void (*release)(sh_store *store, uint8_t *bytes);
    // Gives back the room of a block's messages, before the turn that would do it.
    void (*forget)(sh_store *store, uint64_t block);
    // Ends a round: forgets what was received and delivers what was sent, which must be `states`
    // states on this rank, and on all together as many as arrive. For all ranks at once.
    sh_status (*turn)(sh_store *store, uint64_t states, sh_error *error);
    void (*traffic)(const sh_store *store, sh_store_traffic *traffic);
} sh_store_kind;

extern const sh_store_kind sh_store_in_memory; // ignores the folder
extern const sh_store_kind sh_store_on_disk;   // files in the folder that vanish with the process

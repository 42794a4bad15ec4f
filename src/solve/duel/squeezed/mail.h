// SPDX-License-Identifier: MIT
// Letter boxes: for every block, where the messages to it lie, how long they are, how many states
// they hold and their checksums; those of this round, which are being sent, and those of the last
// one, which were delivered.
//
// Sending is thread-safe, and so is reading what was delivered; turning is for one thread alone.
#pragma once

#include <pthread.h> // pthread_mutex_t
#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "sternhalma/status.h"

typedef struct sh_letter {
    uint64_t place; // an address or an offset, as the store likes
    uint64_t sum;   // checksum of its bytes, its block and its states
    uint32_t size;
    uint32_t states; // that it tells of
} sh_letter;

typedef struct sh_letter_box {
    sh_letter *letter;
    uint64_t count, room;
} sh_letter_box;

// Gives back its memory: a block that has read its letters leaves room for those of others.
void sh_letter_box_empty(sh_letter_box *box);

// What went through the boxes in a round.
typedef struct sh_mail_count {
    uint64_t letters, bytes, states;
} sh_mail_count;

typedef struct sh_mail {
    uint64_t blocks;
    sh_letter_box *sent, *delivered; // by block
    sh_mail_count out;               // sent since the last turn
    pthread_mutex_t mutex;
} sh_mail;

bool sh_mail_open(sh_mail *mail, uint64_t blocks);
void sh_mail_close(sh_mail *mail); // of zeros, too

// A letter with its checksum; the caller says where it puts the bytes.
sh_letter sh_letter_write(uint64_t to, const void *bytes, size_t size, uint64_t states);
// SH_DATA where the bytes are not those that were written.
sh_status sh_letter_check(const sh_letter *letter, uint64_t to, const void *bytes,
                          sh_error *error) SH_NODISCARD;

bool sh_mail_send(sh_mail *mail, uint64_t to, const sh_letter *letter);
// SH_DATA where other than `states` states were sent since the last turn.
sh_status sh_mail_compare(const sh_mail *mail, uint64_t states, sh_error *error) SH_NODISCARD;
void sh_mail_turn(sh_mail *mail); // forgets what was delivered and delivers what was sent

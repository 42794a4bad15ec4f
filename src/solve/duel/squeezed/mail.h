// SPDX-License-Identifier: MIT
// Letter boxes: for every block, where the messages to it lie and how long they are; those of this
// round, which are being sent, and those of the last one, which were delivered.
//
// Sending is thread-safe, and so is reading what was delivered; turning is for one thread alone.
#pragma once

#include <pthread.h> // pthread_mutex_t
#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

typedef struct sh_letter {
    uint64_t place; // an address or an offset, as the store likes
    uint64_t size;
} sh_letter;

typedef struct sh_letter_box {
    sh_letter *letter;
    uint64_t count, room;
} sh_letter_box;

typedef struct sh_mail {
    uint64_t blocks;
    sh_letter_box *sent, *delivered; // by block
    pthread_mutex_t mutex;
} sh_mail;

bool sh_mail_open(sh_mail *mail, uint64_t blocks);
void sh_mail_close(sh_mail *mail); // of zeros, too
bool sh_mail_send(sh_mail *mail, uint64_t to, uint64_t place, uint64_t size);
void sh_mail_turn(sh_mail *mail); // forgets what was delivered and delivers what was sent

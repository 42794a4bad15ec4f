// SPDX-License-Identifier: MIT
// Letter boxes: for every block, where the messages to it lie and how long they are.
//
// Not thread-safe: stores lock around additions.
#pragma once

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
    sh_letter_box *box; // by block
} sh_mail;

bool sh_mail_open(sh_mail *mail, uint64_t blocks);
void sh_mail_close(sh_mail *mail, uint64_t blocks);
bool sh_mail_add(sh_mail *mail, uint64_t block, uint64_t place, uint64_t size);
void sh_mail_clear(sh_mail *mail, uint64_t blocks); // empties every box

// SPDX-License-Identifier: MIT
#include "solve/duel/mail.h"

#include <stdlib.h> // calloc

bool sh_mail_open(sh_mail *mail, uint64_t blocks) {
    mail->box = calloc(blocks, sizeof *mail->box);
    return mail->box != NULL;
}

void sh_mail_close(sh_mail *mail, uint64_t blocks) {
    for (uint64_t block = 0; mail->box && block < blocks; block++) free(mail->box[block].letter);
    free(mail->box);
}

bool sh_mail_add(sh_mail *mail, uint64_t block, uint64_t place, uint64_t size) {
    sh_letter_box *box = &mail->box[block];
    if (box->count == box->room) {
        uint64_t room = box->room ? 2 * box->room : 16;
        sh_letter *letter = realloc(box->letter, room * sizeof *letter);
        if (!letter) return false;
        box->letter = letter;
        box->room = room;
    }
    box->letter[box->count++] = (sh_letter){place, size};
    return true;
}

void sh_mail_clear(sh_mail *mail, uint64_t blocks) {
    for (uint64_t block = 0; block < blocks; block++) mail->box[block].count = 0;
}

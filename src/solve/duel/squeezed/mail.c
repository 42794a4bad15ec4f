// SPDX-License-Identifier: MIT
// Two boxes for each block change places between rounds.
#include "solve/duel/squeezed/mail.h"

#include <stdlib.h> // calloc

bool sh_mail_open(sh_mail *mail, uint64_t blocks) {
    *mail = (sh_mail){.blocks = blocks,
                      .sent = calloc(blocks, sizeof *mail->sent),
                      .delivered = calloc(blocks, sizeof *mail->delivered)};
    pthread_mutex_init(&mail->mutex, NULL);
    if (mail->sent && mail->delivered) return true;
    sh_mail_close(mail);
    return false;
}

void sh_mail_close(sh_mail *mail) {
    for (uint64_t block = 0; block < mail->blocks; block++) {
        if (mail->sent) free(mail->sent[block].letter);
        if (mail->delivered) free(mail->delivered[block].letter);
    }
    free(mail->sent);
    free(mail->delivered);
    if (mail->blocks) pthread_mutex_destroy(&mail->mutex);
    *mail = (sh_mail){.blocks = 0};
}

static bool add(sh_letter_box *box, sh_letter letter) {
    if (box->count == box->room) {
        uint64_t room = box->room ? 2 * box->room : 16;
        sh_letter *grown = realloc(box->letter, room * sizeof *grown);
        if (!grown) return false;
        box->letter = grown;
        box->room = room;
    }
    box->letter[box->count++] = letter;
    return true;
}

bool sh_mail_send(sh_mail *mail, uint64_t to, uint64_t place, uint64_t size) {
    pthread_mutex_lock(&mail->mutex);
    bool added = add(&mail->sent[to], (sh_letter){place, size});
    pthread_mutex_unlock(&mail->mutex);
    return added;
}

void sh_mail_turn(sh_mail *mail) {
    sh_letter_box *empty = mail->delivered;
    for (uint64_t block = 0; block < mail->blocks; block++) empty[block].count = 0;
    mail->delivered = mail->sent;
    mail->sent = empty;
}

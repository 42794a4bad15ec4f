// SPDX-License-Identifier: MIT
// Two boxes for each block change places between rounds.
#include "solve/duel/squeezed/mail.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <xxhash.h> // XXH3

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

void sh_letter_box_empty(sh_letter_box *box) {
    free(box->letter);
    *box = (sh_letter_box){.count = 0};
}

static uint64_t sum_of(uint64_t to, const void *bytes, size_t size, uint64_t states) {
    return XXH3_64bits_withSeed(bytes, size, to << 32 ^ states);
}

sh_letter sh_letter_write(uint64_t to, const void *bytes, size_t size, uint64_t states) {
    assert(size <= UINT32_MAX && states <= UINT32_MAX);
    return (sh_letter){
        .size = (uint32_t)size, .states = (uint32_t)states, .sum = sum_of(to, bytes, size, states)};
}

sh_status sh_letter_check(const sh_letter *letter, uint64_t to, const void *bytes,
                          sh_error *error) {
    if (sum_of(to, bytes, letter->size, letter->states) == letter->sum) return SH_OK;
    return sh_fail(error, SH_DATA, "a message to block %llu is damaged: its checksum is wrong",
                   (unsigned long long)to);
}

static bool add(sh_letter_box *box, const sh_letter *letter) {
    if (box->count == box->room) {
        uint64_t room = box->room ? 2 * box->room : 16;
        sh_letter *grown = realloc(box->letter, room * sizeof *grown);
        if (!grown) return false;
        box->letter = grown;
        box->room = room;
    }
    box->letter[box->count++] = *letter;
    return true;
}

bool sh_mail_send(sh_mail *mail, uint64_t to, const sh_letter *letter) {
    pthread_mutex_lock(&mail->mutex);
    bool added = add(&mail->sent[to], letter);
    mail->out.letters++;
    mail->out.bytes += letter->size;
    mail->out.states += letter->states;
    pthread_mutex_unlock(&mail->mutex);
    return added;
}

sh_status sh_mail_compare(const sh_mail *mail, uint64_t states, sh_error *error) {
    if (mail->out.states == states) return SH_OK;
    return sh_fail(error, SH_DATA, "%llu states were proven and %llu sent",
                   (unsigned long long)states, (unsigned long long)mail->out.states);
}

void sh_mail_turn(sh_mail *mail) {
    sh_letter_box *empty = mail->delivered;
    for (uint64_t block = 0; block < mail->blocks; block++) empty[block].count = 0;
    mail->delivered = mail->sent;
    mail->sent = empty;
    mail->out = (sh_mail_count){0, 0, 0};
}

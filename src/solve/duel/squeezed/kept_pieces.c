// SPDX-License-Identifier: MIT
// See kept_pieces.h. The one that was kept first gives way.
#include "solve/duel/squeezed/kept_pieces.h"

#include <stdlib.h> // free

void sh_kept_pieces_open(sh_kept_pieces *kept) {
    *kept = (sh_kept_pieces){.next = 0};
    pthread_mutex_init(&kept->mutex, NULL);
}

void sh_kept_pieces_close(sh_kept_pieces *kept) {
    sh_kept_pieces_clear(kept);
    pthread_mutex_destroy(&kept->mutex);
}

bool sh_kept_pieces_word(sh_kept_pieces *kept, uint64_t piece, uint64_t word, uint64_t *value) {
    bool found = false;
    pthread_mutex_lock(&kept->mutex);
    for (int i = 0; !found && i < SH_KEPT_PIECES; i++) {
        found = kept->words[i] && kept->number[i] == piece;
        if (found) *value = kept->words[i][word];
    }
    pthread_mutex_unlock(&kept->mutex);
    return found;
}

void sh_kept_pieces_add(sh_kept_pieces *kept, uint64_t piece, uint64_t *words) {
    pthread_mutex_lock(&kept->mutex);
    unsigned place = kept->next++ % SH_KEPT_PIECES;
    uint64_t *old = kept->words[place];
    kept->number[place] = piece;
    kept->words[place] = words;
    pthread_mutex_unlock(&kept->mutex);
    free(old);
}

void sh_kept_pieces_clear(sh_kept_pieces *kept) {
    pthread_mutex_lock(&kept->mutex);
    for (int i = 0; i < SH_KEPT_PIECES; i++) {
        free(kept->words[i]);
        kept->words[i] = NULL;
    }
    pthread_mutex_unlock(&kept->mutex);
}

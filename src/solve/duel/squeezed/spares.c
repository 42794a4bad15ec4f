// SPDX-License-Identifier: MIT
// See spares.h.
#include "solve/duel/squeezed/spares.h"

#include "base/memory.h"

void sh_spares_open(sh_spares *spares, size_t bytes) {
    *spares = (sh_spares){.bytes = bytes};
    pthread_mutex_init(&spares->mutex, NULL);
}

void sh_spares_close(sh_spares *spares) {
    for (void *next, *room = spares->free; room; room = next) {
        next = *(void **)room;
        sh_memory_unmap(room, spares->bytes);
    }
    pthread_mutex_destroy(&spares->mutex);
}

void *sh_spares_take(sh_spares *spares) {
    pthread_mutex_lock(&spares->mutex);
    void *room = spares->free;
    if (room) spares->free = *(void **)room;
    pthread_mutex_unlock(&spares->mutex);
    return room ? room : sh_memory_map(spares->bytes);
}

void sh_spares_give_back(sh_spares *spares, void *room) {
    pthread_mutex_lock(&spares->mutex);
    *(void **)room = spares->free;
    spares->free = room;
    pthread_mutex_unlock(&spares->mutex);
}

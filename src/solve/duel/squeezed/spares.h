// SPDX-License-Identifier: MIT
// Room for blocks on their way between a store and strips, used again and again.
//
// There are as many pieces of room as were taken at once, whichever threads took them; so what a
// plan counts is what a solve takes. An allocator would keep some for each thread. Thread-safe.
#pragma once

#include <pthread.h> // pthread_mutex_t
#include <stddef.h>  // size_t

typedef struct sh_spares {
    pthread_mutex_t mutex;
    size_t bytes; // of each
    void *free;   // the first; each begins with the address of the next
} sh_spares;

void sh_spares_open(sh_spares *spares, size_t bytes);
void sh_spares_close(sh_spares *spares); // all were given back
void *sh_spares_take(sh_spares *spares); // NULL when there is no memory
void sh_spares_give_back(sh_spares *spares, void *room);

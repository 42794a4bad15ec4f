// SPDX-License-Identifier: MIT
// There is one thread in a WebAssembly module: locks are always free.
#pragma once

typedef int pthread_mutex_t;
typedef int pthread_cond_t;
typedef int pthread_once_t;
#define PTHREAD_MUTEX_INITIALIZER 0
#define PTHREAD_ONCE_INIT 0

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes) {
    (void)attributes;
    *mutex = 0;
    return 0;
}
static inline int pthread_mutex_destroy(pthread_mutex_t *mutex) { return *mutex; }
static inline int pthread_mutex_lock(pthread_mutex_t *mutex) { return (*mutex)++; }
static inline int pthread_mutex_unlock(pthread_mutex_t *mutex) { return --*mutex; }
static inline int pthread_once(pthread_once_t *once, void (*routine)(void)) {
    if (!*once) routine();
    *once = 1;
    return 0;
}

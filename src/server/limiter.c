// SPDX-License-Identifier: MIT
// Token buckets in a table indexed by a hash of the client's address, refilled by the clock.
// Clients that share a bucket share its tokens, so the table never grows.
#include "server/limiter.h"

#include <math.h>    // ceil
#include <pthread.h> // pthread_mutex_t
#include <stdlib.h>  // calloc
#include <string.h>  // strlen
#include <xxhash.h>  // XXH3_64bits

#define BUCKETS 1024

typedef struct bucket {
    double units; // in hand at `since`; below 0 the client owes them
    double since; // 0: never used, full
} bucket;

struct sh_limiter {
    double rate;
    pthread_mutex_t mutex;
    bucket bucket[BUCKETS];
};

sh_status sh_limiter_open(sh_limiter **limiter, double rate, sh_error *error) {
    *limiter = calloc(1, sizeof **limiter);
    if (!*limiter) return sh_fail(error, SH_RESOURCES, "no memory for the rate limiter");
    (*limiter)->rate = rate;
    pthread_mutex_init(&(*limiter)->mutex, NULL);
    return SH_OK;
}

void sh_limiter_close(sh_limiter *limiter) {
    if (!limiter) return;
    pthread_mutex_destroy(&limiter->mutex);
    free(limiter);
}

static bucket *bucket_of(sh_limiter *limiter, const char *client) {
    return &limiter->bucket[XXH3_64bits(client, strlen(client)) % BUCKETS];
}

// With the mutex held: what a bucket has at this time.
static double refilled(const bucket *b, double rate, double now) {
    return b->since > 0 ? fmin(rate, b->units + (now - b->since) * rate) : rate;
}

int sh_limiter_take(sh_limiter *limiter, const char *client, double cost, double now) {
    double rate = limiter->rate;
    if (rate <= 0) return 0;
    bucket *b = bucket_of(limiter, client);
    pthread_mutex_lock(&limiter->mutex);
    double units = refilled(b, rate, now);
    // A cost above a full bucket would never be met: a full bucket pays for it.
    double price = fmin(cost, rate);
    int wait = units >= price ? 0 : (int)ceil((price - units) / rate);
    b->units = wait ? units : units - price;
    b->since = now;
    pthread_mutex_unlock(&limiter->mutex);
    return wait;
}

void sh_limiter_owe(sh_limiter *limiter, const char *client, double cost, double now) {
    double rate = limiter->rate;
    if (rate <= 0) return;
    bucket *b = bucket_of(limiter, client);
    pthread_mutex_lock(&limiter->mutex);
    b->units = refilled(b, rate, now) - cost;
    b->since = now;
    pthread_mutex_unlock(&limiter->mutex);
}

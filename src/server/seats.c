// SPDX-License-Identifier: MIT
// One mutex guards the places and the list of players to open in the background. It is let go of
// while a player is opened or closed; its place is busy meanwhile.
#include "server/seats.h"

#include <pthread.h>      // pthread_mutex_t
#include <stdatomic.h>    // atomic_bool
#include <stdlib.h>       // calloc
#include <string.h>       // strcmp
#include <sys/resource.h> // setpriority
#include <unistd.h>       // gettid

#define MOST_SEATS 8         // kept; there are fewer threads that use them
#define MOST_ORDERS 4        // to be opened in the background
#define FEW_PLACEMENTS 50000 // of a lone army: some hundredths of a second
#define NICE 8

// A player to open.
typedef struct order {
    sh_game game;
    char level[SH_MAX_LEVEL];
} order;

struct sh_kept_seat {
    sh_seats *seats;
    sh_seat *seat; // NULL: a free place
    order order;   // what it plays
    bool busy, hasty;
    bool patient;  // it may compute distances
    unsigned used; // when: a number that grows
};

struct sh_seats {
    pthread_mutex_t mutex;
    pthread_cond_t news; // of orders and `stop`
    atomic_bool stop;
    unsigned clock;
    sh_kept_seat seat[MOST_SEATS];
    int orders;
    order order[MOST_ORDERS]; // the first is being opened
    pthread_t opener;
};

// A sh_engine_progress: distances are being computed.
static bool may_compute(void *user, uint64_t done, uint64_t total, double seconds) {
    (void)done, (void)total, (void)seconds;
    const sh_kept_seat *kept = user;
    return kept->patient && !atomic_load(&kept->seats->stop);
}

static bool same(const order *a, const order *b) {
    return !strcmp(a->game.name, b->game.name) && a->game.profile == b->game.profile &&
           !strcmp(a->level, b->level);
}

// With the mutex held: an idle player of this kind, one that is not hasty first, else the idle
// place used longest ago, which there always is.
static sh_kept_seat *find_place(sh_seats *seats, const order *wanted) {
    sh_kept_seat *oldest = NULL, *hasty = NULL;
    for (int i = 0; i < MOST_SEATS; i++) {
        sh_kept_seat *kept = &seats->seat[i];
        if (kept->busy) continue;
        bool fits = kept->seat && same(&kept->order, wanted);
        if (fits && !kept->hasty) return kept;
        if (fits) hasty = kept;
        if (!oldest || kept->used < oldest->used) oldest = kept;
    }
    return hasty ? hasty : oldest;
}

// With the mutex held: a player to be opened in the background, unless it is on the list.
static void put_on_list(sh_seats *seats, const order *wanted) {
    for (int i = 0; i < seats->orders; i++)
        if (same(&seats->order[i], wanted)) return;
    if (seats->orders == MOST_ORDERS) return; // the next question asks again
    seats->order[seats->orders++] = *wanted;
    pthread_cond_signal(&seats->news);
}

// Opens what a busy place has to play. Where distances would have to be computed, a hasty one.
static sh_status open_seat(sh_kept_seat *kept, sh_seat **seat, sh_error *error) {
    const order *wanted = &kept->order;
    sh_engine_options options = {.progress = may_compute, .user = kept};
    kept->patient = kept->hasty = false;
    sh_status status = sh_seat_open(seat, &wanted->game, wanted->level, &options, error);
    if (status == SH_INTERRUPTED && !atomic_load(&kept->seats->stop)) {
        kept->hasty = true;
        options = (sh_engine_options){.cache = "", .placements = FEW_PLACEMENTS};
        status = sh_seat_open(seat, &wanted->game, wanted->level, &options, error);
    }
    kept->patient = true; // a player by tables computes while it plays, where it has to
    return status;
}

static sh_status stopped(sh_error *error) {
    return sh_fail(error, SH_RESOURCES, "the server is being stopped");
}

sh_status sh_seats_take(sh_seats *seats, sh_kept_seat **kept, const sh_game *game,
                        const char *level, sh_error *error) {
    order wanted = {.game = *game};
    if (atomic_load(&seats->stop)) return stopped(error);
    if (strlen(level) >= sizeof wanted.level)
        return sh_fail(error, SH_USAGE, "there is no level '%.32s'; there are 1 to 13, and perfect",
                       level);
    strcpy(wanted.level, level);
    pthread_mutex_lock(&seats->mutex);
    sh_kept_seat *place = find_place(seats, &wanted);
    sh_status status = SH_OK;
    place->busy = true;
    place->used = ++seats->clock;
    if (!place->seat || !same(&place->order, &wanted)) {
        sh_seat *old = place->seat, *seat = NULL;
        place->seat = NULL;
        place->order = wanted;
        pthread_mutex_unlock(&seats->mutex);
        sh_seat_close(old);
        status = open_seat(place, &seat, error);
        pthread_mutex_lock(&seats->mutex);
        if (!status) place->seat = seat;
        if (status) place->busy = false;
    }
    if (!status && place->hasty) put_on_list(seats, &wanted);
    pthread_mutex_unlock(&seats->mutex);
    *kept = place;
    return status == SH_INTERRUPTED ? stopped(error) : status;
}

void sh_seats_give(sh_seats *seats, sh_kept_seat *kept) {
    pthread_mutex_lock(&seats->mutex);
    kept->busy = false;
    pthread_mutex_unlock(&seats->mutex);
}

sh_seat *sh_kept_seat_of(const sh_kept_seat *kept) { return kept->seat; }

// Opens the first of the list, with the mutex let go of, and puts it in the place of a hasty one.
static void serve_order(sh_seats *seats) {
    sh_kept_seat made = {.seats = seats, .order = seats->order[0], .patient = true};
    sh_engine_options options = {.progress = may_compute, .user = &made};
    pthread_mutex_unlock(&seats->mutex);
    sh_seat *seat = NULL;
    if (sh_seat_open(&seat, &made.order.game, made.order.level, &options, NULL)) seat = NULL;
    pthread_mutex_lock(&seats->mutex);
    seats->orders--;
    memmove(&seats->order[0], &seats->order[1], (size_t)seats->orders * sizeof(order));
    if (!seat) return; // a hasty one goes on
    sh_kept_seat *place = find_place(seats, &made.order);
    sh_seat *old = place->seat;
    place->seat = seat;
    place->order = made.order;
    place->hasty = false;
    place->used = ++seats->clock;
    pthread_mutex_unlock(&seats->mutex);
    sh_seat_close(old);
    pthread_mutex_lock(&seats->mutex);
}

static void *open_orders(void *argument) {
    sh_seats *seats = argument;
    setpriority(PRIO_PROCESS, (id_t)gettid(), NICE); // moves come first
    pthread_mutex_lock(&seats->mutex);
    while (!atomic_load(&seats->stop)) {
        if (seats->orders)
            serve_order(seats);
        else
            pthread_cond_wait(&seats->news, &seats->mutex);
    }
    pthread_mutex_unlock(&seats->mutex);
    return NULL;
}

static void free_seats(sh_seats *seats) {
    pthread_cond_destroy(&seats->news);
    pthread_mutex_destroy(&seats->mutex);
    free(seats);
}

sh_status sh_seats_open(sh_seats **seats, sh_error *error) {
    sh_seats *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "no memory for players");
    for (int i = 0; i < MOST_SEATS; i++) made->seat[i].seats = made;
    pthread_mutex_init(&made->mutex, NULL);
    pthread_cond_init(&made->news, NULL);
    if (pthread_create(&made->opener, NULL, open_orders, made)) {
        free_seats(made);
        return sh_fail(error, SH_RESOURCES, "no thread for players");
    }
    *seats = made;
    return SH_OK;
}

void sh_seats_stop(sh_seats *seats) {
    atomic_store(&seats->stop, true);
    pthread_mutex_lock(&seats->mutex);
    pthread_cond_signal(&seats->news);
    for (int i = 0; i < MOST_SEATS; i++) {
        sh_kept_seat *kept = &seats->seat[i];
        if (kept->busy && kept->seat) sh_seat_stop(kept->seat);
    }
    pthread_mutex_unlock(&seats->mutex);
}

void sh_seats_close(sh_seats *seats) {
    if (!seats) return;
    sh_seats_stop(seats);
    pthread_join(seats->opener, NULL);
    for (int i = 0; i < MOST_SEATS; i++) sh_seat_close(seats->seat[i].seat);
    free_seats(seats);
}

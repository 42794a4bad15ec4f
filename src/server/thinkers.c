// SPDX-License-Identifier: MIT
// One mutex guards the queue and the players that are kept. A ticket belongs to the thread that
// thinks and to who asked; the last of the two frees it.
#include "server/thinkers.h"

#include <pthread.h> // pthread_mutex_t
#include <stdlib.h>  // calloc
#include <string.h>  // strcmp

#define MOST_THREADS 4
#define MOST_WAITING 6 // for each thread
#define MOST_SEATS 8   // kept open

struct sh_ticket {
    sh_thinkers *thinkers;
    sh_ticket *next;
    sh_thought *thought;
    int owners;
    bool over;
    void (*wake)(void *user);
    void *user;
};

typedef struct kept_seat {
    sh_seat *seat;
    char game[SH_MAX_NAME], level[SH_MAX_LEVEL];
    sh_profile profile;
    bool busy;
    unsigned used; // when: a number that grows
} kept_seat;

struct sh_thinkers {
    sh_catalog *catalog;
    pthread_mutex_t mutex;
    pthread_cond_t news;
    bool stop;
    int threads, waiting;
    sh_ticket *first, **last;
    unsigned clock;
    kept_seat seat[MOST_SEATS];
    pthread_t thread[MOST_THREADS];
};

static void release(sh_ticket *ticket) { // with the mutex held
    if (--ticket->owners) return;
    sh_thought_close(ticket->thought);
    free(ticket);
}

static bool fits(const kept_seat *kept, const sh_thought *thought) {
    return kept->seat && !strcmp(kept->game, thought->game.name) &&
           kept->profile == thought->game.profile && !strcmp(kept->level, thought->level);
}

// With the mutex held: an idle player of the level, else the idle place used longest ago, which
// there always is: there are fewer threads than places.
static kept_seat *find_seat(sh_thinkers *thinkers, const sh_thought *thought) {
    kept_seat *oldest = NULL;
    for (int i = 0; i < MOST_SEATS; i++) {
        kept_seat *kept = &thinkers->seat[i];
        if (kept->busy) continue;
        if (fits(kept, thought)) return kept;
        if (!oldest || kept->used < oldest->used) oldest = kept;
    }
    return oldest;
}

// Gives a kept place to a player for the thought, or leaves the one that is there. The mutex is let
// go of while a player is opened.
static void fill_seat(sh_thinkers *thinkers, kept_seat *kept, sh_thought *thought) {
    if (fits(kept, thought)) return;
    sh_seat *old = kept->seat, *made = NULL;
    kept->seat = NULL;
    pthread_mutex_unlock(&thinkers->mutex);
    sh_seat_close(old);
    thought->status = sh_seat_open(&made, &thought->game, thought->level, NULL, &thought->error);
    pthread_mutex_lock(&thinkers->mutex);
    if (thought->status) return;
    kept->seat = made;
    kept->profile = thought->game.profile;
    strcpy(kept->game, thought->game.name);
    strcpy(kept->level, thought->level);
}

static void think(sh_thinkers *thinkers, sh_thought *thought) { // with the mutex held
    kept_seat *kept = find_seat(thinkers, thought);
    kept->busy = true;
    kept->used = ++thinkers->clock;
    fill_seat(thinkers, kept, thought);
    if (!thought->status) {
        pthread_mutex_unlock(&thinkers->mutex);
        sh_thought_think(thought, kept->seat, thinkers->catalog);
        pthread_mutex_lock(&thinkers->mutex);
    }
    kept->busy = false;
}

static void conclude(sh_ticket *ticket) { // with the mutex held
    ticket->over = true;
    if (ticket->wake) ticket->wake(ticket->user);
    ticket->wake = NULL;
    release(ticket);
}

static void *work(void *argument) {
    sh_thinkers *thinkers = argument;
    pthread_mutex_lock(&thinkers->mutex);
    while (true) {
        sh_ticket *ticket = thinkers->first;
        if (!ticket && thinkers->stop) break;
        if (!ticket) {
            pthread_cond_wait(&thinkers->news, &thinkers->mutex);
            continue;
        }
        thinkers->first = ticket->next;
        if (!thinkers->first) thinkers->last = &thinkers->first;
        thinkers->waiting--;
        if (thinkers->stop)
            ticket->thought->status =
                sh_fail(&ticket->thought->error, SH_RESOURCES, "the server is being stopped");
        else if (ticket->owners > 1) // somebody still waits
            think(thinkers, ticket->thought);
        conclude(ticket);
    }
    pthread_mutex_unlock(&thinkers->mutex);
    return NULL;
}

sh_status sh_thinkers_open(sh_thinkers **thinkers, int threads, sh_catalog *catalog,
                           sh_error *error) {
    sh_thinkers *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "no memory for searches");
    made->catalog = catalog;
    made->last = &made->first;
    pthread_mutex_init(&made->mutex, NULL);
    pthread_cond_init(&made->news, NULL);
    int most = threads < MOST_THREADS ? threads : MOST_THREADS;
    while (made->threads < most && !pthread_create(&made->thread[made->threads], NULL, work, made))
        made->threads++;
    *thinkers = made;
    if (made->threads) return SH_OK;
    sh_thinkers_close(made);
    return sh_fail(error, SH_RESOURCES, "no thread for searches");
}

void sh_thinkers_stop(sh_thinkers *thinkers) {
    if (!thinkers) return;
    pthread_mutex_lock(&thinkers->mutex);
    thinkers->stop = true;
    for (int i = 0; i < MOST_SEATS; i++)
        if (thinkers->seat[i].busy && thinkers->seat[i].seat) sh_seat_stop(thinkers->seat[i].seat);
    pthread_cond_broadcast(&thinkers->news);
    pthread_mutex_unlock(&thinkers->mutex);
    for (int i = 0; i < thinkers->threads; i++) pthread_join(thinkers->thread[i], NULL);
    thinkers->threads = 0;
}

void sh_thinkers_close(sh_thinkers *thinkers) {
    if (!thinkers) return;
    sh_thinkers_stop(thinkers);
    for (int i = 0; i < MOST_SEATS; i++) sh_seat_close(thinkers->seat[i].seat);
    pthread_cond_destroy(&thinkers->news);
    pthread_mutex_destroy(&thinkers->mutex);
    free(thinkers);
}

sh_ticket *sh_thinkers_ask(sh_thinkers *thinkers, sh_thought *thought) {
    sh_ticket *ticket = calloc(1, sizeof *ticket);
    if (!ticket) return NULL;
    pthread_mutex_lock(&thinkers->mutex);
    bool room = !thinkers->stop && thinkers->waiting < MOST_WAITING * thinkers->threads;
    if (room) {
        *ticket = (sh_ticket){.thinkers = thinkers, .thought = thought, .owners = 2};
        *thinkers->last = ticket;
        thinkers->last = &ticket->next;
        thinkers->waiting++;
        pthread_cond_signal(&thinkers->news);
    }
    pthread_mutex_unlock(&thinkers->mutex);
    if (room) return ticket;
    free(ticket);
    return NULL;
}

void sh_ticket_await(sh_ticket *ticket, void (*wake)(void *user), void *user) {
    sh_thinkers *thinkers = ticket->thinkers;
    pthread_mutex_lock(&thinkers->mutex);
    if (ticket->over) {
        wake(user);
    } else {
        ticket->wake = wake;
        ticket->user = user;
    }
    pthread_mutex_unlock(&thinkers->mutex);
}

void sh_ticket_reply(sh_ticket *ticket, sh_reply *reply) {
    sh_thought_reply(ticket->thought, ticket->thinkers->catalog, reply);
}

void sh_ticket_drop(sh_ticket *ticket) {
    sh_thinkers *thinkers = ticket->thinkers;
    pthread_mutex_lock(&thinkers->mutex);
    ticket->wake = NULL;
    release(ticket);
    pthread_mutex_unlock(&thinkers->mutex);
}

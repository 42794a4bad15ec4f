// SPDX-License-Identifier: MIT
// One mutex guards the queue and the tickets. A ticket belongs to the thread that thinks and to who
// asked; the last of the two frees it.
#include "server/thinkers.h"

#include <pthread.h> // pthread_mutex_t
#include <stdlib.h>  // calloc
#include <time.h>    // clock_gettime

#include "base/progress.h"
#include "server/seats.h"

#define MOST_THREADS 4
#define MOST_WAITING 6 // for each thread
#define LEAST_SECONDS 0.02
#define STOP_MILLISECONDS 10 // between two calls to stop

struct sh_ticket {
    sh_thinkers *thinkers;
    sh_ticket *next;
    sh_thought *thought;
    int owners;
    bool over;
    void (*wake)(void *user);
    void *user;
};

struct sh_thinkers {
    sh_seats *seats;
    pthread_mutex_t mutex;
    pthread_cond_t news;  // of questions and `stop`
    pthread_cond_t ended; // one thread more
    bool stop;
    int threads, at_work; // made, and not ended yet
    int waiting;
    sh_ticket *first, **last;
    pthread_t thread[MOST_THREADS];
};

static void release(sh_ticket *ticket) { // with the mutex held
    if (--ticket->owners) return;
    sh_thought_close(ticket->thought);
    free(ticket);
}

// With the mutex let go of. What it takes to have a player comes out of the time for the move.
static void think(sh_thinkers *thinkers, sh_thought *thought) {
    sh_kept_seat *kept;
    double began = sh_clock();
    thought->status =
        sh_seats_take(thinkers->seats, &kept, &thought->game, thought->level, &thought->error);
    if (thought->status) return;
    double left = thought->seconds - (sh_clock() - began);
    thought->seconds = left > LEAST_SECONDS ? left : LEAST_SECONDS;
    sh_thought_think(thought, sh_kept_seat_of(kept));
    if (thought->status == SH_INTERRUPTED)
        thought->status = sh_fail(&thought->error, SH_RESOURCES, "the server is being stopped");
    sh_seats_give(thinkers->seats, kept);
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
        if (ticket->owners > 1) { // somebody still waits
            pthread_mutex_unlock(&thinkers->mutex);
            think(thinkers, ticket->thought);
            pthread_mutex_lock(&thinkers->mutex);
        }
        conclude(ticket);
    }
    thinkers->at_work--;
    pthread_cond_signal(&thinkers->ended);
    pthread_mutex_unlock(&thinkers->mutex);
    return NULL;
}

sh_status sh_thinkers_open(sh_thinkers **thinkers, int threads, sh_error *error) {
    sh_thinkers *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "no memory for searches");
    made->last = &made->first;
    pthread_mutex_init(&made->mutex, NULL);
    pthread_cond_init(&made->news, NULL);
    pthread_cond_init(&made->ended, NULL);
    int most = threads < MOST_THREADS ? threads : MOST_THREADS;
    sh_status status = sh_seats_open(&made->seats, error);
    pthread_mutex_lock(&made->mutex);
    while (!status && made->threads < most &&
           !pthread_create(&made->thread[made->threads], NULL, work, made))
        made->threads++;
    made->at_work = made->threads;
    pthread_mutex_unlock(&made->mutex);
    if (!status && !made->threads) status = sh_fail(error, SH_RESOURCES, "no thread for searches");
    if (status)
        sh_thinkers_close(made);
    else
        *thinkers = made;
    return status;
}

static void wait_a_little(sh_thinkers *thinkers) { // with the mutex held
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += STOP_MILLISECONDS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&thinkers->ended, &thinkers->mutex, &until);
}

void sh_thinkers_stop(sh_thinkers *thinkers) {
    if (!thinkers) return;
    pthread_mutex_lock(&thinkers->mutex);
    thinkers->stop = true;
    pthread_cond_broadcast(&thinkers->news);
    while (thinkers->at_work) { // a search that was about to begin did not hear the last call
        pthread_mutex_unlock(&thinkers->mutex);
        sh_seats_stop(thinkers->seats);
        pthread_mutex_lock(&thinkers->mutex);
        if (thinkers->at_work) wait_a_little(thinkers);
    }
    int threads = thinkers->threads;
    thinkers->threads = 0;
    pthread_mutex_unlock(&thinkers->mutex);
    for (int i = 0; i < threads; i++) pthread_join(thinkers->thread[i], NULL);
}

void sh_thinkers_close(sh_thinkers *thinkers) {
    if (!thinkers) return;
    sh_thinkers_stop(thinkers);
    sh_seats_close(thinkers->seats);
    pthread_cond_destroy(&thinkers->ended);
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
    sh_thought_reply(ticket->thought, reply);
}

void sh_ticket_drop(sh_ticket *ticket) {
    sh_thinkers *thinkers = ticket->thinkers;
    pthread_mutex_lock(&thinkers->mutex);
    ticket->wake = NULL;
    release(ticket);
    pthread_mutex_unlock(&thinkers->mutex);
}

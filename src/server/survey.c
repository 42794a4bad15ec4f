// SPDX-License-Identifier: MIT
// The surveying thread takes the smallest table first: what takes little time is ready soon.
#include "server/survey.h"

#include <pthread.h>      // pthread_create
#include <stdatomic.h>    // atomic_bool
#include <stdlib.h>       // calloc
#include <sys/resource.h> // setpriority
#include <time.h>         // timespec
#include <unistd.h>       // gettid

#define NICE 8
#define MOST_STATES 1000000000ULL // of a table that is read whole

struct sh_survey {
    sh_catalog *catalog;
    pthread_t surveyor, watcher;
    atomic_bool stop;
    pthread_mutex_t mutex; // with `wake`: lets close interrupt the pauses
    pthread_cond_t wake;
    _Atomic(sh_findings *) findings[SH_MAX_TABLES]; // by number in the catalog, NULL until ready
    _Atomic(sh_stats *) stats[SH_MAX_TABLES];
    bool mined[SH_MAX_TABLES], counted[SH_MAX_TABLES]; // the surveyor's: what it has done
};

static void pause_a_second(sh_survey *survey) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    pthread_mutex_lock(&survey->mutex);
    if (!atomic_load(&survey->stop)) pthread_cond_timedwait(&survey->wake, &survey->mutex, &until);
    pthread_mutex_unlock(&survey->mutex);
}

// What the whole table of a duel says, or NULL: it is a race, too large, damaged, or we must stop.
// Leaves *out NULL where a table has none. False where memory ran out.
static bool gather_stats(sh_stats **out, const sh_table *table, const atomic_bool *stop) {
    const sh_table_info *info = sh_table_about(table);
    *out = NULL;
    if (info->metric == SH_CONTROL || info->rows > MOST_STATES / info->columns) return true;
    sh_stats *stats = malloc(sizeof *stats);
    sh_pool *pool = NULL;
    sh_monitor monitor = {.stop = stop};
    sh_error error;
    sh_status status = stats ? sh_pool_open(&pool, 1, &error) : SH_RESOURCES;
    if (!status) status = sh_stats_gather(stats, table, pool, &monitor, &error);
    sh_pool_close(pool);
    if (!status)
        *out = stats;
    else
        free(stats);
    return status != SH_RESOURCES;
}

// The smallest table that is not done yet, or -1.
static int next_table(const sh_survey *survey, const bool done[SH_MAX_TABLES]) {
    int next = -1;
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < SH_MAX_TABLES; i++) {
        if (done[i] || !sh_catalog_has(survey->catalog, i)) continue;
        const sh_table_info *info = sh_table_about(sh_catalog_get(survey->catalog, i));
        if (info->rows * info->columns >= least) continue;
        least = info->rows * info->columns;
        next = (int)i;
    }
    return next;
}

// A sh_forget: what was found in a table that is closed goes with it.
static void forget_table(void *argument, size_t number) {
    sh_survey *survey = argument;
    survey->mined[number] = survey->counted[number] = false;
    free(atomic_exchange(&survey->findings[number], NULL));
    free(atomic_exchange(&survey->stats[number], NULL));
}

static void *work(void *argument) {
    sh_survey *survey = argument;
    setpriority(PRIO_PROCESS, (id_t)gettid(), NICE); // requests come first
    while (!atomic_load(&survey->stop)) {
        sh_catalog_retire(survey->catalog, forget_table, survey);
        int i = next_table(survey, survey->mined); // puzzles come first, they take less time
        int j = i < 0 ? next_table(survey, survey->counted) : -1;
        if (i >= 0) {
            sh_findings *findings =
                sh_findings_mine(sh_catalog_get(survey->catalog, i), &survey->stop);
            atomic_store_explicit(&survey->findings[i], findings, memory_order_release);
            survey->mined[i] = findings != NULL; // memory may come back
            if (!findings) pause_a_second(survey);
        } else if (j >= 0) {
            sh_stats *stats;
            survey->counted[j] =
                gather_stats(&stats, sh_catalog_get(survey->catalog, j), &survey->stop);
            atomic_store_explicit(&survey->stats[j], stats, memory_order_release);
            if (!survey->counted[j]) pause_a_second(survey);
        } else {
            pause_a_second(survey);
        }
    }
    return NULL;
}

// A survey may take minutes; tables that come and go are noticed meanwhile.
static void *watch(void *argument) {
    sh_survey *survey = argument;
    while (!atomic_load(&survey->stop)) {
        pause_a_second(survey);
        sh_catalog_look(survey->catalog);
    }
    return NULL;
}

static void stop_threads(sh_survey *survey) {
    pthread_mutex_lock(&survey->mutex);
    atomic_store(&survey->stop, true);
    pthread_cond_broadcast(&survey->wake);
    pthread_mutex_unlock(&survey->mutex);
}

sh_status sh_survey_open(sh_survey **survey, sh_catalog *catalog, sh_error *error) {
    sh_survey *new = calloc(1, sizeof *new);
    if (!new) return sh_fail(error, SH_RESOURCES, "no memory for the survey of tables");
    new->catalog = catalog;
    pthread_mutex_init(&new->mutex, NULL);
    pthread_cond_init(&new->wake, NULL);
    bool watched = !pthread_create(&new->watcher, NULL, watch, new);
    if (!watched || pthread_create(&new->surveyor, NULL, work, new)) {
        stop_threads(new);
        if (watched) pthread_join(new->watcher, NULL);
        free(new);
        return sh_fail(error, SH_RESOURCES, "cannot start the surveying thread");
    }
    *survey = new;
    return SH_OK;
}

void sh_survey_close(sh_survey *survey) {
    if (!survey) return;
    stop_threads(survey);
    pthread_join(survey->watcher, NULL);
    pthread_join(survey->surveyor, NULL);
    for (int i = 0; i < SH_MAX_TABLES; i++) {
        free(survey->findings[i]);
        free(survey->stats[i]);
    }
    pthread_cond_destroy(&survey->wake);
    pthread_mutex_destroy(&survey->mutex);
    free(survey);
}

// The number of a table in the catalog. Tables come from there, so it has one.
static size_t number_of(const sh_survey *survey, const sh_table *table) {
    size_t i = 0;
    while (sh_catalog_get(survey->catalog, i) != table) i++;
    return i;
}

const sh_findings *sh_survey_findings(const sh_survey *survey, const sh_table *table) {
    return atomic_load_explicit(&survey->findings[number_of(survey, table)], memory_order_acquire);
}

const sh_stats *sh_survey_stats(const sh_survey *survey, const sh_table *table) {
    return atomic_load_explicit(&survey->stats[number_of(survey, table)], memory_order_acquire);
}

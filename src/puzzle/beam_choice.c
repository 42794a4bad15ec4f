// SPDX-License-Identifier: MIT
// See beam_choice.h. A part grows to twice its share and is then cut to the better half: what is
// worse than that half can never come back.
#include "puzzle/beam_choice.h"

#include <pthread.h>   // pthread_mutex_t
#include <stdatomic.h> // atomic_int_least64_t
#include <stdlib.h>    // calloc, qsort, free
#include <string.h>    // memcpy

#include "base/keyset.h"

typedef struct grade {
    int score;
    uint32_t index;
    uint64_t tie;
} grade;

typedef struct choice_part {
    pthread_mutex_t lock;
    sh_keyset boards;
    grade *grades;              // by index
    atomic_int_least64_t least; // ranks below cannot stay
} choice_part;

struct sh_beam_choice {
    size_t words, share;
    choice_part part[SH_BEAM_PARTS];
};

sh_beam_choice *sh_beam_choice_open(size_t words, size_t most) {
    sh_beam_choice *choice = calloc(1, sizeof *choice);
    if (!choice) return NULL;
    choice->words = words;
    choice->share = (most + SH_BEAM_PARTS - 1) / SH_BEAM_PARTS;
    bool fine = true;
    for (int i = 0; i < SH_BEAM_PARTS; i++) {
        choice_part *own = &choice->part[i];
        pthread_mutex_init(&own->lock, NULL);
        own->boards.words = (int)words;
        own->least = INT64_MIN;
        own->grades = malloc(2 * choice->share * sizeof *own->grades);
        fine &= own->grades != NULL;
    }
    if (fine) return choice;
    sh_beam_choice_close(choice);
    return NULL;
}

void sh_beam_choice_close(sh_beam_choice *choice) {
    for (int i = 0; choice && i < SH_BEAM_PARTS; i++) {
        pthread_mutex_destroy(&choice->part[i].lock);
        sh_keyset_close(&choice->part[i].boards);
        free(choice->part[i].grades);
    }
    free(choice);
}

static choice_part *part_of(const sh_beam_choice *choice, uint64_t hash) {
    return (choice_part *)&choice->part[hash >> 56];
}

bool sh_beam_choice_wants(const sh_beam_choice *choice, uint64_t hash, int score) {
    return sh_beam_rank(hash, score) >=
           atomic_load_explicit(&part_of(choice, hash)->least, memory_order_relaxed);
}

int64_t sh_beam_choice_least(const sh_beam_choice *choice, int part) {
    return choice->part[part].least;
}

static int better(const void *a, const void *b) {
    const grade *x = a, *y = b;
    if (x->score != y->score) return x->score < y->score ? 1 : -1;
    return x->tie < y->tie ? 1 : x->tie > y->tie ? -1 : 0;
}

// Keeps the best `share` boards of a part; the table is built again.
static bool cut(const sh_beam_choice *choice, choice_part *own) {
    size_t count = own->boards.count;
    if (count <= choice->share) return true;
    qsort(own->grades, count, sizeof *own->grades, better);
    sh_keyset kept = {.words = (int)choice->words};
    bool fine = true;
    for (size_t i = 0; fine && i < choice->share; i++) {
        fine = !sh_keyset_add(&kept, sh_keyset_at(&own->boards, own->grades[i].index));
        own->grades[i].index = (uint32_t)i;
    }
    const grade *last = &own->grades[choice->share - 1];
    own->least = sh_beam_rank(last->tie, last->score);
    sh_keyset_close(&own->boards);
    own->boards = kept;
    return fine;
}

bool sh_beam_choice_offer(sh_beam_choice *choice, const uint64_t *board, uint64_t hash, int score) {
    choice_part *own = part_of(choice, hash);
    bool fine = true;
    pthread_mutex_lock(&own->lock);
    if (sh_beam_rank(hash, score) >= own->least) {
        size_t before = own->boards.count;
        sh_status status = sh_keyset_add(&own->boards, board);
        if (status == SH_OK) own->grades[before] = (grade){score, (uint32_t)before, hash};
        fine = status != SH_RESOURCES;
        if (own->boards.count == 2 * choice->share) fine &= cut(choice, own);
    }
    pthread_mutex_unlock(&own->lock);
    return fine;
}

void sh_beam_choice_settle(sh_beam_choice *choice) {
    for (int i = 0; i < SH_BEAM_PARTS; i++) (void)cut(choice, &choice->part[i]);
}

size_t sh_beam_choice_count(const sh_beam_choice *choice, int part) {
    return choice->part[part].boards.count;
}

const uint64_t *sh_beam_choice_board(const sh_beam_choice *choice, int part, size_t index) {
    return sh_keyset_at(&choice->part[part].boards, index);
}

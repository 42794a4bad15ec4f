// SPDX-License-Identifier: MIT
// See beam_choice.h. A shard grows to twice its share and is then cut to the better half: what is
// worse than that half can never come back.
#include "puzzle/beam_choice.h"

#include <pthread.h>   // pthread_mutex_t
#include <stdatomic.h> // atomic_int
#include <stdlib.h>    // calloc, qsort, free
#include <string.h>    // memcpy

#include "puzzle/game_case.h"
#include "puzzle/game_level.h"
#include "puzzle/game_shard.h"

typedef struct grade {
    int score;
    uint32_t index;
    uint64_t tie;
} grade;

typedef struct choice_shard {
    pthread_mutex_t lock;
    sh_game_shard boards;
    grade *grades;    // by index
    atomic_int least; // scores below cannot stay
} choice_shard;

struct sh_beam_choice {
    size_t words, share;
    choice_shard shard[SH_GAME_SHARDS];
};

sh_beam_choice *sh_beam_choice_open(size_t words, size_t most) {
    sh_beam_choice *choice = calloc(1, sizeof *choice);
    if (!choice) return NULL;
    choice->words = words;
    choice->share = (most + SH_GAME_SHARDS - 1) / SH_GAME_SHARDS;
    bool fine = true;
    for (int i = 0; i < SH_GAME_SHARDS; i++) {
        choice_shard *own = &choice->shard[i];
        pthread_mutex_init(&own->lock, NULL);
        sh_game_shard_open(&own->boards, words);
        own->least = INT32_MIN;
        own->grades = malloc(2 * choice->share * sizeof *own->grades);
        fine &= own->grades != NULL;
    }
    if (fine) return choice;
    sh_beam_choice_close(choice);
    return NULL;
}

void sh_beam_choice_close(sh_beam_choice *choice) {
    for (int i = 0; choice && i < SH_GAME_SHARDS; i++) {
        pthread_mutex_destroy(&choice->shard[i].lock);
        sh_game_shard_close(&choice->shard[i].boards);
        free(choice->shard[i].grades);
    }
    free(choice);
}

static choice_shard *shard_of(const sh_beam_choice *choice, uint64_t hash) {
    return (choice_shard *)&choice->shard[hash >> 56];
}

bool sh_beam_choice_wants(const sh_beam_choice *choice, uint64_t hash, int score) {
    return score >= atomic_load_explicit(&shard_of(choice, hash)->least, memory_order_relaxed);
}

static int better(const void *a, const void *b) {
    const grade *x = a, *y = b;
    if (x->score != y->score) return x->score < y->score ? 1 : -1;
    return x->tie < y->tie ? 1 : x->tie > y->tie ? -1 : 0;
}

// Keeps the best `share` boards of a shard; the table is built again.
static bool cut(const sh_beam_choice *choice, choice_shard *own) {
    size_t count = own->boards.count;
    if (count <= choice->share) return true;
    qsort(own->grades, count, sizeof *own->grades, better);
    sh_game_shard kept;
    sh_game_shard_open(&kept, choice->words);
    bool fine = true;
    for (size_t i = 0; fine && i < choice->share; i++) {
        fine =
            sh_game_shard_insert(&kept, own->boards.boards + own->grades[i].index * choice->words);
        own->grades[i].index = (uint32_t)i;
    }
    own->least = own->grades[choice->share - 1].score;
    sh_game_shard_close(&own->boards);
    own->boards = kept;
    return fine;
}

bool sh_beam_choice_offer(sh_beam_choice *choice, const uint64_t *board, uint64_t hash, int score) {
    choice_shard *own = shard_of(choice, hash);
    bool fine = true;
    pthread_mutex_lock(&own->lock);
    if (score >= own->least) {
        size_t before = own->boards.count;
        fine = sh_game_shard_insert(&own->boards, board);
        if (own->boards.count > before)
            own->grades[before] = (grade){score, (uint32_t)before, hash};
        if (own->boards.count == 2 * choice->share) fine &= cut(choice, own);
    }
    pthread_mutex_unlock(&own->lock);
    return fine;
}

void sh_beam_choice_settle(sh_beam_choice *choice) {
    for (int i = 0; i < SH_GAME_SHARDS; i++) (void)cut(choice, &choice->shard[i]);
}

size_t sh_beam_choice_count(const sh_beam_choice *choice, int shard) {
    return choice->shard[shard].boards.count;
}

const uint64_t *sh_beam_choice_board(const sh_beam_choice *choice, int shard, size_t index) {
    return choice->shard[shard].boards.boards + index * choice->words;
}

// SPDX-License-Identifier: MIT
// See coded.h. A piece of zeros takes no bytes, and one that does not get shorter its own.
#include "solve/duel/squeezed/coded.h"

#include <stdatomic.h> // atomic_bool
#include <stdlib.h>    // malloc
#include <string.h>    // memcpy
#include <zstd.h>      // ZSTD_compressCCtx

enum { LEVEL = 1 };

typedef struct sh_coder_context {
    struct sh_coder_context *next;
    ZSTD_CCtx *pack;
    ZSTD_DCtx *unpack;
} sh_coder_context;

void sh_coder_open(sh_coder *coder) {
    *coder = (sh_coder){.idle = NULL};
    pthread_mutex_init(&coder->mutex, NULL);
}

static void free_context(sh_coder_context *context) {
    ZSTD_freeCCtx(context->pack);
    ZSTD_freeDCtx(context->unpack);
    free(context);
}

void sh_coder_close(sh_coder *coder) {
    for (sh_coder_context *next, *c = coder->idle; c; c = next) {
        next = c->next;
        free_context(c);
    }
    pthread_mutex_destroy(&coder->mutex);
}

static sh_coder_context *make_context(void) {
    sh_coder_context *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    made->pack = ZSTD_createCCtx();
    made->unpack = ZSTD_createDCtx();
    if (made->pack && made->unpack) return made;
    free_context(made);
    return NULL;
}

// A context that nobody else has, or NULL where there is no memory.
static sh_coder_context *take(sh_coder *coder) {
    pthread_mutex_lock(&coder->mutex);
    sh_coder_context *context = coder->idle;
    if (context) coder->idle = context->next;
    pthread_mutex_unlock(&coder->mutex);
    return context ? context : make_context();
}

static void give_back(sh_coder *coder, sh_coder_context *context) {
    pthread_mutex_lock(&coder->mutex);
    context->next = coder->idle;
    coder->idle = context;
    pthread_mutex_unlock(&coder->mutex);
}

size_t sh_coded_piece_room(void) { return ZSTD_compressBound(SH_CODED_WORDS * sizeof(uint64_t)); }

static bool is_zero(const uint64_t *words, uint64_t count) {
    uint64_t any = 0;
    for (uint64_t i = 0; i < count; i++) any |= words[i];
    return !any;
}

size_t sh_coded_pack_piece(sh_coder *coder, const uint64_t *words, uint64_t count, uint8_t *bytes) {
    size_t raw = count * sizeof *words, packed = raw;
    if (is_zero(words, count)) return 0;
    sh_coder_context *context = take(coder);
    if (context) {
        packed = ZSTD_compressCCtx(context->pack, bytes, sh_coded_piece_room(), words, raw, LEVEL);
        give_back(coder, context);
    }
    if (!ZSTD_isError(packed) && packed < raw) return packed;
    memcpy(bytes, words, raw);
    return raw;
}

bool sh_coded_unpack_piece(sh_coder *coder, const uint8_t *bytes, size_t size, uint64_t *words,
                           uint64_t count) {
    size_t raw = count * sizeof *words;
    if (size == raw) memcpy(words, bytes, raw);
    if (size == 0) memset(words, 0, raw);
    if (size == 0 || size == raw) return true;
    sh_coder_context *context = take(coder);
    if (!context) return false;
    size_t unpacked = ZSTD_decompressDCtx(context->unpack, words, raw, bytes, size);
    give_back(coder, context);
    return unpacked == raw;
}

// A block whose pieces are packed or unpacked.
typedef struct coded_job {
    sh_coder *coder;
    const uint64_t *words;
    uint64_t *unpacked;
    uint64_t count;
    uint8_t *bytes; // a place for each piece
    const uint8_t *packed;
    uint32_t *sizes;
    const uint32_t *ends;
    atomic_bool damaged;
} coded_job;

static void pack_one(void *context, size_t piece, int thread) {
    const coded_job *job = context;
    job->sizes[piece] = (uint32_t)sh_coded_pack_piece(
        job->coder, job->words + piece * SH_CODED_WORDS, sh_coded_words(job->count, piece),
        job->bytes + piece * sh_coded_piece_room());
}

size_t sh_coded_pack(sh_coder *coder, sh_pool *team, const uint64_t *words, uint64_t count,
                     uint8_t *bytes, uint32_t *ends) {
    coded_job job = {.coder = coder, .words = words, .count = count, .bytes = bytes, .sizes = ends};
    sh_pool_run(team, sh_coded_pieces(count), pack_one, &job);
    size_t end = 0;
    for (uint64_t piece = 0; piece < sh_coded_pieces(count); piece++) {
        memmove(bytes + end, bytes + piece * sh_coded_piece_room(), ends[piece]);
        end += ends[piece];
        ends[piece] = (uint32_t)end;
    }
    return end;
}

static void unpack_one(void *context, size_t piece, int thread) {
    coded_job *job = context;
    uint32_t start = piece ? job->ends[piece - 1] : 0;
    if (!sh_coded_unpack_piece(job->coder, job->packed + start, job->ends[piece] - start,
                               job->unpacked + piece * SH_CODED_WORDS,
                               sh_coded_words(job->count, piece)))
        atomic_store(&job->damaged, true);
}

bool sh_coded_unpack(sh_coder *coder, sh_pool *team, const uint8_t *bytes, const uint32_t *ends,
                     uint64_t *words, uint64_t count) {
    coded_job job = {
        .coder = coder, .unpacked = words, .count = count, .packed = bytes, .ends = ends};
    sh_pool_run(team, sh_coded_pieces(count), unpack_one, &job);
    return !atomic_load(&job.damaged);
}

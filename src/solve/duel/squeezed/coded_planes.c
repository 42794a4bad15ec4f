// SPDX-License-Identifier: MIT
// See coded_planes.h.
#include "solve/duel/squeezed/coded_planes.h"

#include <stdlib.h> // malloc
#include <string.h> // memcpy

bool sh_coded_planes_open(sh_coded_planes *planes, uint64_t blocks, uint64_t words) {
    *planes = (sh_coded_planes){.blocks = blocks, .words = words};
    sh_coder_open(&planes->coder);
    sh_kept_pieces_open(&planes->kept);
    sh_spares_open(&planes->spares, words * sizeof(uint64_t));
    planes->piece = calloc(blocks * sh_coded_pieces(words) + 1, sizeof *planes->piece);
    return planes->piece != NULL;
}

void sh_coded_planes_close(sh_coded_planes *planes) {
    uint64_t pieces = planes->blocks * sh_coded_pieces(planes->words);
    for (uint64_t i = 0; planes->piece && i < pieces; i++) free(planes->piece[i].bytes);
    free(planes->piece);
    sh_coder_close(&planes->coder);
    sh_kept_pieces_close(&planes->kept);
    sh_spares_close(&planes->spares);
}

// A block on its way in or out.
typedef struct piece_job {
    sh_coded_planes *planes;
    sh_coded_piece *piece;
    uint64_t *words;
    atomic_int status;
} piece_job;

static sh_coded_piece *pieces_of(const sh_coded_planes *planes, uint64_t block) {
    return planes->piece + block * sh_coded_pieces(planes->words);
}

static bool unpack(sh_coded_planes *planes, const sh_coded_piece *piece, uint64_t number,
                   uint64_t *words) {
    return sh_coded_unpack_piece(&planes->coder, piece->bytes, piece->size, words,
                                 sh_coded_words(planes->words, number));
}

static void unpack_task(void *context, size_t number, int thread) {
    piece_job *job = context;
    if (!unpack(job->planes, &job->piece[number], number, job->words + number * SH_CODED_WORDS))
        atomic_store(&job->status, SH_RESOURCES);
}

sh_status sh_coded_planes_borrow(sh_coded_planes *planes, sh_pool *team, uint64_t block,
                                 bool replaced, uint64_t **words, sh_error *error) {
    *words = sh_spares_take(&planes->spares);
    if (!*words) return sh_fail(error, SH_RESOURCES, "no memory for a block");
    piece_job job = {.planes = planes, .piece = pieces_of(planes, block), .words = *words};
    if (!replaced) sh_pool_run(team, sh_coded_pieces(planes->words), unpack_task, &job);
    if (!job.status) return SH_OK;
    sh_spares_give_back(&planes->spares, *words);
    return sh_fail(error, SH_RESOURCES, "no memory to unpack a block");
}

// Replaces a piece by what `words` are now.
static sh_status pack(sh_coded_planes *planes, sh_coded_piece *piece, const uint64_t *words,
                      uint64_t count) {
    uint8_t *room = malloc(sh_coded_piece_room());
    if (!room) return SH_RESOURCES;
    size_t size = sh_coded_pack_piece(&planes->coder, words, count, room);
    uint8_t *bytes = size ? malloc(size) : NULL;
    if (bytes) memcpy(bytes, room, size);
    free(room);
    if (size && !bytes) return SH_RESOURCES;
    atomic_fetch_add(&planes->bytes, size - piece->size);
    free(piece->bytes);
    *piece = (sh_coded_piece){bytes, size};
    return SH_OK;
}

static void pack_task(void *context, size_t number, int thread) {
    piece_job *job = context;
    sh_status status = pack(job->planes, &job->piece[number], job->words + number * SH_CODED_WORDS,
                            sh_coded_words(job->planes->words, number));
    if (status) atomic_store(&job->status, status);
}

sh_status sh_coded_planes_give_back(sh_coded_planes *planes, sh_pool *team, uint64_t block,
                                    uint64_t *words, bool changed, sh_error *error) {
    piece_job job = {.planes = planes, .piece = pieces_of(planes, block), .words = words};
    if (changed) sh_kept_pieces_clear(&planes->kept);
    if (changed) sh_pool_run(team, sh_coded_pieces(planes->words), pack_task, &job);
    sh_spares_give_back(&planes->spares, words);
    return job.status ? sh_fail(error, SH_RESOURCES, "no memory to compress a block") : SH_OK;
}

sh_status sh_coded_planes_peek(sh_coded_planes *planes, uint64_t block, uint64_t number,
                               uint64_t *word, sh_error *error) {
    uint64_t piece = number / SH_CODED_WORDS, at = number % SH_CODED_WORDS;
    uint64_t name = block * sh_coded_pieces(planes->words) + piece;
    if (sh_kept_pieces_word(&planes->kept, name, at, word)) return SH_OK;
    uint64_t *words = malloc(SH_CODED_WORDS * sizeof *words);
    if (!words || !unpack(planes, &planes->piece[name], piece, words)) {
        free(words);
        return sh_fail(error, SH_RESOURCES, "no memory to unpack a block");
    }
    *word = words[at];
    sh_kept_pieces_add(&planes->kept, name, words);
    return SH_OK;
}

// SPDX-License-Identifier: MIT
// See extents.h.
#include "solve/duel/squeezed/extents.h"

#include <stdlib.h> // realloc
#include <string.h> // memcpy
#include <unistd.h> // close

#include "base/nameless.h"

sh_status sh_extents_open(sh_extents *extents, const char *folder, sh_error *error) {
    *extents = (sh_extents){.file = -1};
    pthread_mutex_init(&extents->mutex, NULL);
    sh_spares_open(&extents->tails, SH_EXTENT_BYTES);
    return sh_nameless_open(&extents->file, folder, error);
}

void sh_extents_close(sh_extents *extents) {
    if (extents->file >= 0) close(extents->file);
    free(extents->free);
    sh_spares_close(&extents->tails);
    pthread_mutex_destroy(&extents->mutex);
}

void sh_extent_stream_open(sh_extent_stream *stream) {
    *stream = (sh_extent_stream){.count = 0};
    pthread_mutex_init(&stream->mutex, NULL);
}

// Makes room for one more number; false where there is no memory.
static int grow(uint32_t **numbers, uint64_t count, uint64_t *room) {
    if (count < *room) return 1;
    uint64_t more = *room ? 2 * *room : 8;
    uint32_t *grown = realloc(*numbers, more * sizeof *grown);
    if (!grown) return 0;
    *numbers = grown;
    *room = more;
    return 1;
}

static uint32_t take(sh_extents *extents) {
    pthread_mutex_lock(&extents->mutex);
    uint32_t number = extents->count ? extents->free[--extents->count] : (uint32_t)extents->end++;
    extents->written += SH_EXTENT_BYTES;
    pthread_mutex_unlock(&extents->mutex);
    return number;
}

static sh_status no_memory(sh_error *error) {
    return sh_fail(error, SH_RESOURCES, "no memory for messages between blocks");
}

// The tail is full: it goes into the file.
static sh_status flush(sh_extents *extents, sh_extent_stream *stream, sh_error *error) {
    if (!grow(&stream->extent, stream->count, &stream->room)) return no_memory(error);
    uint32_t number = take(extents);
    stream->extent[stream->count++] = number;
    return sh_nameless_write(extents->file, stream->tail, SH_EXTENT_BYTES,
                             (uint64_t)number * SH_EXTENT_BYTES, error);
}

static sh_status add(sh_extents *extents, sh_extent_stream *stream, const uint8_t *bytes,
                     size_t size, sh_error *error) {
    if (!stream->tail && !(stream->tail = sh_spares_take(&extents->tails))) return no_memory(error);
    while (size) {
        size_t fill = stream->bytes % SH_EXTENT_BYTES, now = SH_EXTENT_BYTES - fill;
        if (now > size) now = size;
        memcpy(stream->tail + fill, bytes, now);
        stream->bytes += now;
        bytes += now;
        size -= now;
        if (stream->bytes % SH_EXTENT_BYTES) continue;
        sh_status status = flush(extents, stream, error);
        if (status) return status;
    }
    return SH_OK;
}

sh_status sh_extent_stream_add(sh_extents *extents, sh_extent_stream *stream, const void *bytes,
                               size_t size, uint64_t *place, sh_error *error) {
    pthread_mutex_lock(&stream->mutex);
    *place = stream->bytes;
    sh_status status = add(extents, stream, bytes, size, error);
    pthread_mutex_unlock(&stream->mutex);
    return status;
}

sh_status sh_extent_stream_read(sh_extents *extents, const sh_extent_stream *stream, uint64_t place,
                                void *bytes, size_t size, sh_error *error) {
    uint8_t *to = bytes;
    uint64_t moved = 0;
    sh_status status = SH_OK;
    while (size && !status) {
        uint64_t number = place / SH_EXTENT_BYTES, from = place % SH_EXTENT_BYTES;
        size_t now = SH_EXTENT_BYTES - from < size ? SH_EXTENT_BYTES - from : size;
        if (number < stream->count) {
            status =
                sh_nameless_read(extents->file, to, now,
                                 (uint64_t)stream->extent[number] * SH_EXTENT_BYTES + from, error);
            moved += now;
        } else {
            memcpy(to, stream->tail + from, now);
        }
        to += now;
        place += now;
        size -= now;
    }
    pthread_mutex_lock(&extents->mutex);
    extents->read += moved;
    pthread_mutex_unlock(&extents->mutex);
    return status;
}

// An extent that cannot be noted as free is lost until the file is closed.
void sh_extent_stream_drop(sh_extents *extents, sh_extent_stream *stream) {
    pthread_mutex_lock(&extents->mutex);
    for (uint64_t i = 0; i < stream->count; i++)
        if (grow(&extents->free, extents->count, &extents->room))
            extents->free[extents->count++] = stream->extent[i];
    pthread_mutex_unlock(&extents->mutex);
    free(stream->extent);
    if (stream->tail) sh_spares_give_back(&extents->tails, stream->tail);
    stream->extent = NULL;
    stream->tail = NULL;
    stream->count = stream->room = stream->bytes = 0;
}

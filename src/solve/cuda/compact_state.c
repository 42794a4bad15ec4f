// SPDX-License-Identifier: MIT
// The states and the outside. A checkpoint is the rows as they lie there, in chunks; where the card
// holds more or less of the losses, it reads the same.
// Rows of the table are numbered otherwise outside (rank/pairs.h): a row is read whole and its
// columns are put in order, mirrored where our row is the image of theirs.
#include "solve/cuda/compact_state.h"

#include <assert.h> // assert
#include <stdlib.h> // malloc
#include <string.h> // memcpy

#include "rank/subset.h"
#include "solve/cuda/compact_room.h"

#define CHUNK ((uint64_t)64 << 20) // bytes copied at a time

// What a checkpoint holds: the pending states, the losses on the card, those in memory, and the
// news of mixed lanes.
typedef struct part {
    void *memory;
    uint64_t bytes;
    bool host;
} part;

#define PARTS 4

static void list_parts(const sh_compact *compact, part parts[PARTS]) {
    const sh_compact_index *index = &compact->index;
    const sh_gpu_args *args = &compact->session.args;
    sh_compact_sizes sizes = sh_compact_sizes_of(index);
    uint64_t host = args->host_slabs * sh_compact_slab_bytes(index);
    parts[0] = (part){args->pending, sizes.plane, false};
    parts[1] = (part){args->lost_host, host, true};
    parts[2] = (part){args->lost, sizes.plane - host, false};
    parts[3] = (part){args->slot_fresh, sizes.slots, false};
}

// A round as a checkpoint has it: every field takes eight bytes, in the order of sh_round.
typedef struct saved_round {
    uint64_t states, positions, illegal, example_row, example_set, strips, read, written, mail;
    uint64_t pending;
} saved_round;

static saved_round save_round(const sh_round *r) {
    return (saved_round){r->states, r->positions, r->illegal, r->example_row, r->example_set,
                         r->strips, r->read,      r->written, r->mail,        r->pending};
}

static sh_round load_round(const saved_round *s) {
    return (sh_round){.states = s->states,
                      .positions = s->positions,
                      .illegal = s->illegal,
                      .example_row = s->example_row,
                      .example_set = s->example_set,
                      .strips = s->strips,
                      .read = s->read,
                      .written = s->written,
                      .mail = s->mail,
                      .pending = s->pending != 0};
}

sh_status sh_compact_save(void *state, sh_saver *saver, sh_error *error) {
    sh_compact *compact = state;
    sh_gpu_session *session = &compact->session;
    part parts[PARTS];
    uint8_t *chunk = malloc(CHUNK);
    if (!chunk) return sh_fail(error, SH_RESOURCES, "no memory to write a checkpoint");
    list_parts(compact, parts);
    saved_round lost = save_round(&compact->lost);
    sh_saver_write(saver, &lost, sizeof lost);
    sh_status status = SH_OK;
    for (int i = 0; i < PARTS; i++)
        for (uint64_t at = 0; !status && at < parts[i].bytes; at += CHUNK) {
            uint64_t now = parts[i].bytes - at < CHUNK ? parts[i].bytes - at : CHUNK;
            uint8_t *from = (uint8_t *)parts[i].memory + at;
            if (!parts[i].host) session->runtime->download(session->gpu, chunk, from, now);
            sh_saver_write(saver, parts[i].host ? from : chunk, now);
            status = sh_saver_status(saver, error);
        }
    free(chunk);
    return status ? status : sh_gpu_session_finish(session, error);
}

sh_status sh_compact_load(void *state, sh_loader *loader, sh_error *error) {
    sh_compact *compact = state;
    sh_gpu_session *session = &compact->session;
    part parts[PARTS];
    const void *chunk;
    saved_round lost;
    sh_status status = sh_loader_read(loader, sizeof lost, &chunk, error);
    if (status) return status;
    memcpy(&lost, chunk, sizeof lost);
    compact->lost = load_round(&lost);
    list_parts(compact, parts);
    compact->found = UINT64_MAX; // the first sweep looks at everything
    for (int i = 0; i < PARTS; i++)
        for (uint64_t at = 0; at < parts[i].bytes; at += CHUNK) {
            uint64_t now = parts[i].bytes - at < CHUNK ? parts[i].bytes - at : CHUNK;
            status = sh_loader_read(loader, now, &chunk, error);
            if (status) return status;
            uint8_t *to = (uint8_t *)parts[i].memory + at;
            if (parts[i].host)
                memcpy(to, chunk, now);
            else
                session->runtime->upload(session->gpu, to, chunk, now);
        }
    return sh_gpu_session_finish(session, error);
}

// A row of the outside: its set in diagonal order, and whether ours is the mirror image of it.
typedef struct sh_compact_row {
    uint64_t row, waiter; // our row; the waiter's set, turned to the mover's side
    bool image;
} sh_compact_row;

static sh_compact_row find_row(const sh_compact *compact, uint64_t row) {
    const sh_compact_index *index = &compact->index;
    sh_set waiter = sh_pairs_waiter(compact->pairs, row);
    uint64_t set = sh_compact_from_board(index, waiter.w[0]);
    uint32_t ours = index->row_of[sh_compact_id(index, set)];
    bool image = ours >> 31;
    return (sh_compact_row){.row = ours & 0x7fffffff,
                            .waiter =
                                sh_compact_turn(index, image ? sh_compact_image(index, set) : set),
                            .image = image};
}

static uint64_t find_column(const sh_compact *compact, const sh_compact_row *row, uint64_t set) {
    uint64_t mover = sh_compact_from_board(&compact->index, set);
    if (row->image) mover = sh_compact_image(&compact->index, mover);
    return sh_compact_column(&compact->index, mover, row->waiter);
}

static bool is_illegal(const sh_compact *compact, uint64_t waiter, uint64_t set) {
    sh_position position = {.turn = 0};
    position.army[0].w[0] = set;
    position.army[1].w[0] = waiter;
    sh_verdict verdict = sh_position_verdict(&compact->game, &position, NULL);
    return verdict == SH_ILLEGAL_FILLED || verdict == SH_ILLEGAL_BLOCKED;
}

// Reads one of our rows and puts its values in the order of the outside's columns.
static sh_status read_row(sh_compact *compact, uint64_t number, uint64_t *words, uint16_t *values) {
    const sh_compact_index *index = &compact->index;
    sh_gpu_session *session = &compact->session;
    sh_compact_row row = find_row(compact, number);
    pthread_mutex_lock(&compact->probing);
    session->args.row = (uint32_t)row.row;
    sh_gpu_session_launch(session, SH_GPU_copy_row, index->slabs);
    session->runtime->download(session->gpu, words, session->args.list,
                               index->slabs * SH_GPU_SLAB_WORDS * sizeof *words);
    sh_status status = sh_gpu_session_finish(session, NULL);
    pthread_mutex_unlock(&compact->probing);
    if (status) return status;
    uint64_t waiter =
        sh_compact_to_board(index, row.image ? sh_compact_image(index, row.waiter) : row.waiter);
    uint64_t set = sh_subset64_expand(sh_subset64_lowest(index->pieces), waiter);
    for (uint64_t i = 0; i < index->columns; i++) {
        uint64_t column = find_column(compact, &row, set);
        uint64_t bits = words[column / 32] >> column % 32;
        values[i] = bits >> 32 & 1 ? 0 : bits & 1 ? SH_VALUE_DRAW : 1;
        if (values[i] == 1 && is_illegal(compact, waiter, set)) values[i] = SH_VALUE_ILLEGAL;
        if (i + 1 < index->columns) set = sh_subset64_next_beside(set, waiter);
    }
    return SH_OK;
}

sh_status sh_compact_rows(void *state, uint64_t first, uint32_t count, uint16_t *values) {
    sh_compact *compact = state;
    uint64_t *words = malloc(compact->index.slabs * SH_GPU_SLAB_WORDS * sizeof *words);
    sh_status status = words ? SH_OK : SH_RESOURCES;
    for (uint32_t i = 0; i < count && !status; i++)
        status = read_row(compact, first + i, words, values + i * compact->index.columns);
    free(words);
    return status;
}

sh_status sh_compact_probe(void *state, const sh_state_query *queries, uint64_t count,
                           uint16_t *values) {
    sh_compact *compact = state;
    sh_gpu_session *session = &compact->session;
    sh_gpu_args *args = &session->args;
    uint64_t room = sh_compact_list_room(compact);
    if (room > count) room = count;
    uint64_t *list = malloc(room * sizeof *list);
    uint8_t *found = malloc(room);
    sh_status status = list && found ? SH_OK : SH_RESOURCES;
    for (uint64_t done = 0; done < count && !status; done += room) {
        uint32_t now = (uint32_t)(count - done < room ? count - done : room);
        for (uint32_t i = 0; i < now; i++) {
            sh_compact_row row = find_row(compact, queries[done + i].row);
            list[i] = row.row << 32 | find_column(compact, &row, queries[done + i].set);
        }
        pthread_mutex_lock(&compact->probing);
        session->runtime->upload(session->gpu, args->list, list, now * sizeof *list);
        session->runtime->upload(session->gpu, args->listed, &now, sizeof now);
        sh_gpu_session_launch(session, SH_GPU_probe, (now + SH_WARP - 1) / SH_WARP);
        session->runtime->download(session->gpu, found, args->flag, now);
        status = sh_gpu_session_finish(session, NULL);
        pthread_mutex_unlock(&compact->probing);
        for (uint32_t i = 0; i < now; i++)
            values[done + i] = found[i] & 2 ? 0 : found[i] ? 1 : SH_VALUE_DRAW;
    }
    free(list);
    free(found);
    return status;
}

sh_status sh_compact_value(void *state, uint64_t row, uint64_t set, uint16_t *value) {
    sh_state_query query = {.row = row, .set = set};
    return sh_compact_probe(state, &query, 1, value);
}

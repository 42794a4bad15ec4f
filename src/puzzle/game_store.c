// SPDX-License-Identifier: MIT
// See game_store.h.
#include "puzzle/game_store.h"

#include <stddef.h> // offsetof
#include <stdio.h>  // snprintf
#include <string.h> // memcpy, memcmp
#include <unistd.h> // access, close

#define XXH_INLINE_ALL
#include <xxhash.h> // XXH3

#include "base/sum.h"

enum { BLOCK = 1024 };

#define MAGIC "SHgame1\n"
static const sh_mark level_mark = {MAGIC, sizeof MAGIC - 1, 0, "a level of a puzzle"};

typedef struct header {
    char magic[8];
    uint64_t puzzle; // hash of all that the search depends on
    uint64_t length, level, words;
    uint64_t reserved[3]; // boards begin at 64 bytes
} header;

typedef struct footer {
    uint64_t boards, hash;
    uint64_t checksum; // of all before it
} footer;

static void name_of(const sh_game_store *store, int level, char *name, size_t size) {
    snprintf(name, size, "%s/game-%d-%02d.boards", store->scratch, store->one->length, level);
}

static uint64_t puzzle_hash(const sh_game_store *store) {
    const sh_game_case *one = store->one;
    const sh_board *board = &one->puzzle->game.board;
    uint64_t facts[] = {(uint64_t)board->shape, (uint64_t)board->size, (uint64_t)board->directions,
                        one->puzzle->jumps_only, store->bounds};
    uint64_t hash = XXH3_64bits(facts, sizeof facts);
    hash = XXH3_64bits_withSeed(one->start, sizeof one->start, hash);
    hash = XXH3_64bits_withSeed(one->goal, sizeof one->goal, hash);
    return XXH3_64bits_withSeed(one->stand, sizeof one->stand, hash);
}

static header header_of(const sh_game_store *store, int level) {
    header head = {.puzzle = puzzle_hash(store),
                   .length = (uint64_t)store->one->length,
                   .level = (uint64_t)level,
                   .words = store->words};
    memcpy(head.magic, MAGIC, sizeof head.magic);
    return head;
}

static sh_status refuse(const char *name, const char *why, sh_error *error) {
    return sh_fail(error, SH_DATA, "'%.300s' %s; remove it or use another scratch folder", name,
                   why);
}

static sh_status read_piece(const void *file, uint64_t offset, void *bytes, size_t count,
                            sh_error *error) {
    return sh_file_read(*(const int *)file, offset, bytes, count, error);
}

// Opens a level's file and checks all of it.
static sh_status check_level(sh_game_store *store, int level, const char *name, footer *foot,
                             sh_error *error) {
    uint64_t size, checksum;
    int *file = &store->kept[level].file;
    sh_status status = sh_file_open(file, &size, name, error);
    if (status) return status;
    header head, mine = header_of(store, level);
    if (size < sizeof head + sizeof *foot) return refuse(name, "is cut off", error);
    status = sh_file_read(*file, 0, &head, sizeof head, error);
    if (!status) status = sh_file_read(*file, size - sizeof *foot, foot, sizeof *foot, error);
    if (!status)
        status = sh_sum(read_piece, file, 0, size - sizeof foot->checksum, &checksum, error);
    if (status) return status;
    if (memcmp(&head, &mine, sizeof head) != 0)
        return refuse(name, "belongs to another search", error);
    if (size != sizeof head + foot->boards * store->words * sizeof(uint64_t) + sizeof *foot ||
        foot->checksum != checksum)
        return refuse(name, "is damaged", error);
    return SH_OK;
}

static sh_status read_level(sh_game_store *store, int level, sh_game_stage *stage,
                            sh_error *error) {
    char name[4096];
    footer foot;
    name_of(store, level, name, sizeof name);
    sh_status status = check_level(store, level, name, &foot, error);
    if (status) return status;
    store->kept[level].count = stage->boards = foot.boards;
    stage->hash = foot.hash;
    return SH_OK;
}

static sh_status read_all_levels(sh_game_store *store, sh_game_stage *stage, sh_error *error) {
    for (;; store->levels++) {
        char name[4096];
        name_of(store, store->levels, name, sizeof name);
        if (store->levels >= SH_GAME_MOST_MOVES || access(name, F_OK) != 0) return SH_OK;
        sh_status status = read_level(store, store->levels, &stage[store->levels - 1], error);
        if (status) return status;
    }
}

sh_status sh_game_store_open(sh_game_store *store, const sh_game_case *one,
                             const sh_game_options *options, size_t words, const uint64_t *start,
                             sh_game_stage *stage, sh_error *error) {
    memset(store, 0, sizeof *store);
    store->one = one;
    store->scratch = options->scratch;
    store->bounds = options->bounds;
    store->words = words;
    store->start = start;
    for (int i = 0; i < SH_GAME_MOST_MOVES; i++) store->kept[i].file = -1;
    store->kept[0].count = 1;
    store->levels = 1;
    return store->scratch ? read_all_levels(store, stage, error) : SH_OK;
}

void sh_game_store_close(sh_game_store *store) {
    for (int i = 1; i < SH_GAME_MOST_MOVES; i++) {
        sh_game_level_close(store->kept[i].level);
        if (store->kept[i].file > 0) close(store->kept[i].file);
    }
}

typedef struct output {
    sh_writer *writer;
    XXH3_state_t *sum;
    size_t words;
} output;

static void put(output *out, const void *bytes, size_t count) {
    sh_writer_write(out->writer, bytes, count);
    XXH3_64bits_update(out->sum, bytes, count);
}

static void take(void *user, const uint64_t *boards, size_t count) {
    output *out = user;
    put(out, boards, count * out->words * sizeof *boards);
}

static sh_status open_output(output *out, sh_game_store *store, const char *name, sh_error *error) {
    header head = header_of(store, store->levels);
    sh_status status = sh_writer_open(&out->writer, name, &level_mark, error);
    if (status) return status;
    out->words = store->words;
    out->sum = XXH3_createState();
    if (!out->sum) {
        sh_writer_abort(out->writer);
        return sh_fail(error, SH_RESOURCES, "no memory for a checksum");
    }
    XXH3_64bits_reset(out->sum);
    put(out, &head, sizeof head);
    return SH_OK;
}

static sh_status write_level(sh_game_store *store, sh_game_level *level, sh_pool *pool,
                             sh_game_judge *judge, void *context, sh_error *error) {
    char name[4096];
    name_of(store, store->levels, name, sizeof name);
    output out;
    sh_status status = open_output(&out, store, name, error);
    if (status) return status;
    status = sh_game_level_finish(level, pool, judge, context, take, &out, error);
    footer foot = {.boards = sh_game_level_count(level), .hash = sh_game_level_hash(level)};
    put(&out, &foot, offsetof(footer, checksum));
    foot.checksum = XXH3_64bits_digest(out.sum);
    sh_writer_write(out.writer, &foot.checksum, sizeof foot.checksum);
    XXH3_freeState(out.sum);
    if (!status) return sh_writer_commit(out.writer, error);
    sh_writer_abort(out.writer);
    return status;
}

sh_status sh_game_store_add(sh_game_store *store, sh_game_level *level, sh_pool *pool,
                            sh_game_judge *judge, void *context, sh_game_stage *stage,
                            sh_error *error) {
    sh_status status;
    if (store->scratch) {
        status = write_level(store, level, pool, judge, context, error);
        sh_game_level_close(level);
        if (!status) status = read_level(store, store->levels, stage, error);
    } else {
        status = sh_game_level_finish(level, pool, judge, context, NULL, NULL, error);
        store->kept[store->levels].level = level;
        store->kept[store->levels].count = sh_game_level_count(level);
        stage->boards = sh_game_level_count(level);
        stage->hash = sh_game_level_hash(level);
    }
    if (!status) store->levels++;
    return status;
}

static bool view_boards(const sh_game_store *store, const uint64_t *boards, size_t count,
                        sh_game_viewer *viewer, void *context) {
    for (size_t i = 0; i < count; i++)
        if (!viewer(context, boards + i * store->words)) return false;
    return true;
}

static bool view_file(const sh_game_store *store, int level, int part, sh_game_viewer *viewer,
                      void *context) {
    uint64_t block[BLOCK * SH_GAME_MOST_WORDS], count = store->kept[level].count;
    uint64_t from = count * (uint64_t)part / SH_GAME_SHARDS;
    uint64_t to = count * (uint64_t)(part + 1) / SH_GAME_SHARDS;
    size_t bytes = store->words * sizeof *block;
    while (from < to) {
        size_t some = to - from < BLOCK ? (size_t)(to - from) : BLOCK;
        if (sh_file_read(store->kept[level].file, sizeof(header) + from * bytes, block,
                         some * bytes, NULL))
            return false;
        if (!view_boards(store, block, some, viewer, context)) break;
        from += some;
    }
    return true;
}

bool sh_game_store_view(const sh_game_store *store, int level, int part, sh_game_viewer *viewer,
                        void *context) {
    if (level > 0 && !store->kept[level].level)
        return view_file(store, level, part, viewer, context);
    sh_game_boards boards = {store->start, part == 0};
    if (level > 0) boards = sh_game_level_shard(store->kept[level].level, part);
    (void)view_boards(store, boards.boards, boards.count, viewer, context);
    return true;
}

size_t sh_game_store_bytes(const sh_game_store *store) {
    size_t bytes = 0;
    for (int i = 1; i < store->levels; i++)
        if (store->kept[i].level) bytes += sh_game_level_bytes(store->kept[i].level);
    return bytes;
}

sh_status sh_game_store_clear(sh_game_store *store, sh_error *error) {
    for (int i = 1; store->scratch && i < store->levels; i++) {
        char name[4096];
        name_of(store, i, name, sizeof name);
        sh_status status = sh_place_clear(name, &level_mark, error);
        if (status) return status;
    }
    return SH_OK;
}

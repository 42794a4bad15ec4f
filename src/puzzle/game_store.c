// SPDX-License-Identifier: MIT
// See game_store.h. A level without a scratch folder is kept as the frontier it was. Else it is
// written part by part behind a header, with the checksum at its end, and read again in blocks; a
// part is then a share of the file.
#include "puzzle/game_store.h"

#include <errno.h>  // errno
#include <stddef.h> // offsetof
#include <string.h> // memcpy, memcmp
#include <unistd.h> // access, close

#define XXH_INLINE_ALL
#include <xxhash.h> // XXH3

#include "base/sum.h"
#include "puzzle/identity.h"

enum { BLOCK = 1024 };

#define MAGIC "SHgame1\n"
static const sh_mark level_mark = {MAGIC, sizeof MAGIC - 1, 0, "a level of a puzzle"};

typedef struct header {
    char magic[8];
    uint64_t puzzle; // its identity
    uint64_t length, level, words, bounds;
    uint64_t reserved[2]; // boards begin at 64 bytes
} header;

typedef struct footer {
    uint64_t boards, hash;
    uint64_t checksum; // of all before it
} footer;

static sh_status path_of(const sh_game_store *store, int level, char path[SH_PUZZLE_PATH],
                         sh_error *error) {
    return sh_puzzle_level_path(store->one->puzzle, store->scratch, store->one->length, level, path,
                                error);
}

static header header_of(const sh_game_store *store, int level) {
    header head = {.puzzle = sh_puzzle_identity(store->one->puzzle),
                   .length = (uint64_t)store->one->length,
                   .level = (uint64_t)level,
                   .words = store->words,
                   .bounds = store->bounds};
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
    if (status) *file = -1; // there is nothing to close
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
    uint64_t room = size - sizeof head - sizeof *foot, bytes = store->words * sizeof(uint64_t);
    if (foot->checksum != checksum || foot->boards != room / bytes || room % bytes)
        return refuse(name, "is damaged", error);
    return SH_OK;
}

static sh_status read_level(sh_game_store *store, int level, sh_game_stage *stage,
                            sh_error *error) {
    char path[SH_PUZZLE_PATH];
    footer foot;
    sh_status status = path_of(store, level, path, error);
    if (!status) status = check_level(store, level, path, &foot, error);
    if (status) return status;
    store->kept[level].count = stage->boards = foot.boards;
    stage->hash = foot.hash;
    return SH_OK;
}

// Boards of a level that was found, looked at as they are.
typedef struct inspection {
    const sh_game_store *store;
    bool sound;
} inspection;

// Each army on cells where it may stand, and nobody on a cell of another.
static bool inspect_board(void *context, const uint64_t *board) {
    inspection *own = context;
    const sh_game_case *one = own->store->one;
    size_t half = own->store->words / 2;
    int men[SH_GAME_ROLES] = {0, 0};
    bool sound = true;
    for (size_t i = 0; i < half; i++) {
        sound &= (board[i] & board[half + i]) == 0;
        for (int role = 0; role < SH_GAME_ROLES; role++) {
            uint64_t army = board[(size_t)role * half + i];
            sound &= (army & ~(one->stand[role].w[i] | one->start[role].w[i])) == 0;
            men[role] += __builtin_popcountll(army);
        }
    }
    for (int role = 0; role < SH_GAME_ROLES; role++)
        sound &= men[role] == sh_set_count(one->start[role]);
    return own->sound = sound;
}

static sh_status find_level(sh_game_store *store, int level, sh_game_stage *stage,
                            sh_error *error) {
    sh_status status = read_level(store, level, stage, error);
    inspection own = {store, true};
    for (int part = 0; part < SH_FRONTIER_PARTS && !status && own.sound; part++)
        if (!sh_game_store_view(store, level, part, inspect_board, &own))
            status = sh_fail(error, SH_DATA, "a level in the scratch folder cannot be read");
    if (status || own.sound) return status;
    char path[SH_PUZZLE_PATH];
    status = path_of(store, level, path, error);
    return status ? status : refuse(path, "is damaged: it has boards that cannot be", error);
}

// All levels from the first that are there; a level that cannot be looked for is not absent.
static sh_status find_levels(sh_game_store *store, sh_game_stage *stage, sh_error *error) {
    for (; store->levels <= store->one->moves[SH_GAME_WINNER]; store->levels++) {
        char path[SH_PUZZLE_PATH];
        sh_status status = path_of(store, store->levels, path, error);
        if (status) return status;
        if (access(path, F_OK) != 0) {
            if (errno == ENOENT) return SH_OK;
            return sh_fail(error, SH_DATA, "cannot look for %.300s: %s", path, strerror(errno));
        }
        status = find_level(store, store->levels, &stage[store->levels - 1], error);
        if (status) return status;
    }
    return SH_OK;
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
    return store->scratch ? find_levels(store, stage, error) : SH_OK;
}

void sh_game_store_close(sh_game_store *store) {
    for (int i = 1; i < SH_GAME_MOST_MOVES; i++) {
        sh_frontier_close(store->kept[i].level);
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

// Judging, with the hashes of each part by themselves: parts are judged on several threads.
typedef struct trial {
    sh_game_judge *judge;
    void *context;
    uint64_t hash[SH_FRONTIER_PARTS];
} trial;

static bool is_kept(void *context, int part, const uint64_t *board) {
    trial *own = context;
    uint64_t hash;
    if (!own->judge(own->context, board, &hash)) return false;
    own->hash[part] += hash;
    return true;
}

static sh_status settle(sh_frontier *level, sh_pool *pool, sh_game_judge *judge, void *context,
                        sh_game_stage *stage, sh_error *error) {
    trial own = {.judge = judge, .context = context};
    sh_settling settling = {.keep = is_kept, .context = &own};
    sh_status status = sh_frontier_settle(level, &settling, pool, error);
    stage->hash = 0;
    for (int i = 0; i < SH_FRONTIER_PARTS; i++) stage->hash += own.hash[i];
    stage->boards = status ? 0 : sh_frontier_count(level);
    return status;
}

static sh_status put_part(output *out, const sh_frontier *level, int part, sh_error *error) {
    uint64_t block[BLOCK * SH_GAME_MOST_WORDS];
    size_t got = 0;
    for (uint64_t at = 0;; at += got) {
        sh_status status = sh_frontier_read(level, part, at, block, BLOCK, &got, error);
        if (status || !got) return status;
        put(out, block, got * out->words * sizeof *block);
    }
}

static sh_status write_level(sh_game_store *store, const sh_frontier *level,
                             const sh_game_stage *stage, sh_error *error) {
    char path[SH_PUZZLE_PATH];
    output out;
    sh_status status = path_of(store, store->levels, path, error);
    if (!status) status = open_output(&out, store, path, error);
    if (status) return status;
    for (int part = 0; part < SH_FRONTIER_PARTS && !status; part++)
        status = put_part(&out, level, part, error);
    footer foot = {.boards = stage->boards, .hash = stage->hash};
    put(&out, &foot, offsetof(footer, checksum));
    foot.checksum = XXH3_64bits_digest(out.sum);
    sh_writer_write(out.writer, &foot.checksum, sizeof foot.checksum);
    XXH3_freeState(out.sum);
    if (!status) return sh_writer_commit(out.writer, error);
    sh_writer_abort(out.writer);
    return status;
}

sh_status sh_game_store_add(sh_game_store *store, sh_frontier *level, sh_pool *pool,
                            sh_game_judge *judge, void *context, sh_game_stage *stage,
                            sh_error *error) {
    sh_status status = settle(level, pool, judge, context, stage, error);
    if (store->scratch) {
        if (!status) status = write_level(store, level, stage, error);
        sh_frontier_close(level);
        if (!status) status = read_level(store, store->levels, stage, error);
    } else {
        store->kept[store->levels].level = level;
        store->kept[store->levels].count = stage->boards;
    }
    if (!status) store->levels++;
    return status;
}

// Boards of a part of a level, from a number on.
static sh_status read_part(const sh_game_store *store, int level, int part, uint64_t from,
                           uint64_t *block, size_t *got) {
    if (store->kept[level].level)
        return sh_frontier_read(store->kept[level].level, part, from, block, BLOCK, got, NULL);
    uint64_t count = store->kept[level].count;
    uint64_t first = count * (uint64_t)part / SH_FRONTIER_PARTS + from;
    uint64_t end = count * (uint64_t)(part + 1) / SH_FRONTIER_PARTS;
    size_t bytes = store->words * sizeof *block;
    *got = end - first < BLOCK ? (size_t)(end - first) : BLOCK;
    return sh_file_read(store->kept[level].file, sizeof(header) + first * bytes, block,
                        *got * bytes, NULL);
}

bool sh_game_store_view(const sh_game_store *store, int level, int part, sh_game_viewer *viewer,
                        void *context) {
    uint64_t block[BLOCK * SH_GAME_MOST_WORDS];
    size_t got = 0;
    if (level == 0) {
        if (part == 0) (void)viewer(context, store->start);
        return true;
    }
    for (uint64_t from = 0;; from += got) {
        if (read_part(store, level, part, from, block, &got)) return false;
        for (size_t i = 0; i < got; i++)
            if (!viewer(context, block + i * store->words)) return true;
        if (!got) return true;
    }
}

size_t sh_game_store_bytes(const sh_game_store *store) {
    size_t bytes = 0;
    for (int i = 1; i < store->levels; i++)
        if (store->kept[i].level) bytes += sh_frontier_bytes(store->kept[i].level);
    return bytes;
}

sh_status sh_game_store_clear(sh_game_store *store, sh_error *error) {
    for (int i = 1; store->scratch && i < store->levels; i++) {
        char path[SH_PUZZLE_PATH];
        sh_status status = path_of(store, i, path, error);
        if (!status) status = sh_place_clear(path, &level_mark, error);
        if (status) return status;
    }
    return SH_OK;
}

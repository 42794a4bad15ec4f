// SPDX-License-Identifier: MIT
// See parts.h. The writer counts the bytes of a piece and hashes them on the way; at its end it
// writes the seal and begins the next file. A read is cut at the borders of pieces.
#include "table/parts.h"

#include <assert.h>   // assert
#include <limits.h>   // PATH_MAX
#include <stdio.h>    // snprintf
#include <stdlib.h>   // calloc
#include <string.h>   // memcmp
#include <sys/stat.h> // fstat
#include <unistd.h>   // pread
#include <xxhash.h>   // XXH3_state_t

#include "base/sum.h"
#include "table/format.h"

static const uint8_t SEAL_MAGIC[8] = {0x89, 'S', 'H', 'T', 'P', '\r', '\n', 0x1a};

static const sh_mark SEAL_MARK = {SEAL_MAGIC, sizeof SEAL_MAGIC, SH_SEAL_BYTES,
                                  "a part of a table"};

// Every number of a seal takes eight bytes.
enum { AT_NUMBER = 8, AT_FILES = 16, AT_TABLE = 24, AT_BYTES = 32, AT_PIECE = 40, AT_SUM = 56 };

typedef struct seal {
    uint64_t number, files, table; // which part of which table
    uint64_t bytes, checksum;      // of the piece
} seal;

// A file on its way.
typedef struct part {
    sh_writer *writer;
    uint64_t checksum; // of its piece, once that is whole
} part;

typedef sh_status open_part_file(sh_writer **writer, const char *name, const sh_mark *mark,
                                 sh_error *error);

struct sh_parts_writer {
    char file[PATH_MAX];
    open_part_file *create; // alone, shared or joined
    uint64_t part_bytes, offset;
    XXH3_state_t *piece; // of the last file
    uint32_t files;
    part *part;       // by file
    sh_error failure; // of the first file that could not be created
    sh_status status;
};

static sh_status name_part(char name[PATH_MAX], const char *file, uint32_t number,
                           sh_error *error) {
    int length = number == 0 ? snprintf(name, PATH_MAX, "%s", file)
                             : snprintf(name, PATH_MAX, "%s.%03u", file, number);
    if (length < PATH_MAX) return SH_OK;
    return sh_fail(error, SH_USAGE, "file name too long: %.60s…", file);
}

static void pack_seal(const seal *s, uint8_t bytes[SH_SEAL_BYTES]) {
    memset(bytes, 0, SH_SEAL_BYTES);
    memcpy(bytes, SEAL_MAGIC, sizeof SEAL_MAGIC);
    sh_put64(bytes + AT_NUMBER, s->number);
    sh_put64(bytes + AT_FILES, s->files);
    sh_put64(bytes + AT_TABLE, s->table);
    sh_put64(bytes + AT_BYTES, s->bytes);
    sh_put64(bytes + AT_PIECE, s->checksum);
    sh_put64(bytes + AT_SUM, sh_checksum(bytes, AT_SUM));
}

// The bytes of piece `number`.
static uint64_t piece_bytes(uint64_t bytes, uint64_t part_bytes, uint32_t number) {
    uint64_t left = bytes - number * part_bytes;
    return part_bytes == 0 || left < part_bytes ? left : part_bytes;
}

static void end_piece(sh_parts_writer *parts) {
    if (parts->files > 0) parts->part[parts->files - 1].checksum = XXH3_64bits_digest(parts->piece);
    XXH3_64bits_reset(parts->piece);
}

static sh_status begin_file(sh_parts_writer *parts, sh_error *error) {
    char name[PATH_MAX];
    if (parts->files == SH_MOST_PARTS)
        return sh_fail(error, SH_USAGE, "the table has more than %d parts; choose larger ones",
                       SH_MOST_PARTS);
    end_piece(parts);
    part *more = realloc(parts->part, (parts->files + 1) * sizeof *more);
    if (!more) return sh_fail(error, SH_RESOURCES, "out of memory to write a table");
    parts->part = more;
    sh_status status = name_part(name, parts->file, parts->files, error);
    const sh_mark *mark = parts->files ? &SEAL_MARK : &sh_table_mark;
    if (!status) status = parts->create(&more[parts->files].writer, name, mark, error);
    if (!status) parts->files++;
    return status;
}

// The names FILE.NNN from `first` on that are taken, one after another: the last + 1.
static sh_status count_names(const char *file, uint32_t first, uint32_t *end, sh_error *error) {
    char name[PATH_MAX];
    sh_status status = SH_OK;
    for (*end = first; !status && *end <= SH_MOST_PARTS; ++*end) {
        status = name_part(name, file, *end, error);
        if (!status) status = sh_file_exists(name, error);
        if (status) break;
    }
    return status == SH_NO ? SH_OK : status;
}

// Removes the parts from `first` on, which an earlier and larger table has left. The last goes
// first, so that what an interruption leaves is found again.
static sh_status remove_parts(const char *file, uint32_t first, sh_error *error) {
    char name[PATH_MAX];
    uint32_t end;
    sh_error why;
    sh_status status = count_names(file, first, &end, &why);
    while (!status && end > first) {
        status = name_part(name, file, --end, &why);
        if (!status) status = sh_place_clear(name, &SEAL_MARK, &why);
    }
    if (!status) return SH_OK;
    return sh_fail(error, status,
                   "%.120s is complete, but parts of the table before it stay: %.300s", file,
                   why.text);
}

sh_status sh_parts_allowed(const char *file, sh_error *error) {
    char name[PATH_MAX], path[PATH_MAX];
    uint32_t end = 1;
    sh_status status = sh_writer_check(file, &sh_table_mark, error);
    if (!status) status = count_names(file, 1, &end, error);
    for (uint32_t number = 1; !status && number < end; number++) {
        status = name_part(name, file, number, error);
        if (!status) status = sh_place_find(name, &SEAL_MARK, path, error);
    }
    return status;
}

static sh_status create(sh_parts_writer **out, const char *file, uint64_t part_bytes,
                        open_part_file *kind, sh_error *error) {
    assert(part_bytes % SH_PART_UNIT == 0);
    sh_parts_writer *parts = calloc(1, sizeof *parts);
    if (parts) parts->piece = XXH3_createState();
    if (!parts || !parts->piece) {
        free(parts);
        return sh_fail(error, SH_RESOURCES, "out of memory to write a table");
    }
    parts->part_bytes = part_bytes;
    parts->create = kind;
    sh_status status = name_part(parts->file, file, 0, error);
    if (!status) status = begin_file(parts, error);
    if (status) {
        sh_parts_abort(parts);
        return status;
    }
    *out = parts;
    return SH_OK;
}

sh_status sh_parts_create(sh_parts_writer **out, const char *file, uint64_t part_bytes,
                          sh_error *error) {
    return create(out, file, part_bytes, sh_writer_open, error);
}

sh_status sh_parts_share(sh_parts_writer **out, const char *file, uint64_t part_bytes,
                         sh_error *error) {
    return create(out, file, part_bytes, sh_writer_open_shared, error);
}

sh_status sh_parts_join(sh_parts_writer **out, const char *file, uint64_t part_bytes,
                        sh_error *error) {
    return create(out, file, part_bytes, sh_writer_join, error);
}

// What the last file has room for; begins the next where there is none.
static uint64_t room_of(sh_parts_writer *parts) {
    if (!parts->part_bytes) return UINT64_MAX;
    if (parts->files * parts->part_bytes == parts->offset)
        parts->status = begin_file(parts, &parts->failure);
    return parts->files * parts->part_bytes - parts->offset;
}

void sh_parts_write(sh_parts_writer *parts, const void *bytes, size_t count) {
    const uint8_t *at = bytes;
    while (count > 0 && !parts->status) {
        uint64_t room = room_of(parts);
        size_t now = count < room ? count : (size_t)room;
        if (parts->status) return;
        sh_writer_write(parts->part[parts->files - 1].writer, at, now);
        XXH3_64bits_update(parts->piece, at, now);
        parts->offset += now;
        at += now;
        count -= now;
    }
}

void sh_parts_skip(sh_parts_writer *parts, uint64_t count) {
    while (count > 0 && !parts->status) {
        uint64_t room = room_of(parts), now = count < room ? count : room;
        if (parts->status) return;
        sh_writer_skip(parts->part[parts->files - 1].writer, now);
        parts->offset += now;
        count -= now;
    }
}

void sh_parts_put(sh_parts_writer *parts, uint64_t offset, const void *bytes, size_t count) {
    const uint8_t *at = bytes;
    while (count > 0 && !parts->status) {
        uint64_t number = parts->part_bytes ? offset / parts->part_bytes : 0;
        if (number >= parts->files) {
            parts->status = begin_file(parts, &parts->failure);
            continue;
        }
        uint64_t within = offset - number * parts->part_bytes;
        uint64_t left = parts->part_bytes ? parts->part_bytes - within : UINT64_MAX;
        size_t now = count < left ? count : (size_t)left;
        sh_writer_patch(parts->part[number].writer, within, at, now);
        at += now;
        offset += now;
        count -= now;
    }
}

sh_status sh_parts_status(const sh_parts_writer *parts, sh_error *error) {
    if (parts->status) return sh_fail(error, parts->status, "%s", parts->failure.text);
    sh_status status = SH_OK;
    for (uint32_t i = 0; !status && i < parts->files; i++)
        status = sh_writer_status(parts->part[i].writer, error);
    return status;
}

sh_status sh_parts_leave(sh_parts_writer *parts, sh_error *error) {
    sh_status status = sh_parts_status(parts, error);
    while (!status && parts->files > 0)
        status = sh_writer_leave(parts->part[--parts->files].writer, error);
    sh_parts_abort(parts);
    return status;
}

uint64_t sh_parts_offset(const sh_parts_writer *parts) { return parts->offset; }

// The checksum of a piece that others wrote.
static sh_status sum_part(sh_parts_writer *parts, uint32_t number, sh_error *error) {
    sh_writer_skip(parts->part[number].writer, 0); // all is in the file
    return sh_sum(sh_writer_read, parts->part[number].writer, 0,
                  piece_bytes(parts->offset, parts->part_bytes, number),
                  &parts->part[number].checksum, error);
}

sh_status sh_parts_commit(sh_parts_writer *parts, const void *header, size_t count, uint64_t table,
                          sh_error *error) {
    sh_status status = sh_parts_status(parts, error);
    end_piece(parts);
    sh_writer_patch(parts->part[0].writer, 0, header, count);
    for (uint32_t i = 1; i < parts->files; i++) {
        if (!status && parts->create == sh_writer_open_shared) status = sum_part(parts, i, error);
        seal s = {i, parts->files, table, piece_bytes(parts->offset, parts->part_bytes, i),
                  parts->part[i].checksum};
        uint8_t bytes[SH_SEAL_BYTES];
        pack_seal(&s, bytes);
        sh_writer_write(parts->part[i].writer, bytes, sizeof bytes);
    }
    uint32_t files = parts->files;
    while (!status && parts->files > 0)
        status = sh_writer_commit(parts->part[--parts->files].writer, error);
    if (!status) status = remove_parts(parts->file, files, error);
    sh_parts_abort(parts);
    return status;
}

void sh_parts_abort(sh_parts_writer *parts) {
    if (!parts) return;
    for (uint32_t i = 0; i < parts->files; i++) sh_writer_abort(parts->part[i].writer);
    XXH3_freeState(parts->piece);
    free(parts->part);
    free(parts);
}

// The seal at the end of an open part.
static sh_status read_seal(int descriptor, uint64_t bytes, seal *s, sh_error *error) {
    uint8_t stored[SH_SEAL_BYTES];
    struct stat about;
    if (fstat(descriptor, &about) || (uint64_t)about.st_size != bytes + SH_SEAL_BYTES)
        return SH_DATA;
    sh_status status = sh_file_read(descriptor, bytes, stored, sizeof stored, error);
    if (status) return status;
    if (memcmp(stored, SEAL_MAGIC, sizeof SEAL_MAGIC) != 0 ||
        sh_get64(stored + AT_SUM) != sh_checksum(stored, AT_SUM))
        return SH_DATA;
    *s = (seal){sh_get64(stored + AT_NUMBER), sh_get64(stored + AT_FILES),
                sh_get64(stored + AT_TABLE), sh_get64(stored + AT_BYTES),
                sh_get64(stored + AT_PIECE)};
    return SH_OK;
}

static sh_status check_seal(const sh_parts *parts, uint32_t number, const char *name,
                            int descriptor, seal *s, sh_error *error) {
    uint64_t bytes = piece_bytes(parts->bytes, parts->part_bytes, number);
    sh_error why;
    sh_status status = read_seal(descriptor, bytes, s, &why);
    if (status && status != SH_DATA)
        return sh_fail(error, status, "%.120s: %.200s", name, why.text);
    if (status || s->bytes != bytes)
        return sh_fail(error, SH_DATA, "%.120s is cut off or no part of a table", name);
    if (s->number != number || s->files != parts->files || s->table != parts->table)
        return sh_fail(error, SH_DATA, "%.120s is a part of another table", name);
    return SH_OK;
}

// Opens a further file of the table and checks its seal.
static sh_status open_part(sh_parts *parts, uint32_t number, sh_error *error) {
    char name[PATH_MAX];
    seal s;
    uint64_t size;
    sh_status status = name_part(name, parts->file, number, error);
    if (!status) status = sh_file_exists(name, error);
    if (status == SH_NO)
        return sh_fail(error, SH_DATA, "a part of the table is missing: %.120s, one of %u", name,
                       parts->files);
    if (status) return status;
    int *descriptor = &parts->descriptor[number];
    status = sh_file_open(descriptor, &size, name, error);
    if (status) *descriptor = -1;
    if (!status) status = check_seal(parts, number, name, *descriptor, &s, error);
    return status;
}

sh_status sh_parts_open(sh_parts *parts, int first, sh_error *error) {
    uint64_t room = parts->part_bytes ? parts->files * parts->part_bytes : parts->bytes;
    assert(parts->files > 0 && parts->files <= SH_MOST_PARTS && parts->bytes <= room);
    parts->descriptor = malloc(parts->files * sizeof *parts->descriptor);
    if (!parts->descriptor) {
        close(first);
        return sh_fail(error, SH_RESOURCES, "out of memory for a table");
    }
    parts->descriptor[0] = first;
    for (uint32_t i = 1; i < parts->files; i++) parts->descriptor[i] = -1;
    sh_status status = SH_OK;
    for (uint32_t i = 1; !status && i < parts->files; i++) status = open_part(parts, i, error);
    return status;
}

void sh_parts_close(sh_parts *parts) {
    for (uint32_t i = 0; parts->descriptor && i < parts->files; i++)
        if (parts->descriptor[i] >= 0) close(parts->descriptor[i]);
    free(parts->descriptor);
    parts->descriptor = NULL;
}

sh_status sh_parts_read(const sh_parts *parts, uint64_t offset, void *bytes, size_t count,
                        sh_error *error) {
    uint8_t *at = bytes;
    assert(offset <= parts->bytes && count <= parts->bytes - offset);
    while (count > 0) {
        uint64_t number = parts->part_bytes ? offset / parts->part_bytes : 0;
        assert(number < parts->files);
        uint64_t within = offset - number * parts->part_bytes;
        uint64_t left = piece_bytes(parts->bytes, parts->part_bytes, (uint32_t)number) - within;
        size_t now = count < left ? count : (size_t)left;
        sh_error why;
        sh_status status = sh_file_read(parts->descriptor[number], within, at, now, &why);
        if (status == SH_DATA)
            return sh_fail(error, SH_DATA,
                           "the table cannot be read: its file was cut off after it was opened");
        if (status) return sh_fail(error, status, "%.200s", why.text);
        at += now;
        offset += now;
        count -= now;
    }
    return SH_OK;
}

static sh_status read_at(const void *context, uint64_t offset, void *bytes, size_t count,
                         sh_error *error) {
    return sh_parts_read(context, offset, bytes, count, error);
}

sh_status sh_parts_check(const sh_parts *parts, sh_error *error) {
    for (uint32_t number = 1; number < parts->files; number++) {
        char name[PATH_MAX];
        seal s = {0};
        uint64_t sum;
        sh_status status = name_part(name, parts->file, number, error);
        if (!status) status = check_seal(parts, number, name, parts->descriptor[number], &s, error);
        if (!status)
            status = sh_sum(read_at, parts, number * parts->part_bytes, s.bytes, &sum, error);
        if (status) return status;
        if (sum != s.checksum)
            return sh_fail(error, SH_DATA, "part %u of the table is damaged (checksum)", number);
    }
    return SH_OK;
}

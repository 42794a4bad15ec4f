// SPDX-License-Identifier: MIT
// Hostile tables in parts: whatever FILE, FILE.001, … hold and however long they are, with
// checksums right or wrong, they are refused or read without a crash.
//
// The input changes a good table of several parts: its first byte says which checksums are made
// right afterwards, each four bytes that follow are one change (see change). Files are written anew
// for each input, in memory.
#include <string.h>
#include <sys/stat.h>

#include "fuzz_patch.h"
#include "table/parts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_FILES = 8, MOST_BYTES = 2 * SH_PART_UNIT };
enum { MEND_HEADER = 1, MEND_SEALS = 2, MEND_PIECES = 4 };

typedef struct file {
    size_t size;
    uint8_t bytes[MOST_BYTES];
} file;

typedef struct parts {
    size_t files;
    file file[MOST_FILES];
} parts;

static void seal(parts *p, size_t number, int sums) {
    file *f = &p->file[number];
    if (f->size < SH_SEAL_BYTES) return;
    uint64_t bytes = f->size - SH_SEAL_BYTES;
    uint8_t *at = f->bytes + bytes;
    if (sums & MEND_PIECES) sh_put64(at + 40, sh_checksum(f->bytes, bytes));
    if (!(sums & MEND_SEALS)) return;
    sh_put64(at + 24, sh_get64(p->file[0].bytes + SH_HEADER_BYTES - 8));
    sh_put64(at + 32, bytes);
    sh_put64(at + 56, sh_checksum(at, 56));
}

static void mend_parts(parts *p, int sums) {
    uint8_t *header = p->file[0].bytes;
    if (sums & MEND_HEADER)
        sh_put64(header + SH_HEADER_BYTES - 8, sh_checksum(header, SH_HEADER_BYTES - 8));
    for (size_t i = 1; i < p->files; i++) seal(p, i, sums);
}

// A good table cut into parts.
static void make(parts *p) {
    static const uint8_t magic[8] = {0x89, 'S', 'H', 'T', 'P', '\r', '\n', 0x1a};
    size_t size;
    uint8_t *bytes = fuzz_table("4x4/4", SH_DTW, 0, &size);
    sh_put64(bytes + 288, SH_PART_UNIT);
    p->files = (size + SH_PART_UNIT - 1) / SH_PART_UNIT;
    if (p->files < 3 || p->files > MOST_FILES) abort();
    for (size_t i = 0; i < p->files; i++) {
        file *f = &p->file[i];
        size_t left = size - i * SH_PART_UNIT, piece = left < SH_PART_UNIT ? left : SH_PART_UNIT;
        memcpy(f->bytes, bytes + i * SH_PART_UNIT, piece);
        f->size = i ? piece + SH_SEAL_BYTES : piece;
        if (!i) continue;
        memcpy(f->bytes + piece, magic, sizeof magic);
        sh_put64(f->bytes + piece + 8, i);
        sh_put64(f->bytes + piece + 16, p->files);
    }
    mend_parts(p, MEND_HEADER | MEND_SEALS | MEND_PIECES);
    free(bytes);
}

// One change: a byte of the header; a number of it, by a small one times a power of two; the length
// of a file, beside that of a full one; a byte before the end of a file.
static void change(parts *p, const uint8_t *how) {
    static const uint16_t numbers[] = {56, 64, 120, 200, 208, 232, 240, 248, 264, 272, 288};
    unsigned wide = how[2] | (unsigned)how[3] << 8;
    file *f = &p->file[how[1] % p->files];
    if (how[0] % 4 == 0) {
        p->file[0].bytes[(how[1] | (size_t)how[2] << 8) % SH_HEADER_BYTES] = how[3];
    } else if (how[0] % 4 == 1) {
        uint8_t *at = p->file[0].bytes + numbers[how[1] % (sizeof numbers / sizeof *numbers)];
        sh_put64(at, sh_get64(at) + ((uint64_t)(int8_t)how[3] << how[2] % 64));
    } else if (how[0] % 4 == 2) {
        size_t full = f == p->file ? SH_PART_UNIT : SH_PART_UNIT + SH_SEAL_BYTES;
        size_t length = full + (size_t)(int16_t)wide;
        uint8_t end[SH_SEAL_BYTES] = {0};
        size_t sealed = f == p->file || f->size < SH_SEAL_BYTES ? 0 : SH_SEAL_BYTES;
        memcpy(end, f->bytes + f->size - sealed, sealed);
        if (length > f->size) memset(f->bytes + f->size, 0, length - f->size);
        f->size = length;
        if (length >= sealed)
            memcpy(f->bytes + length - sealed, end, sealed); // the seal goes along
    } else if (wide < f->size) {
        f->bytes[f->size - 1 - wide] ^= (uint8_t)(how[0] >> 2 | 1);
    }
}

static void store(const parts *p, const char *folder) {
    for (size_t i = 0; i < p->files; i++) {
        char name[96];
        snprintf(name, sizeof name, i ? "%s/table.%03d" : "%s/table", folder, (int)i);
        FILE *out = fopen(name, "wb");
        if (!out || fwrite(p->file[i].bytes, 1, p->file[i].size, out) != p->file[i].size) abort();
        fclose(out);
    }
}

static char folder[] = "/dev/shm/sternhalma-fuzz-XXXXXX";

static void remove_folder(void) {
    for (int i = 0; i < MOST_FILES; i++) {
        char name[96];
        snprintf(name, sizeof name, i ? "%s/table.%03d" : "%s/table", folder, i);
        unlink(name);
    }
    rmdir(folder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static parts good, p;
    if (!good.files) {
        make(&good);
        if (!mkdtemp(folder)) abort();
        atexit(remove_folder);
    }
    if (size < 1) return 0;
    p = good;
    for (size_t i = 1; i + 3 < size && i < 64; i += 4) change(&p, data + i);
    mend_parts(&p, data[0]);
    store(&p, folder);
    char name[96];
    snprintf(name, sizeof name, "%s/table", folder);
    sh_table *table;
    if (sh_table_open(&table, name, 1 << 16, NULL) == SH_OK) {
        probe(table, 256);
        sh_table_close(table);
    } else if (size == 1 && data[0] == 7) {
        abort(); // the good table opens
    }
    return 0;
}

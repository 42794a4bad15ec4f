// SPDX-License-Identifier: MIT
// The file: a mark, the state of the solve, what the backend wrote, and the XXH3 of all of it. It
// is checked whole before the first byte is used, and written under another name until it is
// complete (base/file.h).
#include "solve/duel/checkpoint.h"

#include <assert.h> // static_assert
#include <stdio.h>  // snprintf
#include <stdlib.h> // calloc
#include <string.h> // memcmp
#include <unistd.h> // close
#include <xxhash.h> // XXH3

#include "base/file.h"
#include "base/sum.h"

static const char MAGIC[16] = "sternhalma solv2";

// Of any version.
const sh_mark sh_checkpoint_mark = {MAGIC, sizeof MAGIC - 1, 0, "a checkpoint"};

static_assert(sizeof(sh_solve_state) ==
                  SH_MAX_NAME + 6 * 4 + (2 + SH_MAX_ROUNDS + 4) * sizeof(uint64_t) + sizeof(double),
              "the state of a solve is stored as it is, without gaps");

struct sh_saver {
    sh_writer *writer;
    XXH3_state_t *hash;
};

struct sh_loader {
    int file;
    char name[4096];
    uint64_t size, at, end;
    uint8_t *bytes; // given out last
    size_t room;
};

sh_status sh_saver_open(sh_saver **out, const char *file, const sh_solve_state *state,
                        sh_error *error) {
    sh_saver *saver = calloc(1, sizeof *saver);
    XXH3_state_t *hash = XXH3_createState();
    if (!saver || !hash) {
        free(saver);
        XXH3_freeState(hash);
        return sh_fail(error, SH_RESOURCES, "no memory to write a checkpoint");
    }
    saver->hash = hash;
    XXH3_64bits_reset(hash);
    sh_status status = sh_writer_open(&saver->writer, file, &sh_checkpoint_mark, error);
    if (status) {
        XXH3_freeState(hash);
        free(saver);
        return status;
    }
    sh_saver_write(saver, MAGIC, sizeof MAGIC);
    sh_saver_write(saver, state, sizeof *state);
    *out = saver;
    return SH_OK;
}

void sh_saver_write(sh_saver *saver, const void *bytes, size_t count) {
    XXH3_64bits_update(saver->hash, bytes, count);
    sh_writer_write(saver->writer, bytes, count);
}

sh_status sh_saver_status(const sh_saver *saver, sh_error *error) {
    return sh_writer_status(saver->writer, error);
}

sh_status sh_saver_close(sh_saver *saver, sh_status status, sh_error *error) {
    uint64_t sum = XXH3_64bits_digest(saver->hash);
    if (status) {
        sh_writer_abort(saver->writer);
    } else {
        sh_writer_write(saver->writer, &sum, sizeof sum);
        status = sh_writer_commit(saver->writer, error);
    }
    XXH3_freeState(saver->hash);
    free(saver);
    return status;
}

static sh_status read_at(const void *context, uint64_t offset, void *bytes, size_t count,
                         sh_error *error) {
    const sh_loader *loader = context;
    sh_error why;
    sh_status status = sh_file_read(loader->file, offset, bytes, count, &why);
    if (status) sh_error_set(error, status, "%.200s: %.200s", loader->name, why.text);
    return status;
}

static sh_status check(const sh_loader *loader, bool whole, sh_error *error) {
    char magic[sizeof MAGIC] = "";
    uint64_t sum = 0, stored;
    sh_status status = SH_OK;
    const bool fits = loader->size >= sizeof MAGIC + sizeof(sh_solve_state) + sizeof sum;
    if (fits) status = read_at(loader, 0, magic, sizeof magic, error);
    if (status) return status;
    if (!fits || memcmp(magic, MAGIC, sizeof MAGIC) != 0)
        return sh_fail(error, SH_DATA, "%s is not a checkpoint of this version of the program",
                       loader->name);
    if (!whole) return SH_OK;
    status = read_at(loader, loader->end, &stored, sizeof stored, error);
    if (!status) status = sh_sum(read_at, loader, 0, loader->end, &sum, error);
    if (status || sum == stored) return status;
    return sh_fail(error, SH_DATA, "the checkpoint %s is damaged: its checksum is wrong",
                   loader->name);
}

static sh_status open_loader(sh_loader **out, const char *file, sh_solve_state *state, bool whole,
                             sh_error *error) {
    sh_status status = sh_file_exists(file, error);
    if (status == SH_NO) return sh_fail(error, SH_NO, "there is no checkpoint %s", file);
    if (status) return status;
    sh_loader *loader = calloc(1, sizeof *loader);
    if (!loader) return sh_fail(error, SH_RESOURCES, "no memory to read a checkpoint");
    status = sh_file_open(&loader->file, &loader->size, file, error);
    if (status) {
        free(loader);
        return status;
    }
    snprintf(loader->name, sizeof loader->name, "%s", file);
    loader->at = sizeof MAGIC + sizeof *state;
    loader->end = loader->size - sizeof(uint64_t);
    status = check(loader, whole, error);
    if (!status) status = read_at(loader, sizeof MAGIC, state, sizeof *state, error);
    if (status)
        sh_loader_close(loader);
    else
        *out = loader;
    return status;
}

sh_status sh_loader_open(sh_loader **out, const char *file, sh_solve_state *state,
                         sh_error *error) {
    return open_loader(out, file, state, true, error);
}

sh_status sh_loader_open_share(sh_loader **out, const char *file, sh_solve_state *state,
                               sh_error *error) {
    return open_loader(out, file, state, false, error);
}

bool sh_loader_skip(sh_loader *loader, uint64_t count) {
    if (count > loader->end - loader->at) return false;
    loader->at += count;
    return true;
}

const char *sh_loader_name(const sh_loader *loader) { return loader->name; }

sh_status sh_loader_read(sh_loader *loader, size_t count, const void **bytes, sh_error *error) {
    *bytes = NULL;
    if (count > loader->end - loader->at)
        return sh_fail(error, SH_DATA, "the checkpoint %s ends too early", loader->name);
    if (count > loader->room) {
        free(loader->bytes);
        loader->bytes = malloc(count + SH_LOADER_AHEAD);
        loader->room = loader->bytes ? count : 0;
    }
    if (!loader->bytes) return sh_fail(error, SH_RESOURCES, "no memory to read a checkpoint");
    sh_status status = read_at(loader, loader->at, loader->bytes, count, error);
    if (status) return status;
    loader->at += count;
    *bytes = loader->bytes;
    return SH_OK;
}

void sh_loader_close(sh_loader *loader) {
    close(loader->file);
    free(loader->bytes);
    free(loader);
}

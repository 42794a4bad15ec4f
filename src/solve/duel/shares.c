// SPDX-License-Identifier: MIT
// See shares.h. Every step ends with an agreement of all ranks.
#include "solve/duel/shares.h"

#include <stdio.h>  // snprintf
#include <string.h> // memcmp, memcpy

#include "base/file.h"

enum { NAME = 4096, MOST_FILES = 100000 };

// What FILE says of the others.
typedef struct share_set {
    uint64_t set, files;
} share_set;

static sh_status name_share(char name[NAME], const char *file, uint64_t set, uint64_t number,
                            sh_error *error) {
    int length =
        snprintf(name, NAME, "%s.%c%03llu", file, set ? 'b' : 'a', (unsigned long long)number);
    if (length < NAME) return SH_OK;
    return sh_fail(error, SH_USAGE, "file name too long: %.60s…", file);
}

// Which set an open FILE names.
static sh_status read_set(sh_loader *loader, share_set *set, sh_error *error) {
    const void *read;
    sh_status status = sh_loader_read(loader, sizeof *set, &read, error);
    if (!status) memcpy(set, read, sizeof *set);
    return status;
}

// The set that is to be written: not the one that FILE names, a where there is no FILE of a crew.
// Where FILE cannot be read either may be the one that counts, and nothing is written.
static sh_status choose_set(const char *file, uint64_t *set, sh_error *error) {
    sh_solve_state state;
    sh_loader *loader;
    share_set named;
    *set = 0;
    sh_status status = sh_loader_open(&loader, file, &state, error);
    if (!status) {
        status = read_set(loader, &named, error);
        if (!status) *set = !named.set;
        sh_loader_close(loader);
    }
    return status == SH_NO || status == SH_DATA ? SH_OK : status;
}

static sh_status clear_set(const char *file, uint64_t set, sh_error *error) {
    sh_status status = SH_OK;
    char name[NAME];
    for (uint64_t n = 0; !status && n < MOST_FILES; n++) {
        status = name_share(name, file, set, n, error);
        if (!status) status = sh_file_exists(name, error);
        if (!status) status = sh_place_clear(name, &sh_checkpoint_mark, error);
    }
    return status == SH_NO ? SH_OK : status;
}

static sh_status save_share(const sh_shares *shares, uint64_t set, const sh_solve_state *done,
                            sh_error *error) {
    char name[NAME];
    sh_saver *saver;
    sh_status status =
        name_share(name, shares->file, set, (uint64_t)sh_crew_rank(shares->crew), error);
    if (!status) status = sh_saver_open(&saver, name, done, error);
    if (status) return status;
    status = shares->backend->save(shares->state, saver, error);
    return sh_saver_close(saver, status, error);
}

// FILE names the new set, and the old one goes.
static sh_status replace(const sh_shares *shares, const share_set *set, const sh_solve_state *done,
                         sh_error *error) {
    sh_saver *saver;
    sh_status status = sh_saver_open(&saver, shares->file, done, error);
    if (status) return status;
    sh_saver_write(saver, set, sizeof *set);
    status = sh_saver_close(saver, SH_OK, error);
    return status ? status : clear_set(shares->file, !set->set, error);
}

sh_status sh_shares_save(const sh_shares *shares, const sh_solve_state *done, sh_error *error) {
    sh_solve_state first = *done; // times differ from rank to rank
    share_set set = {.files = (uint64_t)sh_crew_ranks(shares->crew)};
    sh_status status = SH_OK;
    if (sh_crew_rank(shares->crew) == 0) status = choose_set(shares->file, &set.set, error);
    status = sh_crew_agree(shares->crew, status, error);
    if (status) return status;
    sh_crew_broadcast(shares->crew, 0, &set, sizeof set);
    sh_crew_broadcast(shares->crew, 0, &first, sizeof first);
    status = save_share(shares, set.set, &first, error);
    status = sh_crew_agree(shares->crew, status, error);
    if (status) return status;
    if (sh_crew_rank(shares->crew) == 0) status = replace(shares, &set, &first, error);
    return sh_crew_agree(shares->crew, status, error);
}

static sh_status load_share(const sh_shares *shares, const char *name, const sh_solve_state *done,
                            sh_error *error) {
    sh_solve_state state;
    sh_loader *loader;
    sh_status status = sh_loader_open_share(&loader, name, &state, error);
    if (status == SH_NO)
        return sh_fail(error, SH_DATA, "a file of the checkpoint is missing: %s", name);
    if (status) return status;
    // NOLINTNEXTLINE: both are bytes of files
    status = memcmp(&state, done, sizeof state) == 0
                 ? shares->backend->load(shares->state, loader, error)
                 : sh_fail(error, SH_DATA, "%s is of another checkpoint than %s, or damaged", name,
                           shares->file);
    sh_loader_close(loader);
    return status;
}

static sh_status load_shares(const sh_shares *shares, const share_set *set,
                             const sh_solve_state *done, sh_error *error) {
    sh_status status = SH_OK;
    for (uint64_t n = 0; !status && n < set->files; n++) {
        char name[NAME];
        status = name_share(name, shares->file, set->set, n, error);
        if (!status) status = load_share(shares, name, done, error);
    }
    return status ? status : shares->backend->load(shares->state, NULL, error);
}

sh_status sh_shares_load(const sh_shares *shares, sh_solve_state *done,
                         sh_status (*check)(void *context, const sh_solve_state *done,
                                            sh_error *error),
                         void *context, sh_error *error) {
    sh_loader *loader = NULL;
    share_set set = {0, 0};
    sh_status status = sh_loader_open(&loader, shares->file, done, error);
    if (!status) {
        status = check(context, done, error);
        if (!status) status = read_set(loader, &set, error);
        if (!status && (set.set > 1 || set.files < 1 || set.files > MOST_FILES))
            status = sh_fail(error, SH_DATA, "the checkpoint %s is of no crew", shares->file);
        sh_loader_close(loader);
    }
    status = sh_crew_agree(shares->crew, status, error);
    if (!status)
        status = sh_crew_agree(shares->crew, load_shares(shares, &set, done, error), error);
    return status;
}

sh_status sh_shares_clear(const char *file, sh_error *error) {
    sh_status status = clear_set(file, 0, error);
    if (!status) status = clear_set(file, 1, error);
    return status ? status : sh_place_clear(file, &sh_checkpoint_mark, error);
}

// SPDX-License-Identifier: MIT
// See crew.h. What every rank has is gathered as a sum of arrays in which only its own place is not
// zero.
#include "base/crew.h"

#include <string.h> // memset
#include <xxhash.h> // XXH3

void sh_crew_sum(sh_crew *crew, uint64_t *numbers, uint32_t count) {
    if (crew) crew->sum(crew, numbers, count);
}

void sh_crew_broadcast(sh_crew *crew, int root, void *bytes, uint32_t count) {
    if (crew) crew->broadcast(crew, root, bytes, count);
}

bool sh_crew_any(sh_crew *crew, bool here) {
    uint64_t count = here;
    sh_crew_sum(crew, &count, 1);
    return count > 0;
}

void sh_crew_gather(sh_crew *crew, uint64_t number, uint64_t *all) {
    memset(all, 0, (size_t)sh_crew_ranks(crew) * sizeof *all);
    all[sh_crew_rank(crew)] = number;
    sh_crew_sum(crew, all, (uint32_t)sh_crew_ranks(crew));
}

sh_status sh_crew_agree(sh_crew *crew, sh_status status, sh_error *error) {
    if (!crew || !sh_crew_any(crew, status != SH_OK)) return status;
    uint64_t said = 0;
    int rank = -1;
    while (!said) { // some rank has failed: which is the first?
        said = ++rank == crew->rank ? (uint64_t)status : 0;
        crew->broadcast(crew, rank, &said, sizeof said);
    }
    sh_error words = {.text = "it did not say why"};
    if (rank == crew->rank && error && error->text[0]) words = *error;
    crew->broadcast(crew, rank, &words, sizeof words);
    if (crew->ranks > 1)
        sh_error_set(error, (sh_status)said, "rank %d: %.480s", rank, words.text);
    else if (error)
        *error = words;
    return crew->agreed = (sh_status)said;
}

sh_status sh_crew_same(sh_crew *crew, const char *what, const void *bytes, uint32_t count,
                       sh_error *error) {
    uint64_t mine = XXH3_64bits(bytes, count), first = mine;
    sh_crew_broadcast(crew, 0, &first, sizeof first);
    sh_status status = SH_OK;
    if (mine != first)
        status = sh_fail(error, SH_USAGE,
                         "this rank has another %s than rank 0: start all ranks alike", what);
    return sh_crew_agree(crew, status, error);
}

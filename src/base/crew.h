// SPDX-License-Identifier: MIT
// A crew: processes that work on one thing together, and how they talk.
//
// Every process has a number, its rank, and runs the same program. The functions of a crew are
// called by all ranks in the same order, from one thread each; the transport behind them (MPI, in
// solve/mpi; threads, in tests) moves bytes and knows nothing else. A transport that fails ends all
// processes itself. NULL stands for a crew of one everywhere below.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#include "sternhalma/status.h"

typedef struct sh_crew sh_crew;

// Bytes for a rank, or from one.
typedef struct sh_crew_bytes {
    void *bytes;
    uint32_t count; // at most SH_CREW_MOST_BYTES
} sh_crew_bytes;

#define SH_CREW_MOST_BYTES (1U << 30)
#define SH_CREW_INTERFACE 1 // changes with this struct

struct sh_crew {
    int rank, ranks;
    int here;         // ranks on this machine
    sh_status agreed; // what the ranks agreed on last
    void *context;
    // Every rank gives a chunk to every other and gets one; both know how long they are.
    void (*exchange)(sh_crew *crew, const sh_crew_bytes *send, const sh_crew_bytes *receive);
    // Numbers added up over all ranks.
    void (*sum)(sh_crew *crew, uint64_t *numbers, uint32_t count);
    void (*broadcast)(sh_crew *crew, int root, void *bytes, uint32_t count);
    // Ends all ranks.
    void (*abort)(sh_crew *crew, int code);
    void (*close)(sh_crew *crew);
};

static inline int sh_crew_rank(const sh_crew *crew) { return crew ? crew->rank : 0; }
static inline int sh_crew_ranks(const sh_crew *crew) { return crew ? crew->ranks : 1; }

void sh_crew_sum(sh_crew *crew, uint64_t *numbers, uint32_t count);
void sh_crew_broadcast(sh_crew *crew, int root, void *bytes, uint32_t count);

// Is it so for any rank?
bool sh_crew_any(sh_crew *crew, bool here);

// One number of every rank, for every rank: all[rank].
void sh_crew_gather(sh_crew *crew, uint64_t number, uint64_t *all);

// All ranks return the same: SH_OK if it went well everywhere, else what the first rank that failed
// has to say, with its number before it.
sh_status sh_crew_agree(sh_crew *crew, sh_status status, sh_error *error) SH_NODISCARD;

// SH_USAGE on all ranks where `bytes` are not the same on all; `what` is called different.
sh_status sh_crew_same(sh_crew *crew, const char *what, const void *bytes, uint32_t count,
                       sh_error *error) SH_NODISCARD;

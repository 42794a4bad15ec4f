// SPDX-License-Identifier: MIT
// The plugin: crews (base/crew.h) over MPI, transport only. It is the only file that knows MPI and
// is no part of the library. MPI's own error handler ends all ranks where a transport fails.
#include <mpi.h>    // MPI_Init_thread
#include <stdlib.h> // malloc

#include "solve/mpi/mpi.h"

static void exchange(sh_crew *crew, const sh_crew_bytes *send, const sh_crew_bytes *receive) {
    MPI_Request *requests = crew->context;
    int count = 0;
    for (int step = 1; step < crew->ranks; step++) {
        int to = (crew->rank + step) % crew->ranks;
        int from = (crew->rank - step + crew->ranks) % crew->ranks;
        if (receive[from].count)
            MPI_Irecv(receive[from].bytes, (int)receive[from].count, MPI_BYTE, from, 0,
                      MPI_COMM_WORLD, &requests[count++]);
        if (send[to].count)
            MPI_Isend(send[to].bytes, (int)send[to].count, MPI_BYTE, to, 0, MPI_COMM_WORLD,
                      &requests[count++]);
    }
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

static void sum(sh_crew *crew, uint64_t *numbers, uint32_t count) {
    MPI_Allreduce(MPI_IN_PLACE, numbers, (int)count, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
}

static void broadcast(sh_crew *crew, int root, void *bytes, uint32_t count) {
    MPI_Bcast(bytes, (int)count, MPI_BYTE, root, MPI_COMM_WORLD);
}

static void end_all(sh_crew *crew, int code) { MPI_Abort(MPI_COMM_WORLD, code); }

static void leave(sh_crew *crew) {
    MPI_Finalize();
    free(crew->context);
}

static int ranks_here(void) {
    MPI_Comm here;
    int count = 1;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &count);
    MPI_Comm_free(&here);
    return count;
}

__attribute__((visibility("default"))) bool sh_mpi_crew(sh_crew *crew, unsigned interface);

bool sh_mpi_crew(sh_crew *crew, unsigned interface) {
    int level = 0, running = 0;
    if (interface != SH_CREW_INTERFACE) return false;
    MPI_Initialized(&running);
    if (!running && MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level)) return false;
    *crew = (sh_crew){.exchange = exchange,
                      .sum = sum,
                      .broadcast = broadcast,
                      .abort = end_all,
                      .close = leave,
                      .here = ranks_here()};
    MPI_Comm_rank(MPI_COMM_WORLD, &crew->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &crew->ranks);
    crew->context = malloc(2 * (size_t)crew->ranks * sizeof(MPI_Request));
    return crew->context != NULL;
}

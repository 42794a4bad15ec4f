// SPDX-License-Identifier: MIT
// Finding and loading the plugin.
#include <dlfcn.h>  // dlsym
#include <stdlib.h> // getenv

#include "base/plugins.h"
#include "solve/mpi/mpi.h"

#define PLUGIN "libsternhalma-mpi.so"

bool sh_mpi_launched(void) {
    static const char *const signs[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_SIZE"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (getenv(signs[i])) return true;
    return false;
}

sh_status sh_mpi_join(sh_crew *crew, sh_error *error) {
    void *plugin = sh_plugin_open("STERNHALMA_MPI", PLUGIN);
    if (!plugin)
        return sh_fail(error, SH_RESOURCES,
                       "started by a launcher of MPI, but the plugin is missing (%s); build where "
                       "mpicc is found, or start without mpirun",
                       sh_plugin_error());
    sh_mpi_plugin *join;
    *(void **)&join = dlsym(plugin, SH_MPI_PLUGIN_SYMBOL);
    *crew = (sh_crew){.ranks = 0};
    if (join && join(crew, SH_CREW_INTERFACE)) return SH_OK;
    return sh_fail(error, SH_RESOURCES, "%s is of another version of this program", PLUGIN);
}

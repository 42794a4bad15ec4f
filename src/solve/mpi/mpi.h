// SPDX-License-Identifier: MIT
// Crews over MPI. The program knows nothing of MPI: libsternhalma-mpi.so, built where mpicc is
// found, is looked for at run time when mpirun (or another launcher) has started the program.
#pragma once

#include "base/crew.h"

// Has a launcher started this process as one of several?
bool sh_mpi_launched(void);

// Joins the crew. SH_RESOURCES where the plugin is missing or of another version. The crew is
// closed with its own function.
sh_status sh_mpi_join(sh_crew *crew, sh_error *error) SH_NODISCARD;

// What the plugin exports: fills the crew, false where the interface is another or MPI fails.
typedef bool sh_mpi_plugin(sh_crew *crew, unsigned interface);
#define SH_MPI_PLUGIN_SYMBOL "sh_mpi_crew"

# SPDX-License-Identifier: MIT
# The MPI plugin, built with mpicc where there is one. The program looks for it at run time, so
# neither it nor the library is linked to MPI. mpicc is told our compiler: its own may be missing.
option(SH_MPI "Build the MPI plugin where mpicc is found" ON)
find_program(SH_MPICC mpicc)
if(SH_MPI AND SH_MPICC AND NOT SH_SANITIZE AND NOT SH_FUZZ)
  set(SH_MPI_PLUGIN ${PROJECT_BINARY_DIR}/libsternhalma-mpi.so)
  set(SH_MPI_SOURCE ${PROJECT_SOURCE_DIR}/src/solve/mpi/plugin_mpi.c)
  add_custom_command(OUTPUT ${SH_MPI_PLUGIN}
    COMMAND ${CMAKE_COMMAND} -E env OMPI_CC=${CMAKE_C_COMPILER} MPICH_CC=${CMAKE_C_COMPILER}
      ${SH_MPICC} -std=gnu17 -O2 -Wall -fPIC -fvisibility=hidden -shared
      -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/src ${SH_MPI_SOURCE}
      -o ${SH_MPI_PLUGIN}
    DEPENDS ${SH_MPI_SOURCE} ${PROJECT_SOURCE_DIR}/src/base/crew.h
      ${PROJECT_SOURCE_DIR}/src/solve/mpi/mpi.h
    COMMENT "Building the MPI plugin with ${SH_MPICC}" VERBATIM)
  add_custom_target(sternhalma-mpi ALL DEPENDS ${SH_MPI_PLUGIN})
  install(FILES ${SH_MPI_PLUGIN} DESTINATION ${CMAKE_INSTALL_LIBDIR})
elseif(SH_MPI AND NOT SH_MPICC)
  message(STATUS "mpicc not found: built without the MPI plugin")
endif()

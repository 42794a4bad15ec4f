# SPDX-License-Identifier: MIT
# The GPU plugin, built with nvcc where there is one. The program looks for it at run time, so the C
# project does not need CUDA as a language and one program serves machines with and without a GPU.
option(SH_CUDA "Build the GPU plugin where nvcc is found" ON)
set(SH_CUDA_ARCHITECTURE sm_90 CACHE STRING "GPU to build the plugin for, as nvcc names it")
find_program(SH_NVCC nvcc HINTS /usr/local/cuda/bin $ENV{CUDA_HOME}/bin)
if(SH_CUDA AND SH_NVCC AND NOT SH_SANITIZE AND NOT SH_FUZZ)
  set(SH_CUDA_PLUGIN ${PROJECT_BINARY_DIR}/libsternhalma-cuda.so)
  file(GLOB SH_CUDA_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/solve/cuda/*.cu
    ${PROJECT_SOURCE_DIR}/src/solve/cuda/*.h)
  add_custom_command(OUTPUT ${SH_CUDA_PLUGIN}
    COMMAND ${SH_NVCC} -O3 -std=c++17 -arch=${SH_CUDA_ARCHITECTURE} -shared -cudart static
      -Xcompiler -fPIC,-fvisibility=hidden,-static-libstdc++,-static-libgcc -I${PROJECT_SOURCE_DIR}/include
      -I${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/src/solve/cuda/plugin.cu
      -o ${SH_CUDA_PLUGIN}
    DEPENDS ${SH_CUDA_SOURCES} COMMENT "Building the GPU plugin with ${SH_NVCC}" VERBATIM)
  add_custom_target(sternhalma-cuda ALL DEPENDS ${SH_CUDA_PLUGIN})
  install(FILES ${SH_CUDA_PLUGIN} DESTINATION ${CMAKE_INSTALL_LIBDIR})
elseif(SH_CUDA AND NOT SH_NVCC)
  message(STATUS "nvcc not found: built without the GPU plugin")
endif()

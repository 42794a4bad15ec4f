# SPDX-License-Identifier: MIT
# The library is what embedders need, from boards to tables and the engine; json/ and server/ are a
# library of their own for the program, so that nobody else links HTTP, TLS or JSON. A file whose name ends in _avx2, _avx512 or
# _bmi2 is compiled for that instruction set and is only entered after a look at the CPU.
file(GLOB SH_LIBRARY_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/base/*.c
  ${PROJECT_SOURCE_DIR}/src/board/*.c ${PROJECT_SOURCE_DIR}/src/rules/*.c
  ${PROJECT_SOURCE_DIR}/src/rank/*.c ${PROJECT_SOURCE_DIR}/src/perfect/*.c
  ${PROJECT_SOURCE_DIR}/src/solve/*.c ${PROJECT_SOURCE_DIR}/src/solve/*/*.c
  ${PROJECT_SOURCE_DIR}/src/solve/*/*/*.c
  ${PROJECT_SOURCE_DIR}/src/table/*.c ${PROJECT_SOURCE_DIR}/src/play/*.c
  ${PROJECT_SOURCE_DIR}/src/arena/*.c
  ${PROJECT_SOURCE_DIR}/src/puzzle/*.c)
list(FILTER SH_LIBRARY_SOURCES EXCLUDE REGEX "/plugin_[a-z]+\\.c$") # cmake/mpi.cmake
if(SH_FUZZ) # no fuzzer solves: of the solvers only what looks at their files is linked
  list(FILTER SH_LIBRARY_SOURCES EXCLUDE REGEX "/src/(puzzle|solve)/")
  list(APPEND SH_LIBRARY_SOURCES ${PROJECT_SOURCE_DIR}/src/solve/duel/checkpoint.c)
  foreach(part puzzle picture identity passage game_case transfer_recheck recheck_tally recheck
      recheck_board recheck_ladder recheck_list) # and of the puzzles what reads and checks files
    list(APPEND SH_LIBRARY_SOURCES ${PROJECT_SOURCE_DIR}/src/puzzle/${part}.c)
  endforeach()
endif()
file(GLOB SH_SERVER_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/json/*.c
  ${PROJECT_SOURCE_DIR}/src/server/*.c)
file(GLOB SH_BASELINE_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/baseline/*.c)

set(SH_AVX2_FLAGS -mavx2 -mbmi -mbmi2 -mpopcnt -mlzcnt -mfma)
set(SH_AVX512_FLAGS ${SH_AVX2_FLAGS} -mavx512f -mavx512bw -mavx512vl -mavx512dq -mavx512vbmi
  -mavx512vbmi2 -mavx512vpopcntdq -mgfni -mprefer-vector-width=512)
function(sh_isa_flags)
  foreach(source ${ARGN})
    if(source MATCHES "_avx512\\.c$")
      set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${SH_AVX512_FLAGS}")
    elseif(source MATCHES "_avx2\\.c$")
      set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${SH_AVX2_FLAGS}")
    elseif(source MATCHES "_bmi2\\.c$")
      set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-mbmi;-mbmi2;-mpopcnt")
    endif()
  endforeach()
endfunction()
sh_isa_flags(${SH_LIBRARY_SOURCES} ${SH_BASELINE_SOURCES})

# Products and sums are rounded one by one where players compute with them, so that all instruction sets
# find the same.
foreach(source ${SH_LIBRARY_SOURCES})
  if(source MATCHES "/src/play/[^/]*\\.c$")
    set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -ffp-contract=off)
  endif()
endforeach()

# Kernels are thousands of lines of straight bit logic: the undefined-behaviour checks take minutes to
# compile there and find nothing. The address and thread checks stay, but for the fuzzers, which only parse.
if(SH_FUZZ)
  set(SH_KERNEL_FLAGS -fno-sanitize=all)
elseif(SH_SANITIZE MATCHES undefined)
  set(SH_KERNEL_FLAGS -fno-sanitize=undefined)
endif()
foreach(source ${SH_LIBRARY_SOURCES})
  if(source MATCHES "(_avx2|_avx512|_generic|/emulator[a-z_]*)\\.c$")
    set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS "${SH_KERNEL_FLAGS}")
  endif()
endforeach()

# Tables that are the same for every input, of binomials, boards and probabilities, are no news for a
# fuzzer: counting their loops would take most of its time.
if(SH_FUZZ)
  foreach(source ${SH_LIBRARY_SOURCES})
    if(source MATCHES "/(rank/(binomial|canonical|pairs[a-z0-9_]*|unrank)|board/[a-z]+|table/(value|patch)_model)\\.c$")
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS
        -fno-sanitize-coverage=trace-cmp,trace-div,trace-gep,inline-8bit-counters,indirect-calls,pc-table)
    endif()
  endforeach()
endif()

add_library(sh_objects OBJECT ${SH_LIBRARY_SOURCES})
target_include_directories(sh_objects PUBLIC ${PROJECT_SOURCE_DIR}/include PRIVATE
  ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(sh_objects PUBLIC sh_options Threads::Threads PkgConfig::ZSTD
  PkgConfig::XXHASH ${CMAKE_DL_LIBS} m)

# Static for the program and the tests (which also see internal functions), shared for embedders.
add_library(sh_static STATIC $<TARGET_OBJECTS:sh_objects>)
set_target_properties(sh_static PROPERTIES OUTPUT_NAME sternhalma)
target_include_directories(sh_static PUBLIC ${PROJECT_SOURCE_DIR}/include
  ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(sh_static PUBLIC sh_objects)

if(NOT SH_FUZZ)
  add_library(sh_shared SHARED $<TARGET_OBJECTS:sh_objects>)
  set_target_properties(sh_shared PROPERTIES OUTPUT_NAME sternhalma VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR})
  target_link_libraries(sh_shared PRIVATE sh_objects)
endif()
if(SH_LIBRARY_ONLY)
  return()
endif()

add_library(sh_server STATIC ${SH_SERVER_SOURCES} ${SH_ASSETS})
add_dependencies(sh_server sh_page)
target_link_libraries(sh_server PUBLIC sh_static PkgConfig::JANSSON PkgConfig::MICROHTTPD
  PkgConfig::ZLIB)
if(SH_FUZZ)
  return()
endif()

# What benches and tests compare with.
add_library(sh_baseline STATIC ${SH_BASELINE_SOURCES})
target_include_directories(sh_baseline PUBLIC ${PROJECT_SOURCE_DIR}) # "bench/baseline/plain.h"
target_link_libraries(sh_baseline PUBLIC sh_static)

# SPDX-License-Identifier: MIT
set(SH_SANITIZE "" CACHE STRING "Sanitizers, comma separated: address,undefined or thread")
option(SH_LIBRARY_ONLY "Build libsternhalma alone, without program, server and tests" OFF)
option(SH_FUZZ "Build the libFuzzer targets (clang only)" OFF)

option(SH_TUNING "Every parameter of the search is an option of `sternhalma engine`" OFF)

add_library(sh_options INTERFACE)
target_compile_options(sh_options INTERFACE
  -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla
  -Wno-unused-parameter -Wno-psabi -fno-strict-aliasing)
# gcc warns of types that locals shadow, and of arrays of which only the used part is written.
if(CMAKE_C_COMPILER_ID STREQUAL GNU)
  target_compile_options(sh_options INTERFACE -Wno-shadow -Wshadow=local -Wno-maybe-uninitialized)
endif()
target_compile_definitions(sh_options INTERFACE _GNU_SOURCE SH_VERSION="${PROJECT_VERSION}")
if(SH_TUNING)
  target_compile_definitions(sh_options INTERFACE SH_TUNING)
endif()
if(SH_SANITIZE)
  target_compile_options(sh_options INTERFACE -fsanitize=${SH_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(sh_options INTERFACE -fsanitize=${SH_SANITIZE})
endif()
if(SH_FUZZ)
  target_compile_options(sh_options INTERFACE -fsanitize=fuzzer-no-link,address,undefined
    -fno-sanitize-recover=all)
  target_link_options(sh_options INTERFACE -fsanitize=address,undefined)
endif()

# SPDX-License-Identifier: MIT
file(GLOB SH_CLI_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/*.c
  ${PROJECT_SOURCE_DIR}/bench/*.c)
sh_isa_flags(${SH_CLI_SOURCES})
add_executable(sternhalma ${SH_CLI_SOURCES})
target_include_directories(sternhalma PRIVATE ${PROJECT_SOURCE_DIR}) # "bench/bench.h"
target_link_libraries(sternhalma PRIVATE sh_server sh_baseline)
if(NCURSES_FOUND)
  target_link_libraries(sternhalma PRIVATE PkgConfig::NCURSES)
  target_compile_definitions(sternhalma PRIVATE SH_NCURSES=1)
endif()
set_target_properties(sternhalma PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

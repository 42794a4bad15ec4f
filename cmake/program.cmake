# SPDX-License-Identifier: MIT
file(GLOB SH_CLI_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/*.c
  ${PROJECT_SOURCE_DIR}/bench/*.c)
sh_isa_flags(${SH_CLI_SOURCES})
list(REMOVE_ITEM SH_CLI_SOURCES ${PROJECT_SOURCE_DIR}/src/cli/main.c)
add_library(sh_commands STATIC ${SH_CLI_SOURCES}) # for tests, too
target_include_directories(sh_commands PUBLIC ${PROJECT_SOURCE_DIR}) # "bench/bench.h"
target_link_libraries(sh_commands PUBLIC sh_server sh_baseline)
if(NCURSES_FOUND)
  target_link_libraries(sh_commands PRIVATE PkgConfig::NCURSES)
  target_compile_definitions(sh_commands PRIVATE SH_NCURSES=1)
endif()
add_executable(sternhalma src/cli/main.c)
target_link_libraries(sternhalma PRIVATE sh_commands)
set_target_properties(sternhalma PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

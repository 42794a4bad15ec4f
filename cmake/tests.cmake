# SPDX-License-Identifier: MIT
# tests/unit/test_*.c and tests/property/test_*.c are cmocka programs, one ctest each;
# tests/integration/*.sh drive the program; tests/oracle/*.c are the slow, obvious versions that
# tests compare with; tests/fuzz/fuzz_*.c are libFuzzer targets (preset fuzz).
# Labels: unit, property, integration, long (make test-long only), fuzz.
# A script that returns 77 was skipped, and has said why.
# The targets unit_tests and fuzz_tests are what those labels need, and nothing else. Programs for the
# GPU (tests/gpu, run by make test-gpu) need no cmocka.
if(NOT SH_FUZZ)
  file(GLOB SH_ORACLE_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/oracle/*.c)
  if(SH_SANITIZE MATCHES undefined)
    # All kernels of the GPU once more. With these three checks it would compile four times as long;
    # what they look for, the address checks find where memory is touched.
    set_source_files_properties(${PROJECT_SOURCE_DIR}/tests/oracle/hostile_gpu.c PROPERTIES
      COMPILE_OPTIONS "-O1;-fno-sanitize=null,pointer-overflow,object-size")
  endif()
  add_library(sh_oracle STATIC ${SH_ORACLE_SOURCES})
  target_include_directories(sh_oracle PUBLIC ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(sh_oracle PUBLIC sh_server sh_baseline)
  file(GLOB SH_GPU_PROGRAMS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/gpu/*.c)
  foreach(source ${SH_GPU_PROGRAMS})
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE sh_oracle)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  endforeach()
endif()
pkg_check_modules(CMOCKA IMPORTED_TARGET cmocka)
if(NOT CMOCKA_FOUND)
  message(STATUS "cmocka not found: built without the tests (make test installs it)")
  return()
endif()

function(sh_test source label)
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE sh_oracle PkgConfig::CMOCKA)
  target_compile_definitions(${name} PRIVATE
    SH_VECTORS="${PROJECT_SOURCE_DIR}/tests/golden" SH_PROGRAM="$<TARGET_FILE:sternhalma>")
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  add_test(NAME ${label}/${name} COMMAND ${name})
  set_tests_properties(${label}/${name} PROPERTIES LABELS ${label} TIMEOUT 3600)
endfunction()

if(SH_FUZZ)
  file(GLOB SH_FUZZ_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/fuzz_*.c)
  foreach(source ${SH_FUZZ_SOURCES})
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(${name} PRIVATE sh_server)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    target_compile_definitions(${name} PRIVATE SH_VECTORS="${PROJECT_SOURCE_DIR}/tests/golden")
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    # New inputs are kept in the build; tests/fuzz/corpus/NAME holds good ones to start from.
    set(corpus ${PROJECT_BINARY_DIR}/corpus/${name})
    file(MAKE_DIRECTORY ${corpus})
    file(GLOB seeds ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name})
    # An input that takes a minute hangs; a busy machine may stand still for ten seconds.
    add_test(NAME fuzz/${name} COMMAND ${name} -max_total_time=5 -timeout=60 -print_final_stats=1
      ${corpus} ${seeds})
    set_tests_properties(fuzz/${name} PROPERTIES LABELS fuzz TIMEOUT 600)
    list(APPEND SH_FUZZERS ${name})
  endforeach()
  add_custom_target(fuzz_tests DEPENDS ${SH_FUZZERS})
  # The table reader takes 2,000 inputs a second. CPU time is limited: a busy machine is not slow.
  add_test(NAME fuzz/table_rate
    COMMAND bash -c "ulimit -t 10 && exec $<TARGET_FILE:fuzz_table> -runs=4000 -seed=1")
  set_tests_properties(fuzz/table_rate PROPERTIES LABELS fuzz TIMEOUT 600)
else()
  file(GLOB SH_UNIT_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/unit/test_*.c)
  foreach(source ${SH_UNIT_SOURCES})
    sh_test(${source} unit)
    get_filename_component(name ${source} NAME_WE)
    list(APPEND SH_UNIT_TESTS ${name})
  endforeach()
  target_link_libraries(test_options PRIVATE sh_commands)
  target_link_libraries(test_solve_failures PRIVATE sh_commands)
  foreach(function malloc calloc realloc aligned_alloc strdup) # tests/allocating.h
    target_link_options(test_out_of_memory PRIVATE -Wl,--wrap=${function})
    target_link_options(test_recheck_memory PRIVATE -Wl,--wrap=${function})
  endforeach()
  add_custom_target(unit_tests DEPENDS sternhalma ${SH_UNIT_TESTS})
  file(GLOB SH_PROPERTY_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/property/test_*.c)
  foreach(source ${SH_PROPERTY_SOURCES})
    sh_test(${source} property)
  endforeach()
  # Preloaded before the program by tests/integration/faults.sh.
  add_library(sh_faults MODULE ${PROJECT_SOURCE_DIR}/tests/faults/faults.c)
  target_compile_definitions(sh_faults PRIVATE _GNU_SOURCE)
  set_target_properties(sh_faults PROPERTIES PREFIX "" OUTPUT_NAME faults C_VISIBILITY_PRESET default
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  # A script whose name starts with long_ runs in `make test-long` only.
  file(GLOB SH_SCRIPTS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/integration/*.sh)
  foreach(script ${SH_SCRIPTS})
    get_filename_component(name ${script} NAME_WE)
    set(label integration)
    if(name MATCHES "^long_")
      set(label long)
    endif()
    add_test(NAME ${label}/${name} COMMAND ${script} $<TARGET_FILE:sternhalma>)
    set_tests_properties(${label}/${name} PROPERTIES LABELS ${label} TIMEOUT 3600
      SKIP_RETURN_CODE 77)
  endforeach()
  set_tests_properties(long/long_faults PROPERTIES TIMEOUT 14400) # more than 40,000 runs
endif()

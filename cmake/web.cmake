# SPDX-License-Identifier: MIT
# The explorer's page, built with npm where there is Node and embedded as C. Sanitizer and fuzzing
# builds embed the small stand-in page: their tests look at the server, not at the page.
set(SH_ASSETS ${PROJECT_BINARY_DIR}/web/assets_data.c)
set(SH_PAGE ${PROJECT_BINARY_DIR}/web/page)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/web)
if(SH_SANITIZE OR SH_FUZZ)
  file(GLOB SH_WEB_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/fallback/*)
  set(SH_BUILD_PAGE ${CMAKE_COMMAND} -E copy_directory ${PROJECT_SOURCE_DIR}/web/fallback
    ${SH_PAGE})
else()
  file(GLOB_RECURSE SH_WEB_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*
    ${PROJECT_SOURCE_DIR}/web/public/* ${PROJECT_SOURCE_DIR}/web/fallback/*)
  list(APPEND SH_WEB_SOURCES ${PROJECT_SOURCE_DIR}/web/index.html
    ${PROJECT_SOURCE_DIR}/web/package-lock.json ${PROJECT_SOURCE_DIR}/web/vite.config.ts)
  set(SH_BUILD_PAGE ${PROJECT_SOURCE_DIR}/tools/web.sh ${SH_PAGE})
endif()
# The contract of the API is served by the program, too.
set(SH_API_FILES ${PROJECT_SOURCE_DIR}/docs/openapi.json ${PROJECT_SOURCE_DIR}/docs/schema.json
  ${PROJECT_SOURCE_DIR}/share/results.json)
add_custom_command(OUTPUT ${SH_ASSETS}
  COMMAND ${SH_BUILD_PAGE}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${SH_PAGE}/api/v1
  COMMAND ${CMAKE_COMMAND} -E copy ${SH_API_FILES} ${SH_PAGE}/api/v1
  COMMAND ${PROJECT_SOURCE_DIR}/tools/embed.sh ${SH_PAGE} ${SH_ASSETS}
  DEPENDS ${SH_WEB_SOURCES} ${SH_API_FILES} ${PROJECT_SOURCE_DIR}/tools/web.sh ${PROJECT_SOURCE_DIR}/tools/embed.sh
  COMMENT "Building the explorer's page" VERBATIM)
# A target of its own, which waits for nothing: packages are fetched while the library is compiled.
add_custom_target(sh_page DEPENDS ${SH_ASSETS})
# It names files of this machine, and debugging sections would hold its sum: two builds, other bytes.
set_source_files_properties(${SH_ASSETS} PROPERTIES COMPILE_OPTIONS -g0)

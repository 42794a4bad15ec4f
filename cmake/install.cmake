# SPDX-License-Identifier: MIT
if(NOT SH_FUZZ)
  # The .pc file finds its prefix from where it lies, so that an installed tree may be moved.
  file(RELATIVE_PATH SH_PC_TO_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/sternhalma.pc.in sternhalma.pc @ONLY)
  install(TARGETS sternhalma RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(TARGETS sh_shared sh_static LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/sternhalma
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(FILES ${PROJECT_BINARY_DIR}/sternhalma.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  # The same for find_package(sternhalma).
  set(SH_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/sternhalma)
  file(RELATIVE_PATH SH_CMAKE_TO_PREFIX ${CMAKE_INSTALL_PREFIX}/${SH_CMAKE_DIR} ${CMAKE_INSTALL_PREFIX})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/sternhalma-config.cmake.in sternhalma-config.cmake @ONLY)
  include(CMakePackageConfigHelpers)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/sternhalma-config-version.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/sternhalma-config.cmake
    ${PROJECT_BINARY_DIR}/sternhalma-config-version.cmake DESTINATION ${SH_CMAKE_DIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
  foreach(section 1 3 5)
    file(GLOB SH_MAN_PAGES ${PROJECT_SOURCE_DIR}/man/*.${section})
    install(FILES ${SH_MAN_PAGES} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section})
  endforeach()
  install(FILES ${PROJECT_SOURCE_DIR}/completions/sternhalma.bash RENAME sternhalma
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${PROJECT_SOURCE_DIR}/completions/_sternhalma
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  install(FILES ${PROJECT_SOURCE_DIR}/completions/sternhalma.fish
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  # The loader knows a new library after ldconfig, or by the rpath of the program that uses it.
  install(CODE "if(NOT DEFINED ENV{DESTDIR})
  message(STATUS \"Programs find libsternhalma after 'ldconfig' (as root), or linked with -Wl,-rpath,\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}\")
endif()")
endif()

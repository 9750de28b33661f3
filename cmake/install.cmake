# cmake --install: the headers, the licence, and what find_package(jackdaw) and pkg-config need: independent of the
# machine, below share/ and include/. And libjackdaw, if it was built, with a package jackdaw_c beside it, below lib/.
option(JACKDAW_INSTALL "Generate the install target" ${PROJECT_IS_TOP_LEVEL})
if(NOT JACKDAW_INSTALL)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_DATADIR}/cmake/jackdaw)
set(pkgconfig_dir ${CMAKE_INSTALL_DATADIR}/pkgconfig)
set(doc_dir ${CMAKE_INSTALL_DATADIR}/doc/jackdaw)

set_target_properties(jackdaw PROPERTIES EXPORT_NAME jackdaw)
install(TARGETS jackdaw EXPORT jackdaw_targets)
install(DIRECTORY include/jackdaw DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(EXPORT jackdaw_targets NAMESPACE jackdaw:: DESTINATION ${package_dir} FILE jackdaw-targets.cmake)
install(FILES LICENSE DESTINATION ${doc_dir})

configure_package_config_file(cmake/jackdaw-config.cmake.in ${PROJECT_BINARY_DIR}/cmake/jackdaw-config.cmake
                              INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/jackdaw-config-version.cmake
                                 COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/cmake/jackdaw-config.cmake
              ${PROJECT_BINARY_DIR}/cmake/jackdaw-config-version.cmake DESTINATION ${package_dir})

# The prefix is where the .pc file lies, wherever the installed files are moved.
file(RELATIVE_PATH up_to_prefix /${pkgconfig_dir} /)
string(REGEX REPLACE "/$" "" up_to_prefix ${up_to_prefix})
if(JACKDAW_USE_HWLOC)
  set(jackdaw_pc_requires "hwloc >= 2.4")
  set(jackdaw_pc_flags -DJACKDAW_HWLOC)
endif()
configure_file(cmake/jackdaw.pc.in ${PROJECT_BINARY_DIR}/cmake/jackdaw.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cmake/jackdaw.pc DESTINATION ${pkgconfig_dir})

# The compiled library depends on the machine: a package of its own, jackdaw_compiled, below lib/.
if(JACKDAW_BUILD_COMPILED)
  set(compiled_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/jackdaw_compiled)
  install(TARGETS jackdaw_compiled EXPORT jackdaw_compiled_targets)
  install(EXPORT jackdaw_compiled_targets NAMESPACE jackdaw:: DESTINATION ${compiled_package_dir} FILE jackdaw_compiled-targets.cmake)
  configure_package_config_file(cmake/jackdaw_compiled-config.cmake.in ${PROJECT_BINARY_DIR}/cmake/jackdaw_compiled-config.cmake
                                INSTALL_DESTINATION ${compiled_package_dir} NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/jackdaw_compiled-config-version.cmake
                                   COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/jackdaw_compiled-config.cmake
                ${PROJECT_BINARY_DIR}/cmake/jackdaw_compiled-config-version.cmake DESTINATION ${compiled_package_dir})
  file(RELATIVE_PATH compiled_up_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" compiled_up_to_prefix ${compiled_up_to_prefix})
  configure_file(cmake/jackdaw_compiled.pc.in ${PROJECT_BINARY_DIR}/cmake/jackdaw_compiled.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/jackdaw_compiled.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

if(JACKDAW_BUILD_C)
  set(c_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/jackdaw_c)
  install(FILES c/jackdaw.f90 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/jackdaw)
  install(TARGETS jackdaw_c_static jackdaw_c_shared EXPORT jackdaw_c_targets)
  install(EXPORT jackdaw_c_targets NAMESPACE jackdaw:: DESTINATION ${c_package_dir} FILE jackdaw_c-targets.cmake)
  configure_package_config_file(cmake/jackdaw_c-config.cmake.in ${PROJECT_BINARY_DIR}/cmake/jackdaw_c-config.cmake
                                INSTALL_DESTINATION ${c_package_dir} NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/jackdaw_c-config-version.cmake
                                   COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/jackdaw_c-config.cmake
                ${PROJECT_BINARY_DIR}/cmake/jackdaw_c-config-version.cmake DESTINATION ${c_package_dir})
  file(RELATIVE_PATH c_up_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" c_up_to_prefix ${c_up_to_prefix})
  configure_file(cmake/jackdaw_c.pc.in ${PROJECT_BINARY_DIR}/cmake/jackdaw_c.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/jackdaw_c.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

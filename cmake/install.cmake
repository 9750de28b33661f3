# cmake --install: the headers, the licence, and what find_package(jackdaw) and pkg-config need: independent of the
# machine, below share/ and include/. And libjackdaw, the command and its library, where they were built, below lib/ and
# bin/, with packages of their own.
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
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN simulated EXCLUDE)  # of tests alone
install(EXPORT jackdaw_targets NAMESPACE jackdaw:: DESTINATION ${package_dir} FILE jackdaw-targets.cmake)
install(FILES LICENSE DESTINATION ${doc_dir})
install(DIRECTORY examples/plugin DESTINATION ${doc_dir}/examples)

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

# jackdaw_install_library(NAME target…): a package NAME of libraries, which depend on the machine: below lib/, found by
# find_package(NAME) and pkg-config NAME; from cmake/NAME-config.cmake.in and cmake/NAME.pc.in.
function(jackdaw_install_library name)
  set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/${name})
  install(TARGETS ${ARGN} EXPORT ${name}_targets)
  install(EXPORT ${name}_targets NAMESPACE jackdaw:: DESTINATION ${package_dir} FILE ${name}-targets.cmake)
  configure_package_config_file(cmake/${name}-config.cmake.in ${PROJECT_BINARY_DIR}/cmake/${name}-config.cmake
                                INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/${name}-config-version.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/${name}-config.cmake ${PROJECT_BINARY_DIR}/cmake/${name}-config-version.cmake
          DESTINATION ${package_dir})
  file(RELATIVE_PATH up_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" up_to_prefix ${up_to_prefix})
  configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/cmake/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

if(JACKDAW_BUILD_COMPILED)
  jackdaw_install_library(jackdaw_compiled jackdaw_compiled)
endif()
# The command, and the same as a library: for a main of a user's own.
if(JACKDAW_BUILD_TOOLS AND JACKDAW_BUILD_COMPILED)
  jackdaw_install_library(jackdaw_command jackdaw_command jackdaw_command_library)
endif()
if(JACKDAW_BUILD_C)
  install(FILES c/jackdaw.f90 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/jackdaw)
  jackdaw_install_library(jackdaw_c jackdaw_c_static jackdaw_c_shared)
endif()

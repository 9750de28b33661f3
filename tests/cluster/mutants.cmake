# Mutants of sources below src/cluster (tests/mutants), with a line `ranks:`. The broken source is compiled and linked
# before the library, which then leaves out its own; the test is there already. In the configuration Soak.
file(GLOB_RECURSE mutants CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/mutants/cluster/*.mutant)
foreach(mutant IN LISTS mutants)
  file(READ ${mutant} text)
  if(NOT text MATCHES "\nranks: ?([0-9]+)\n")
    continue()
  endif()
  set(ranks ${CMAKE_MATCH_1})
  string(REGEX MATCH "file: ?([^\n]*)\ntest: ?([^\n]*)\ncase: ?([^\n]*)\n" lines "${text}")
  set(source ${PROJECT_SOURCE_DIR}/${CMAKE_MATCH_1})
  set(case "${CMAKE_MATCH_3}")
  get_filename_component(test ${CMAKE_MATCH_2} NAME_WE)
  get_filename_component(name ${mutant} NAME_WE)
  set(broken ${CMAKE_CURRENT_BINARY_DIR}/mutants/${name}.cpp)
  set(write ${PROJECT_SOURCE_DIR}/tests/mutants/write_broken.cmake)
  add_custom_command(
    OUTPUT ${broken}
    COMMAND ${CMAKE_COMMAND} -DMUTANT=${mutant} -DFROM=${source} -DTO=${broken} -P ${write}
    DEPENDS ${mutant} ${source} ${write}
    COMMENT "Breaking ${name}"
    VERBATIM)
  add_executable(mutant_${name} EXCLUDE_FROM_ALL ${broken} $<TARGET_OBJECTS:${test}>)
  target_compile_options(mutant_${name} PRIVATE -w)
  target_link_libraries(mutant_${name} PRIVATE jackdaw_rank_main MPI::MPI_CXX PkgConfig::starpu_mpi)
  add_test(NAME mutant.${name} CONFIGURATIONS Soak
           COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/mutant_test ${PROJECT_BINARY_DIR} mutant_${name} $<TARGET_FILE:mutant_${name}>
                   ${ranks} "${case}")
  set_tests_properties(mutant.${name} PROPERTIES LABELS mutant_on_ranks TIMEOUT 600 RUN_SERIAL ON)
endforeach()

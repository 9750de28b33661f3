# Compiles a test against a copy of the library with one mechanism broken, and expects it to fail.
# cmake -DMUTANT=… -DSOURCE=… -DWORK=… -DCOMPILER=… [-DQUICK=…] [-DMAIN=…] -P run_mutant.cmake
# QUICK: compiler and flags for mutants that do not ask for optimization; MAIN: the tests' main, compiled
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/write_broken.cmake)
file(READ ${MUTANT} text)
foreach(key IN ITEMS file test flags)
  if(NOT text MATCHES "(^|\n)${key}: ?([^\n]*)\n")
    message(FATAL_ERROR "${MUTANT}: no line '${key}:'")
  endif()
  set(${key} "${CMAKE_MATCH_2}")
endforeach()
set(seconds 60)
set(case "")
if(text MATCHES "\nseconds: ?([0-9]+)\n")  # for mutants that show as a hang
  set(seconds ${CMAKE_MATCH_1})
endif()
if(text MATCHES "\ncase: ?([^\n]*)\n")
  set(pattern "${CMAKE_MATCH_1}")
  set(case "--test-case=${pattern}")
endif()

file(REMOVE_RECURSE ${WORK})
file(COPY ${SOURCE}/include DESTINATION ${WORK})
set(sources -I${SOURCE})
if(file MATCHES "^src/")  # found there first
  file(COPY ${SOURCE}/src DESTINATION ${WORK})
  set(sources -I${WORK} -I${SOURCE})
endif()
write_broken(${MUTANT} ${WORK}/${file} ${WORK}/${file})

if(text MATCHES "\npools: ?([^\n]*)\n")  # only these, in what is compiled: sooner
  string(REPLACE " " ";" pools "${CMAKE_MATCH_1}")
  set(catalogue ${WORK}/include/jackdaw/pool/pool_catalogue.hpp)
  file(READ ${catalogue} entries)
  string(ASCII 1 semicolon)  # which separates the items of cmake's lists
  string(REPLACE ";" "${semicolon}" entries "${entries}")
  string(REGEX MATCHALL "catalogue_entry<[a-z0-9_]+>{[^}]*},?" all "${entries}")
  foreach(entry IN LISTS all)
    string(REGEX MATCH "\"([a-z0-9-]+)\"" name "${entry}")
    if(NOT CMAKE_MATCH_1 IN_LIST pools)
      string(REPLACE "${entry}" "" entries "${entries}")
    endif()
  endforeach()
  string(REPLACE "${semicolon}" ";" entries "${entries}")
  file(WRITE ${catalogue} "${entries}")
endif()

set(compiler ${COMPILER})
if(QUICK AND NOT flags MATCHES "-O[1-3]")
  set(compiler ${QUICK})
endif()
separate_arguments(flags)
if(NOT MAIN)
  set(MAIN ${SOURCE}/tests/test_main.cpp)
endif()
file(READ ${SOURCE}/${test} source)
set(schedulers "")
if(source MATCHES "support/(pools|schedulers)\\.hpp")
  set(schedulers -include ${SOURCE}/tests/support/schedulers.cpp)
endif()
set(main ${MAIN})
set(arguments --abort-after=1 ${case})
string(TIMESTAMP start "%s")
if(text MATCHES "\nplugin: ?([^\n]*)\n")  # a shared library, which the test gets; it has a main of its own
  set(main "")
  set(arguments ${WORK}/plugin.so)
  execute_process(
    COMMAND ${compiler} -std=c++20 -pthread -shared -fPIC -fvisibility=hidden ${flags} -I${WORK}/include ${sources}
            ${SOURCE}/${CMAKE_MATCH_1} -o ${WORK}/plugin.so
    COMMAND_ERROR_IS_FATAL ANY)
endif()
execute_process(
  COMMAND ${compiler} -std=c++20 -pthread -DJACKDAW_ASSERTIONS ${flags} -I${WORK}/include ${sources}
          ${schedulers} ${SOURCE}/${test} ${main} -ldl -o ${WORK}/mutant
  RESULT_VARIABLE compiled
  ERROR_VARIABLE errors)
string(TIMESTAMP ready "%s")
if(NOT compiled EQUAL 0)
  message(FATAL_ERROR "${MUTANT}: the broken copy does not compile:\n${errors}")
endif()
# Some show only in some interleavings: a busy machine may need other tries, five and as many as there is time for.
foreach(count RANGE 1 1000)
  set(try ${count})  # which foreach() would forget
  execute_process(COMMAND ${WORK}/mutant ${arguments} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output TIMEOUT ${seconds})
  if(output MATCHES "test cases: *0 \\|")  # doctest is content with that
    message(FATAL_ERROR "${MUTANT}: no test is called '${pattern}' in ${test}")
  endif()
  string(TIMESTAMP end "%s")
  math(EXPR running "${end} - ${ready}")
  if(NOT result EQUAL 0 OR (count GREATER_EQUAL 5 AND running GREATER 40))
    break()
  endif()
endforeach()
if(output MATCHES "no pool is called '")  # the test would fail without the mutant, too
  message(FATAL_ERROR "${MUTANT}: the test needs more pools than it names:\n${output}")
endif()
if(result EQUAL 0)
  message(FATAL_ERROR "${MUTANT}: survived: ${test} passes although the mechanism is broken")
endif()
set(where "")
if(output MATCHES "TEST CASE: *([^\n]*)\n")
  set(where " in '${CMAKE_MATCH_1}'")
endif()
math(EXPR compiling "${ready} - ${start}")
message(STATUS "caught (${result})${where} at try ${try}: compiled in ${compiling} s, ran ${running} s")
file(REMOVE_RECURSE ${WORK})

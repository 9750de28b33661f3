# Two precompiled headers, one for tests of the library, one for the applications, the command and their tests: clang++
# has them ready in half the time, g++ saves little. What a source forgets to include, builds without them tell.
#
# By clang++ the functions in such a header are compiled once, too: -fpch-codegen leaves them out of each program, and
# NAME_code has them. Else each test would compile the whole of CLI11, as its objects refer to it.
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)

# jackdaw_precompiled_header(NAME HEADER…)
function(jackdaw_precompiled_header name)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/${name}.cpp CONTENT "")
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE jackdaw_development nlohmann_json::nlohmann_json CLI11::CLI11)
  if(CMAKE_CROSSCOMPILING)  # tests there use the headers alone
    target_include_directories(${name} SYSTEM PRIVATE ${PROJECT_BINARY_DIR}/tests/include)  # doctest
  else()
    target_compile_definitions(${name} PRIVATE JACKDAW_COMPILED)
  endif()
  target_precompile_headers(${name} PRIVATE
    <algorithm> <array> <atomic> <chrono> <numeric> <random> <set> <sstream> <thread> <typeindex>
    <jackdaw/jackdaw.hpp> <jackdaw/worker/by_name/any_scheduler.hpp> ${ARGN})
  add_library(${name}_code INTERFACE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${name} PRIVATE -fpch-codegen)
    string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
    separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
    if(CMAKE_CXX_COMPILER_TARGET)
      list(APPEND flags --target=${CMAKE_CXX_COMPILER_TARGET})
    endif()
    if(JACKDAW_SANITIZE)
      list(APPEND flags ${jackdaw_sanitizer_options})
    endif()
    set(header ${PROJECT_BINARY_DIR}/CMakeFiles/${name}.dir/cmake_pch.hxx.pch)
    set(object ${PROJECT_BINARY_DIR}/${name}_code.o)
    add_custom_command(OUTPUT ${object} DEPENDS ${header} VERBATIM
                       COMMAND ${CMAKE_CXX_COMPILER} ${flags} -Wno-unused-command-line-argument -ffunction-sections
                               -c ${header} -o ${object})
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON)
    add_library(${name}_object STATIC ${object})
    set_target_properties(${name}_object PROPERTIES LINKER_LANGUAGE CXX)
    target_link_libraries(${name}_code INTERFACE ${name}_object)
    target_link_options(${name}_code INTERFACE -Wl,--gc-sections)  # of inline functions that are not called; some call what no library has
  endif()
endfunction()
jackdaw_precompiled_header(jackdaw_precompiled
  <doctest/doctest.h> <jackdaw/trace/record/recorder.hpp> <jackdaw/trace/graph/graph.hpp>
  <jackdaw/trace/read/read_history.hpp> <jackdaw/trace/read/read_run_file.hpp> <jackdaw/trace/formats/chrome.hpp>
  <jackdaw/trace/formats/graph_dot.hpp> <jackdaw/trace/formats/paje.hpp> <jackdaw/replay/replay.hpp>)
if(JACKDAW_BUILD_TOOLS)
  jackdaw_precompiled_header(jackdaw_precompiled_tools
    <filesystem> <fstream> <nlohmann/json.hpp> <CLI/CLI.hpp>)
endif()

# jackdaw_precompile(NAME FOLDER…): all programs and libraries there, and below, that are C++ and have no options of
# their own.
function(jackdaw_precompile name)
  foreach(folder IN LISTS ARGN)
    get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
      get_target_property(type ${target} TYPE)
      get_target_property(sources ${target} SOURCES)
      get_target_property(options ${target} COMPILE_OPTIONS)
      if(type MATCHES "^(EXECUTABLE|STATIC_LIBRARY)$" AND NOT sources MATCHES "\\.c(;|$)" AND NOT options)
        target_precompile_headers(${target} REUSE_FROM ${name})
        target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:${name}_code>)
      endif()
    endforeach()
    get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
    list(TRANSFORM below REPLACE "^${PROJECT_SOURCE_DIR}/" "")
    list(REMOVE_ITEM below tests/apps tests/cli tests/fuzz)
    if(below)
      jackdaw_precompile(${name} ${below})
    endif()
  endforeach()
endfunction()

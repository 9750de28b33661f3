# One precompiled header for the applications, the command and the tests: clang++ has them ready a third sooner, g++ does
# not. What a source forgets to include, builds without it tell.
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)

file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cpp CONTENT "")
add_library(jackdaw_precompiled OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
target_link_libraries(jackdaw_precompiled PRIVATE jackdaw_development nlohmann_json::nlohmann_json CLI11::CLI11)
target_precompile_headers(jackdaw_precompiled PRIVATE
  <algorithm> <array> <atomic> <chrono> <filesystem> <fstream> <numeric> <random> <set> <sstream> <thread> <typeindex>
  <nlohmann/json.hpp> <CLI/CLI.hpp> <jackdaw/jackdaw.hpp> <jackdaw/worker/by_name/any_scheduler.hpp>)

# jackdaw_precompile(FOLDER…): all programs and libraries there, and below, that are C++ and have no options of their own.
function(jackdaw_precompile)
  foreach(folder IN LISTS ARGN)
    get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
      get_target_property(type ${target} TYPE)
      get_target_property(sources ${target} SOURCES)
      get_target_property(options ${target} COMPILE_OPTIONS)
      if(type MATCHES "^(EXECUTABLE|STATIC_LIBRARY)$" AND NOT sources MATCHES "\\.c(;|$)" AND NOT options)
        target_precompile_headers(${target} REUSE_FROM jackdaw_precompiled)
      endif()
    endforeach()
    get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
    jackdaw_precompile(${below})
  endforeach()
endfunction()

# What our own programs are compiled with; nothing of it reaches users of the library.
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()
find_program(JACKDAW_CCACHE ccache)
if(JACKDAW_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${JACKDAW_CCACHE})
endif()

option(JACKDAW_UNITY "Compile the applications, the command and the tests several sources at a time: all of them sooner" OFF)
option(JACKDAW_PRECOMPILE "Precompile the headers of the applications, the command and the tests: all of them sooner" OFF)
option(JACKDAW_QUICK "Do not optimize what only has to be right: benches, command, examples and their tests" OFF)
set(JACKDAW_SANITIZE "" CACHE STRING "Sanitizers to build with, such as thread or address,undefined")

add_library(jackdaw_development INTERFACE)
target_compile_options(jackdaw_development INTERFACE -Wall -Wextra -Wpedantic -Wconversion)
# g++ 12 warns of overlapping copies inside std::string where there are none (GCC bug 105651).
target_compile_options(jackdaw_development INTERFACE
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
# Where several sources are one, what one of them names is not meant for the next: builds without JACKDAW_UNITY say what
# is wrong there.
set(in_one "$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>")
target_compile_options(jackdaw_development INTERFACE
  $<$<NOT:${in_one}>:-Wshadow> $<$<AND:${in_one},$<COMPILE_LANG_AND_ID:CXX,GNU>>:-Wno-subobject-linkage>)
# g++ collects garbage from 128 MiB on, and again and again: a tenth of its time. It waits longer where the machine has the
# memory for it, for each of the compilers that run beside each other.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY)  # MiB
  cmake_host_system_information(RESULT compilers QUERY NUMBER_OF_LOGICAL_CORES)
  foreach(file IN ITEMS memory.max memory/memory.limit_in_bytes)  # of a container, by either version of cgroups
    if(EXISTS /sys/fs/cgroup/${file})
      file(STRINGS /sys/fs/cgroup/${file} limit REGEX "^[0-9]+$")
      if(limit)
        math(EXPR limit "${limit} >> 20")
        if(limit LESS memory)
          set(memory ${limit})
        endif()
      endif()
    endif()
  endforeach()
  math(EXPR heap "${memory} * 1024 / (4 * ${compilers})")  # KiB
  if(heap GREATER 1000000)
    set(heap 1000000)
  endif()
  if(heap GREATER 131072)
    target_compile_options(jackdaw_development INTERFACE $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=${heap}>)
  endif()
endif()
if(JACKDAW_WARNINGS_AS_ERRORS)
  target_compile_options(jackdaw_development INTERFACE -Werror)
endif()
if(JACKDAW_SANITIZE)
  set(jackdaw_sanitizer_options -fsanitize=${JACKDAW_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_compile_options(jackdaw_development INTERFACE ${jackdaw_sanitizer_options})
  add_link_options(-fsanitize=${JACKDAW_SANITIZE})  # C programs, too
endif()
target_link_libraries(jackdaw_development INTERFACE jackdaw::jackdaw)
target_link_libraries(jackdaw_compiled PRIVATE $<BUILD_INTERFACE:jackdaw_development>)

# Under JACKDAW_QUICK the targets that the calling folder, and those below it, add after this are not optimized.
macro(jackdaw_only_right)
  if(JACKDAW_QUICK)
    add_compile_options(-O0)
  endif()
endmacro()

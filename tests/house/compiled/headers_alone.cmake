# Each public header compiles alone, included twice, without a warning; those of the C interface also as C. The target
# inner_headers_alone does the same with all headers of the implementation, which takes minutes: ./dev soak builds it.
# And all_headers.cpp includes all that are C++: it is what clang-tidy reads.
include(${CMAKE_CURRENT_LIST_DIR}/write_source.cmake)

file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/include
     ${PROJECT_SOURCE_DIR}/include/*.hpp ${PROJECT_SOURCE_DIR}/include/*.h)
find_path(JACKDAW_CEREAL cereal/cereal.hpp)
if(NOT JACKDAW_CEREAL)  # for those that have it
  list(FILTER headers EXCLUDE REGEX "/cereal\\.hpp$")
endif()
set(sources)
set(inner_sources)
set(all "")
foreach(header IN LISTS headers)
  set(twice "#include <${header}>\n#include <${header}>\n")
  set(source ${CMAKE_CURRENT_BINARY_DIR}/headers_alone/${header})
  write_source(${source}.cpp "${twice}")
  if(header MATCHES "^jackdaw/[^/]*$")
    list(APPEND sources ${source}.cpp)
  else()
    list(APPEND inner_sources ${source}.cpp)
  endif()
  if(header MATCHES "\\.h$")
    enable_language(C)
    write_source(${source}.c "${twice}")
    list(APPEND sources ${source}.c)
  else()
    string(APPEND all "#include <${header}>\n")
  endif()
endforeach()
write_source(${CMAKE_CURRENT_BINARY_DIR}/all_headers.cpp "${all}")

add_library(headers_alone OBJECT ${sources} ${CMAKE_CURRENT_BINARY_DIR}/all_headers.cpp)
add_library(inner_headers_alone OBJECT EXCLUDE_FROM_ALL ${inner_sources})
if(JACKDAW_SANITIZE)  # which changes nothing about headers
  set_target_properties(headers_alone PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
set(more_warnings -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual)  # as users may ask for
foreach(target IN ITEMS headers_alone inner_headers_alone)
  target_link_libraries(${target} PRIVATE jackdaw_development)
  target_compile_options(${target} PRIVATE -Werror "$<$<COMPILE_LANGUAGE:CXX>:${more_warnings}>")
endforeach()

# Each public header compiles alone, included twice, without a warning; those of the C interface also as C.
# And all_headers.cpp includes all that are C++: it is what clang-tidy reads.
include(${CMAKE_CURRENT_LIST_DIR}/write_source.cmake)

file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/include
     ${PROJECT_SOURCE_DIR}/include/*.hpp ${PROJECT_SOURCE_DIR}/include/*.h)
set(sources)
set(all "")
foreach(header IN LISTS headers)
  set(twice "#include <${header}>\n#include <${header}>\n")
  set(source ${CMAKE_CURRENT_BINARY_DIR}/headers_alone/${header})
  write_source(${source}.cpp "${twice}")
  list(APPEND sources ${source}.cpp)
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
if(JACKDAW_SANITIZE)  # which changes nothing about headers
  set_target_properties(headers_alone PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
target_link_libraries(headers_alone PRIVATE jackdaw_development)
target_compile_options(headers_alone PRIVATE -Werror)

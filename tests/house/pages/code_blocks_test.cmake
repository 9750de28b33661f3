# code_blocks() on a page with a block of each kind. Run with -DWORK=… -P.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/code_blocks.cmake)
set(fixture ${CMAKE_CURRENT_LIST_DIR}/code_blocks_fixture)
set(page ${fixture}/page.md)
file(REMOVE_RECURSE ${WORK})
set(sources)
set(programs)
code_blocks(${page} ${WORK}/page "${fixture}/example.txt" sources programs)

function(expect what expected)
  if(NOT what STREQUAL expected)
    message(FATAL_ERROR "expected:\n${expected}\nfound:\n${what}")
  endif()
endfunction()
function(expect_file file expected)
  file(READ ${file} text)
  expect("${text}" "${expected}")
endfunction()

expect("${sources}" "${WORK}/page_15.cpp;${WORK}/page_24.cpp")
expect("${programs}" "${WORK}/page_27.cpp")
expect_file(${WORK}/page_15.cpp "#line 15 \"${page}\"\n#include <vector>\nstd::vector<int> a_source{1, 2; };\n")
expect_file(${WORK}/page_24.cpp "#include <jackdaw/jackdaw.hpp>\n[[maybe_unused]] static void block_24() {\n\
#line 24 \"${page}\"\nauto body = \"äöü [not] \${expanded} @nor@ this \\\" \\\\\";\n}\n")
expect_file(${WORK}/page_27.cpp
            "#line 27 \"${page}\"\n#include <cstdio>\nint main() { std::puts(\"a program\"); }\n")

# What an empty source with jackdaw.hpp costs where the rest is compiled once: the memory that g++ takes, which is the same
# in each run on each machine, and grows with the time. Each source of each user pays it.
# Others than g++ 12 report it otherwise, or take other amounts: then nothing is compared.
# cmake -DCOMPILER=… -DINCLUDE=… -DWORK=… -P compile_cost.cmake
set(limit 218)  # MB, 5 % above what it was when this was written; oneTBB 2021.8 takes 240

function(memory_of source result)
  execute_process(COMMAND ${COMPILER} -std=c++20 -O2 -fsyntax-only -ftime-report ${ARGN} ${source}
                  RESULT_VARIABLE failed ERROR_VARIABLE report OUTPUT_QUIET)
  if(failed OR NOT report MATCHES "TOTAL[^\n]* ([0-9]+)M")
    set(${result} "" PARENT_SCOPE)
    return()
  endif()
  set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

file(WRITE ${WORK}/compile_cost.cpp "#include <jackdaw/jackdaw.hpp>\n")
memory_of(${WORK}/compile_cost.cpp ours -DJACKDAW_COMPILED -I${INCLUDE})
if(NOT ours)
  message(FATAL_ERROR "g++ reported no memory; expected a line TOTAL of -ftime-report")
endif()
message(STATUS "jackdaw.hpp: ${ours} MB")
if(ours GREATER limit)
  message(SEND_ERROR "jackdaw.hpp takes ${ours} MB to compile; expected at most ${limit}. docs/lab/comparisons/compile-time.md "
                     "says what helps")
endif()

file(WRITE ${WORK}/compile_cost_peer.cpp "#include <oneapi/tbb.h>\n")
memory_of(${WORK}/compile_cost_peer.cpp peer)
if(peer)
  message(STATUS "oneTBB: ${peer} MB")
  if(ours GREATER peer)
    message(SEND_ERROR "jackdaw.hpp takes ${ours} MB to compile; expected no more than oneTBB's header, ${peer}")
  endif()
endif()

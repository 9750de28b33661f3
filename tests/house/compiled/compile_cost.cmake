# What some sources cost where the rest is compiled once: the memory that g++ takes, which is the same in each run on
# each machine, and grows with the time. Each source of each user pays it. Those with oneTBB's way of the same are compared.
# Others than g++ 12 report it otherwise, or take other amounts: then nothing is compared.
# cmake -DCOMPILER=… -DINCLUDE=… -DWORK=… -P compile_cost.cmake

# memory_of(NAME RESULT TEXT option…): in MB, of a source with that text; empty where g++ reports none.
function(memory_of name result text)
  file(WRITE ${WORK}/${name}.cpp "${text}")
  execute_process(COMMAND ${COMPILER} -std=c++20 -O2 -c -o ${WORK}/${name}.o -ftime-report ${ARGN} ${WORK}/${name}.cpp
                  RESULT_VARIABLE failed ERROR_VARIABLE report OUTPUT_QUIET)
  if(failed OR NOT report MATCHES "TOTAL[^\n]* ([0-9]+)M")
    set(${result} "" PARENT_SCOPE)
    return()
  endif()
  set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

# compare(NAME LIMIT OURS [THEIRS]): LIMIT in MB, 5 % above what it was when this was written.
function(compare name limit our_text)
  memory_of(compile_cost_${name} ours "${our_text}" -DJACKDAW_COMPILED -I${INCLUDE})
  if(NOT ours)
    message(FATAL_ERROR "g++ reported no memory for ${name}; expected a line TOTAL of -ftime-report")
  endif()
  message(STATUS "${name}: ${ours} MB")
  if(ours GREATER limit)
    message(SEND_ERROR "${name} takes ${ours} MB to compile; expected at most ${limit}. "
                       "docs/lab/comparisons/compile-time.md says what helps")
  endif()
  if(NOT ARGN)
    return()
  endif()
  memory_of(compile_cost_peer_${name} peer "${ARGN}")
  if(peer)
    message(STATUS "${name} with oneTBB: ${peer} MB")
    if(ours GREATER peer)
      message(SEND_ERROR "${name} takes ${ours} MB to compile; expected no more than with oneTBB, ${peer}")
    endif()
  endif()
endfunction()

compare(empty 220 "#include <jackdaw/jackdaw.hpp>\n" "#include <oneapi/tbb.h>\n")
compare(fib 238 [=[
#include <jackdaw/jackdaw.hpp>
using jackdaw::worker;
long fib(worker& w, int n) {
  if (n < 2) return n;
  auto [a, b] = jackdaw::join(w, [n](worker& v) { return fib(v, n - 1); }, [n](worker& v) { return fib(v, n - 2); });
  return a + b;
}
int main() {
  jackdaw::scheduler all;
  return all.run([](worker& w) { return fib(w, 30); }) == 832040 ? 0 : 1;
}
]=] [=[
#include <oneapi/tbb.h>
long fib(int n) {
  if (n < 2) return n;
  long a, b;
  oneapi::tbb::parallel_invoke([&] { a = fib(n - 1); }, [&] { b = fib(n - 2); });
  return a + b;
}
int main() { return fib(30) == 832040 ? 0 : 1; }
]=])
# A look at the names of tasks, or the wait of a join, that is compiled for each kind of task shows here.
compare(loops 278 [=[
#include <functional>
#include <vector>
#include <jackdaw/jackdaw.hpp>
long loops(std::vector<long>& all) {
  jackdaw::parallel_for(std::size_t{0}, all.size(), [&](std::size_t i) { all[i] += 1; });
  jackdaw::parallel_sort(all.begin(), all.end(), [](long a, long b) { return a > b; });
  return jackdaw::parallel_reduce(all, 0L, [](long each) { return each; }, std::plus<>());
}
]=])
# Who includes the catalogue, and makes no scheduler by name, does not compile its pools.
compare(catalogue 316 "#include <jackdaw/pools.hpp>\n")

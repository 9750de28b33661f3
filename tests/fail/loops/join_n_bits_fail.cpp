// expect: join_n puts results where results[i] is an object
// expect lines: 20
#include <cstddef>
#include <vector>

#include <jackdaw/fork_join/join_n.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

using namespace jackdaw;

void flags(worker& w) {
#if defined(BROKEN)
  std::vector<bool> results(10);
#else
  std::vector<char> results(10);
#endif
  join_n(w, results.size(), [](std::size_t i) { return i % 3 == 0; }, results);
}

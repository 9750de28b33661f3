// expect: elements of a std::vector<bool> share words, which several workers cannot write at a time
// expect lines: 20
#include <vector>

#include <jackdaw/parallel/parallel_sort.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

using namespace jackdaw;

void sort() {
#if defined(BROKEN)
  std::vector<bool> flags(10);
#else
  std::vector<char> flags(10);
#endif
  parallel_sort(flags.rbegin(), flags.rend());
}

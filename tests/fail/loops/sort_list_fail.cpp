// expect: this needs random access
// expect lines: 20
#include <list>
#include <vector>

#include <jackdaw/parallel/parallel_sort.hpp>

using namespace jackdaw;

void sort(std::list<int>& all) {
#if defined(BROKEN)
  parallel_sort(all);
#else
  std::vector<int> copy(all.begin(), all.end());
  parallel_sort(copy);
#endif
}

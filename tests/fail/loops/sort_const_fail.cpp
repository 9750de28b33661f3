// expect: the elements of this range are const, so they cannot be written
// expect lines: 20
#include <vector>

#include <jackdaw/parallel/parallel_sort.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

using namespace jackdaw;

void sort() {
#if defined(BROKEN)
  const std::vector<int> numbers{2, 1};
#else
  std::vector<int> numbers{2, 1};
#endif
  parallel_stable_sort(numbers);
}

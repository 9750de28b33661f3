// expect: a loop by index has two ends
// expect lines: 20
#include <jackdaw/parallel/parallel_for.hpp>

using namespace jackdaw;

void loop(int n) {
#if defined(BROKEN)
  parallel_for(n, [](int) {});
#else
  parallel_for(0, n, [](int) {});
#endif
}

// expect: the body of a loop is a callable that takes an index or element
// expect lines: 20
#include <jackdaw/parallel/parallel_for.hpp>

using namespace jackdaw;

void loop() {
#if defined(BROKEN)
  parallel_for(0, 10, [](int, int) {});
#else
  parallel_for_blocked(0, 10, [](int, int) {});
#endif
}

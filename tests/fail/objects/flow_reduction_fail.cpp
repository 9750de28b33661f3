// expect: jackdaw: a reduction can be copied, and has make()
// expect lines: 25
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

struct largest_of {
  [[nodiscard]] int make() const { return 0; }
#if defined(BROKEN)
  void apply(int& object, int&& partial){
#else
  void apply(int& object, int&& partial) const {
#endif
      if (partial > object) object = partial;
}
}
;

void submit_one(flow& tasks, handle<int>& largest) {
  tasks.submit(reduce_in_order(largest, largest_of()), [](int& x) { x = 1; });
}

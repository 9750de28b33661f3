// expect: jackdaw: a type of access has three traits
// expect lines: 40
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

/// Says nothing about the order.
struct multiply {
  static constexpr bool readonly = false;
  static constexpr bool exclusive = true;
};

void submit_one(flow& tasks, handle<int>& product) {
#if defined(BROKEN)
  tasks.submit(access<multiply>(product), [](int& x) { x *= 2; });
#else
  tasks.submit(access<add_access>(product), [](int& x) { x *= 2; });
#endif
}

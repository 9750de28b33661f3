// expect: jackdaw: before the function of a task come attributes, then accesses
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& a, handle<int>& b, handle<void>& device) {
#if defined(BROKEN)
  tasks.submit(a, [](int&) {});
#else
  tasks.submit(write(a), [](int&) {});
#endif
  static_cast<void>(a.in_use() || b.in_use() || device.in_use());
}

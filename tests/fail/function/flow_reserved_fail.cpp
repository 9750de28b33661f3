// expect: jackdaw: the function of a task takes exactly what was reserved
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& a, handle<int>& b, handle<void>& device) {
#if defined(BROKEN)
  tasks.reserve(read(a)).submit([](int&) {});
#else
  tasks.reserve(read(a)).submit([](const int&) {});
#endif
  static_cast<void>(a.in_use() || b.in_use() || device.in_use());
}

// expect: jackdaw: a task is submitted as accesses and a function, which comes last
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& a, handle<int>& b, handle<void>& device) {
#if defined(BROKEN)
  tasks.submit(read(a), write(b));
#else
  tasks.submit(read(a), [](int) {});
#endif
  static_cast<void>(a.in_use() || b.in_use() || device.in_use());
}

// expect: jackdaw: the function of a task takes exactly what the task declares
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& a, handle<int>& b, handle<void>& device) {
#if defined(BROKEN)
  tasks.submit(write(a), read(b), [](const int&, int&) {});
#else
  tasks.submit(read(a), write(b), [](const int&, int&) {});
#endif
  static_cast<void>(a.in_use() || b.in_use() || device.in_use());
}

// expect: jackdaw: each attribute of a task is given at most once
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& a, handle<int>& b, handle<void>& device) {
#if defined(BROKEN)
  tasks.submit(with_subtasks, named("a"), with_subtasks, write(a), [](auto&, int&) {});
#else
  tasks.submit(with_subtasks, named("a"), write(a), [](auto&, int&) {});
#endif
  static_cast<void>(a.in_use() || b.in_use() || device.in_use());
}

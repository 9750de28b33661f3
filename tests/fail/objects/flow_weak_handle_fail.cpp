// expect: jackdaw: weak_read and weak_write take a part, or an object that has parts
// expect lines: 25
#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/part/array_handle.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& a, array_handle<int>& parts) {
#if defined(BROKEN)
  tasks.submit(with_subtasks, weak_write(a), [](auto&) {});
#else
  tasks.submit(with_subtasks, weak_write(parts), [](auto&) {});
#endif
}

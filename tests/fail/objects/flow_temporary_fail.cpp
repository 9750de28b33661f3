// expect: jackdaw: a handle must outlive the tasks that use it, and this is a temporary
// expect lines: 25
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& a) {
#if defined(BROKEN)
  tasks.submit(write(handle<int>(1)), [](int&) {});
#else
  tasks.submit(write(a), [](int&) {});
#endif
}

// expect: jackdaw: this is const, and tasks change the versions of what they access
// expect lines: 25
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, const handle<int>& fixed, handle<const int>& a) {
#if defined(BROKEN)
  tasks.submit(read(fixed), [](const int&) {});
#else
  tasks.submit(read(a), [](const int&) {});
  static_cast<void>(fixed.in_use());
#endif
}

// expect: jackdaw: this is const, and tasks change the versions of what they access
// expect lines: 25
#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/part/array_handle.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, const array_handle<int>& fixed, array_handle<const int>& a) {
#if defined(BROKEN)
  tasks.submit(read(fixed), [](std::span<const int>) {});
#else
  tasks.submit(read(a), [](std::span<const int>) {});
  static_cast<void>(fixed.size());
#endif
}

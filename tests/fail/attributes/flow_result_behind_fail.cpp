// expect: jackdaw: before the function of a task come attributes, then accesses: with_result stands in front
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& of) {
#if defined(BROKEN)
  static_cast<void>(tasks.submit(write(of), with_result, [](int&) { return 1; }));
#else
  static_cast<void>(tasks.submit(with_result, write(of), [](int&) { return 1; }));
#endif
}

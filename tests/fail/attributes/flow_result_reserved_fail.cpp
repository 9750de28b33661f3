// expect: jackdaw: the task of a reservation is no value
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& of) {
  auto later = tasks.reserve(write(of));
#if defined(BROKEN)
  later.submit(with_result, [](int&) { return 1; });
#else
  later.submit(named("later"), [](int&) { return 1; });
#endif
}

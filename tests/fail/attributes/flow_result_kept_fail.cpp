// expect: jackdaw: the result of a task is kept as a value; expected a type that can be moved
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

struct fixed {
  fixed() = default;
#if defined(BROKEN)
  fixed(const fixed&) = delete;
#endif
};

void submit_one(flow& tasks) {
  static_cast<void>(tasks.submit(with_result, []() -> fixed { return {}; }));
}

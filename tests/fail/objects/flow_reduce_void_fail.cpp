// expect: jackdaw: a handle<void> has no object to which partial results could be added; expected add(handle)
// expect lines: 25
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<void>& phase) {
#if defined(BROKEN)
  tasks.submit(reduce(phase), [] {});
#else
  tasks.submit(add(phase), [] {});
#endif
}

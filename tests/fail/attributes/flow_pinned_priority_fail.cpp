// expect: jackdaw: a task is pinned, or has a priority, or has an affinity
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& a) {
#if defined(BROKEN)
  tasks.submit(pinned(0), priority(2), write(a), [](int&) {});
#else
  tasks.submit(pinned(0), named("one"), write(a), [](int&) {});
#endif
}

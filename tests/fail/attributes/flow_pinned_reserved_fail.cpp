// expect: jackdaw: a task is pinned, or has a priority, or has an affinity
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_reserved(flow& tasks, handle<int>& a) {
  auto place = tasks.reserve(write(a));
#if defined(BROKEN)
  place.submit(priority(2), pinned(0), [](int&) {});
#else
  place.submit(pinned(0), [](int&) {});
#endif
}

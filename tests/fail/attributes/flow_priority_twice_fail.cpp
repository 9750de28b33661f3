// expect: jackdaw: each attribute of a task is given at most once
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& a) {
#if defined(BROKEN)
  tasks.submit(priority(1), priority(2), write(a), [](int&) {});
#else
  tasks.submit(priority(1), named("one"), write(a), [](int&) {});
#endif
}

// expect: jackdaw: the task of a reservation is submitted as attributes, further reads, and a function
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& a, handle<int>& b) {
#if defined(BROKEN)
  tasks.reserve(write(a)).submit(read(b), named("late"), [](int&, const int&) {});
#else
  tasks.reserve(write(a)).submit(named("late"), read(b), [](int&, const int&) {});
#endif
}

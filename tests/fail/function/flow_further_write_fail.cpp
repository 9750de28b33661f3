// expect: jackdaw: the task of a reservation may only read what is not reserved
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& a, handle<int>& b) {
#if defined(BROKEN)
  tasks.reserve(write(a)).submit(write(b), [](int&, int&) {});
#else
  tasks.reserve(write(a)).submit(read(b), [](int&, const int&) {});
#endif
}

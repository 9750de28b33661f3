// expect: jackdaw: the object of a handle<const T> is never written; expected read(handle)
// expect lines: 20
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<const int>& a) {
#if defined(BROKEN)
  tasks.submit(write(a), [](const int&) {});
#else
  tasks.submit(read(a), [](const int&) {});
#endif
}

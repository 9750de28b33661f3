// expect: jackdaw: the function of a task takes exactly what the task declares
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& a) {
#if defined(BROKEN)
  tasks.submit(always, write(a), [](int&) {});
#else
  tasks.submit(always, write(a), [](const flow_failures&, int&) {});
#endif
}

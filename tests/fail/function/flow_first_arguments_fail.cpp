// expect: jackdaw: the function of a task takes exactly what the task declares
#include <stop_token>

#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& a) {
#if defined(BROKEN)
  tasks.submit(always, with_stop_token, write(a), [](const flow_failures&, const std::stop_token&, int&) {});
#else
  tasks.submit(always, with_stop_token, write(a), [](const std::stop_token&, const flow_failures&, int&) {});
#endif
}

// expect: jackdaw: each attribute of a task is given at most once
#include <string>

#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& a, const std::string& name) {
#if defined(BROKEN)
  tasks.submit(named("a"), named(name), write(a), [](int&) {});
#else
  tasks.submit(named(name), write(a), [](int&) {});
#endif
}

// expect: jackdaw: the function that generates steps takes auto& subtasks and the number of the step
#include <jackdaw/flow/steps.hpp>

using namespace jackdaw;

void simulate(flow& tasks) {
#if defined(BROKEN)
  submit_steps(tasks, 5, [](std::uint64_t number) { return number < 3; });
#else
  submit_steps(tasks, 5, [](auto&, std::uint64_t number) { return number < 3; });
#endif
}

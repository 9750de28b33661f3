// expect: jackdaw: the function of a task takes exactly what the task declares
#include <span>
#include <vector>

#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, std::vector<handle<int>>& all) {
#if defined(BROKEN)
  tasks.submit(read(all), [](std::span<int* const>) {});
#else
  tasks.submit(read(all), [](std::span<const int* const>) {});
#endif
}

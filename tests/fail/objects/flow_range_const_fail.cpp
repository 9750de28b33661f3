// expect: jackdaw: the handles of this range are const
#include <vector>

#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

#if defined(BROKEN)
void submit_one(flow& tasks, const std::vector<handle<int>>& all) {
#else
void submit_one(flow& tasks, const std::vector<handle<int>*>& all) {
#endif
  tasks.submit(read(all), [](references<const int>) {});
}

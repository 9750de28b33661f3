// expect: jackdaw: an affinity is to a worker, a handle, an address or a node
// expect lines: 25
#include <vector>

#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, std::vector<handle<int>>& all) {
#if defined(BROKEN)
  tasks.submit(affinity(all), write(all), [](references<int>) {});
#else
  tasks.submit(affinity(all[0]), write(all), [](references<int>) {});
#endif
}

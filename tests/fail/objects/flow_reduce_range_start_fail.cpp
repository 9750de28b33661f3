// expect: jackdaw: a reduction of a range has no third argument
// expect lines: 25
#include <vector>

#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, std::vector<handle<int>*>& sums) {
#if defined(BROKEN)
  tasks.submit(reduce(sums, [](int& into, int from) { into += from; }, 0), [](references<int>) {});
#else
  tasks.submit(reduce(sums, [](int& into, int from) { into += from; }), [](references<int>) {});
#endif
}

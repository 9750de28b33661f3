// expect: jackdaw: the third argument of a reduction is the T as which partial results begin
// expect lines: 25
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& sum) {
#if defined(BROKEN)
  tasks.submit(reduce(sum, 0, [](int& into, int from) { into += from; }), [](int& x) { x = 1; });
#else
  tasks.submit(reduce(sum, [](int& into, int from) { into += from; }, 0), [](int& x) { x = 1; });
#endif
}

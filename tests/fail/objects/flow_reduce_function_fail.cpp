// expect: jackdaw: a reduction can be copied, and has make()
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& sum) {
#if defined(BROKEN)
  tasks.submit(reduce(sum, [](int& into, int* from) { into += *from; }), [](int& x) { x = 1; });
#else
  tasks.submit(reduce(sum, [](int& into, int from) { into += from; }), [](int& x) { x = 1; });
#endif
}

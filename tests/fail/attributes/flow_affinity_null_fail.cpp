// expect: jackdaw: an affinity is to a worker, a handle, an address or a node
// expect lines: 25
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& a, const int* data) {
#if defined(BROKEN)
  tasks.submit(affinity(nullptr), write(a), [](int&) {});
#else
  tasks.submit(affinity(data), write(a), [](int&) {});
#endif
}

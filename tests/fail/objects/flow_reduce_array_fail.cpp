// expect: jackdaw: reduce and reduce_in_order take a handle, or a range of handles
// expect lines: 25
#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/part/array_handle.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, array_handle<int>& sums) {
#if defined(BROKEN)
  tasks.submit(reduce_in_order(sums), [](std::span<int>) {});
#else
  tasks.submit(add(sums), [](std::span<int>) {});
#endif
}

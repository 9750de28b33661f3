// expect: jackdaw: an array_handle<bool> cannot own its elements
// expect lines: 20
#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/part/array_handle.hpp>

using namespace jackdaw;

void set_all(flow& tasks, std::span<bool> elsewhere) {
#if defined(BROKEN)
  array_handle<bool> a(100);
#else
  array_handle<bool> a(elsewhere);
#endif
  tasks.submit(write(a), [](std::span<bool> all) {
    for (bool& each : all) each = true;
  });
  static_cast<void>(elsewhere);
}

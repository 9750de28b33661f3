// expect: deleted
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, handle<int>& a) {
  tasks.submit(with_subtasks, write(a), [](auto& own, int& x) {
#if defined(BROKEN)
    own.submit([own, &x] { x = 1; });
#else
    own.submit([&own, &x] { own.submit([&x] { x = 1; }); });
#endif
  });
}

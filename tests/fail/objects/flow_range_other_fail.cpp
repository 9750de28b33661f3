// expect: jackdaw: an access names a handle, a range of handles or of pointers to handles, or an object that has parts
// expect lines: 25
#include <vector>

#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void submit_one(flow& tasks, std::vector<int>& plain, std::vector<handle<int>>& all) {
#if defined(BROKEN)
  tasks.submit(read(plain), [](references<const int>) {});
#else
  tasks.submit(read(all), [](references<const int>) {});
  plain.clear();
#endif
}

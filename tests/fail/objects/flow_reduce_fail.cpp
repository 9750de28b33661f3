// expect: jackdaw: reduce(handle) makes partial results by T() and adds them with +=, which this T does not have
// expect lines: 25
#include <mutex>

#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

/// What has no +=, but a way to be reduced.
struct largest_of {
  [[nodiscard]] int make() const { return 0; }
  void apply(std::pair<int, std::mutex>& object, int&& partial) const {
    if (partial > object.first) object.first = partial;
  }
};

void submit_one(flow& tasks, handle<std::pair<int, std::mutex>>& largest) {
#if defined(BROKEN)
  tasks.submit(reduce(largest), [](std::pair<int, std::mutex>& x) { x.first = 1; });
#else
  tasks.submit(reduce(largest, largest_of()), [](int& x) { x = 1; });
#endif
}

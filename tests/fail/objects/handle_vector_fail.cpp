// expect: jackdaw: a handle does not move
// expect lines: 40
#include <vector>

#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

std::size_t make_some() {
#if defined(BROKEN)
  std::vector<handle<int>> all;
  for (int i = 0; i < 10; ++i) all.emplace_back(i);
#else
  std::vector<handle<int>> all(10);
  for (int i = 0; i < 10; ++i) all[static_cast<std::size_t>(i)].value() = i;
#endif
  return all.size();
}

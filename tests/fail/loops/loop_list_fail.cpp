// expect: this needs random access
// expect lines: 20
#include <list>
#include <vector>

#include <jackdaw/parallel/parallel_for.hpp>

using namespace jackdaw;

void loop(const std::list<int>& all) {
#if defined(BROKEN)
  parallel_for(all, [](int) {});
#else
  parallel_for(std::vector<int>(all.begin(), all.end()), [](int) {});
#endif
}

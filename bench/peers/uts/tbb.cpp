#include "bench/peers/runs/tbb_run.hpp"
#include "bench/peers/uts/config.hpp"

namespace jackdaw::bench {
namespace {

// The results lie in the frame of the parent, as many as there are: the deep tree leaves no room for more.
std::uint64_t count(const uts::tree& t, const uts::node& n) {
  const int children = t.children_of(n);
  if (children == 0) return 1;
  auto* const found = static_cast<std::uint64_t*>(
      __builtin_alloca(static_cast<std::size_t>(children) * sizeof(std::uint64_t)));
  tbb::task_group group;
  for (int i = 0; i < children; ++i)
    group.run([&t, &n, &result = found[i], i] { result = count(t, uts::tree::child(n, i)); });
  group.wait();
  std::uint64_t sum = 1;
  for (int i = 0; i < children; ++i) sum += found[i];
  return sum;
}

measurement run(unsigned instance, unsigned workers) {
  const uts::instance& of = uts::trees[instance];
  std::uint64_t found = 0;
  const double seconds = seconds_in_tbb(workers, [&found, &t = of.rules] { found = count(t, t.root()); });
  return uts::checked(of, found, seconds);
}

const registered entry{as_tbb(run)};

}  // namespace
}  // namespace jackdaw::bench

#include "bench/peers/runs/openmp_run.hpp"
#include "bench/peers/uts/config.hpp"

namespace jackdaw::bench {
namespace {

// The results lie in the frame of the parent, as many as there are: the deep tree leaves no room for more.
std::uint64_t count(const uts::tree& t, const uts::node& n) {
  const int children = t.children_of(n);
  if (children == 0) return 1;
  auto* const found = static_cast<std::uint64_t*>(
      __builtin_alloca(static_cast<std::size_t>(children) * sizeof(std::uint64_t)));
  for (int i = 0; i < children; ++i) {
#pragma omp task shared(t, n) firstprivate(found, i)
    found[i] = count(t, uts::tree::child(n, i));
  }
#pragma omp taskwait
  std::uint64_t sum = 1;
  for (int i = 0; i < children; ++i) sum += found[i];
  return sum;
}

measurement run(unsigned instance, unsigned workers) {
  const uts::instance& of = uts::trees[instance];
  std::uint64_t found = 0;
  const double seconds = seconds_in_openmp(workers, [&found, &t = of.rules] { found = count(t, t.root()); });
  return uts::checked(of, found, seconds);
}

const registered entry{as_openmp(run)};

}  // namespace
}  // namespace jackdaw::bench

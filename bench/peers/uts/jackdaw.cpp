#include "bench/peers/jackdaw_run.hpp"
#include "bench/peers/uts/config.hpp"

namespace jackdaw::bench {
namespace {

std::uint64_t count(worker& w, const uts::tree& t, const uts::node& n);

// The children from `first` to before `last`, at least one, halved by joins until one is left.
std::uint64_t branches(worker& w, const uts::tree& t, const uts::node& parent, int first, int last) {
  if (last - first == 1) return count(w, t, uts::child_of(parent, first));
  const int middle = first + (last - first) / 2;
  const auto [a, b] = join(
      w, [&t, &parent, first, middle](worker& here) { return branches(here, t, parent, first, middle); },
      [&t, &parent, middle, last](worker& here) { return branches(here, t, parent, middle, last); });
  return a + b;
}

std::uint64_t count(worker& w, const uts::tree& t, const uts::node& n) {
  const int children = uts::children_of(t, n);
  return children == 0 ? 1 : 1 + branches(w, t, n, 0, children);
}

measurement run(unsigned instance, unsigned workers) {
  const uts::tree& t = uts::trees[instance];
  std::uint64_t found = 0;
  const double seconds =
      seconds_in_jackdaw(workers, [&found, &t](worker& w) { found = count(w, t, uts::root_of(t)); });
  return uts::checked(t, found, seconds);
}

const enrolled entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench

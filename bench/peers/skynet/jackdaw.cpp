#include <array>
#include <cstddef>
#include <functional>
#include <numeric>

#include <jackdaw/fork_join/group/task_group.hpp>
#include <jackdaw/fork_join/join_n.hpp>
#include <jackdaw/parallel/parallel_for.hpp>
#include <jackdaw/parallel/parallel_reduce.hpp>

#include "apps/skynet/joins.hpp"
#include "bench/peers/runs/jackdaw_run.hpp"
#include "bench/peers/skynet/config.hpp"

namespace jackdaw::bench {
namespace {

using skynet::children;

/// What the children of a node say.
using answers = std::array<long, children>;

[[nodiscard]] long total(const answers& all) { return std::accumulate(all.begin(), all.end(), 0L); }

/// As many branches as there are children.
long sum_by_number(worker& w, long first, long size) {
  if (size == 1) return first;
  const long part = size / children;
  answers found;
  join_n(
      w, found.size(),
      [first, part](worker& v, std::size_t i) {
        return sum_by_number(v, first + static_cast<long>(i) * part, part);
      },
      found);
  return total(found);
}

/// A group a node, as with other runtimes.
long sum_by_group(worker& w, long first, long size) {
  if (size == 1) return first;
  const long part = size / children;
  answers found;
  task_group group(w);
  for (std::size_t i = 0; i < found.size(); ++i) {
    group.spawn(
        w,
        [from = first + static_cast<long>(i) * part, part](worker& v) { return sum_by_group(v, from, part); },
        found[i]);
  }
  group.wait();
  return total(found);
}

/// A loop a node.
long sum_by_loop(worker& w, long first, long size) {
  if (size == 1) return first;
  const long part = size / children;
  answers found;
  parallel_for(w, std::size_t{0}, found.size(), [&found, first, part](worker& v, std::size_t i) {
    found[i] = sum_by_loop(v, first + static_cast<long>(i) * part, part);
  });
  return total(found);
}

/// A reduction a node.
long sum_by_reduction(worker& w, long first, long size) {
  if (size == 1) return first;
  const long part = size / children;
  return parallel_reduce(
      w, 0, children, 0L,
      [first, part](worker& v, int i) { return sum_by_reduction(v, first + i * part, part); }, std::plus<>());
}

template <long (*Sum)(worker& w, long first, long size)>
measurement run(unsigned, unsigned workers) {
  long found = 0;
  const double seconds =
      seconds_in_jackdaw(workers, [&found](worker& w) { found = Sum(w, 0, skynet::leaves); });
  return skynet::checked(skynet::leaves, found, seconds);
}

const registered by_halves{as_jackdaw(run<apps::skynet::sum<worker>>)};
const registered by_number{as_jackdaw(run<sum_by_number>, "jackdaw-n")};
const registered by_group{as_jackdaw(run<sum_by_group>, "jackdaw-group")};
const registered by_loop{as_jackdaw(run<sum_by_loop>, "jackdaw-loop")};
const registered by_reduction{as_jackdaw(run<sum_by_reduction>, "jackdaw-reduce")};

}  // namespace
}  // namespace jackdaw::bench

// What tests/cluster/survival_test starts on ranks of an MPI with ULFM: ranks that are killed at random times while all
// search trees, one run after another. Rank 0 says whether each count was exact.
//
//   survival_ranks SEED [RUNS]   each rank but 0 dies with probability 3/4, within the first second and a half
//   survival_ranks root          rank 0 dies: the job ends
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <jackdaw/base/random.hpp>
#include <jackdaw/cluster.hpp>

#include "apps/uts/search.hpp"

namespace cluster = jackdaw::cluster;
namespace uts = jackdaw::apps::uts;

namespace {

struct smaller {
  int operator()(int a, int b) const { return b < a ? b : a; }
};

/// What a search needs on each rank.
struct search {
  cluster::kept<uts::tree> rules;
  cluster::reduction<uts::census> found;
  cluster::reduction<int> least_children;
  cluster::best<int, std::greater<int>> deepest;  // a value that spreads
};

struct visit {
  static constexpr std::string_view name = "visit";
  search of;
  uts::node at;

  void operator()(cluster::worker& worker) const {
    const int children = worker.at(of.rules).children_of(at);
    uts::census& mine = worker.at(of.found);
    mine = mine + uts::census::of(at, children);
    int& least = worker.at(of.least_children);
    least = smaller()(least, children);
    if (at.depth > worker.at(of.deepest)) worker.improve(of.deepest, at.depth);
    for (int i = 0; i < children; ++i) worker.put(visit{of, uts::tree::child(at, i)});
  }
};

/// T1, and its published counts.
const uts::parameters t1{
    .type = uts::kind::geometric, .form = uts::shape::fixed, .gen_mx = 10, .b0 = 4, .seed = 19};
const uts::census expected{4'130'071, 3'305'118, 10};

void die_after(std::chrono::microseconds time) {
  std::thread([time] {
    std::this_thread::sleep_for(time);
    std::raise(SIGKILL);
  }).detach();
}

/// Kills this process at a random time, or not.
void plan_death(std::uint64_t seed, unsigned rank) {
  jackdaw::base::random random(seed * 1000 + rank);
  if (rank == 0 || random.below(4) == 0) return;
  die_after(std::chrono::microseconds(random.below(1'500'000)));
}

bool is_right(cluster::world& all, cluster::pool& p, const search& of, std::uint64_t runs) {
  const uts::census found = p.result(of.found);
  const bool right = found.nodes == runs * expected.nodes && found.leaves == runs * expected.leaves &&
                     found.depth == expected.depth && p.result(of.least_children, smaller()) == 0 &&
                     p.result(of.deepest) == expected.depth;
  if (!right)
    std::printf("rank %u: WRONG: %llu nodes of %llu\n", all.rank(),
                static_cast<unsigned long long>(found.nodes),
                static_cast<unsigned long long>(runs * expected.nodes));
  return right;
}

}  // namespace

int main(int count, char** arguments) {
  const std::uint64_t seed = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1;
  const std::uint64_t runs = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 6;
  try {
    cluster::world all(count, arguments, {.workers = 2, .survives = true});
    const uts::tree rules(t1);
    all.barrier();
    if (seed != 0) plan_death(seed, all.rank());
    if (seed == 0 && all.rank() == 0) die_after(std::chrono::milliseconds(300));  // "root"
    cluster::pool p(all);
    const search of{p.keep(rules), p.reduction_of<uts::census>(),
                    p.reduction_of<int>(std::numeric_limits<int>::max(), smaller()), p.best_of(-1)};
    std::uint64_t taken_back = 0;
    bool right = true;
    const auto begun = std::chrono::steady_clock::now();
    for (std::uint64_t run = 1; run <= runs; ++run) {
      p.run(visit{of, rules.root()});
      taken_back += p.counts().taken_back;
      right = right && is_right(all, p, of, run);
      const std::vector<unsigned> living = all.gather(all.rank());
      right = right && living.size() + all.lost().size() >= all.ranks() && living.front() == 0 &&
              all.broadcast(run) == run;
    }
    const std::uint64_t all_taken_back = all.combine(taken_back);
    const bool all_right = all.combine(right, [](bool a, bool b) { return a && b; });
    if (all.rank() == 0)
      std::printf(
          "%s: seed %llu, %llu nodes each of %llu times, %u of %u ranks died, %llu gifts taken back, %.1f "
          "s\n",
          all_right ? "right" : "WRONG", static_cast<unsigned long long>(seed),
          static_cast<unsigned long long>(expected.nodes), static_cast<unsigned long long>(runs),
          static_cast<unsigned>(all.lost().size()), all.ranks(),
          static_cast<unsigned long long>(all_taken_back),
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
    std::fflush(stdout);
    return all_right ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

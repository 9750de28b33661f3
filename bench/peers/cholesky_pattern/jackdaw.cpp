#include <deque>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/trace/open_tasks.hpp>

#include "bench/peers/cholesky_pattern/config.hpp"
#include "bench/peers/runs/jackdaw_run.hpp"

namespace jackdaw::bench {
namespace {

struct flow_tasks {
  flow& tasks;
  std::deque<handle<std::uint64_t>>& t;

  void factor(std::size_t kk) { tasks.submit(write(t[kk]), cholesky_pattern::factor); }
  void solve(std::size_t kk, std::size_t ik) {
    tasks.submit(read(t[kk]), write(t[ik]), cholesky_pattern::solve);
  }
  void update(std::size_t ik, std::size_t ii) {
    tasks.submit(read(t[ik]), write(t[ii]), cholesky_pattern::update);
  }
  void multiply(std::size_t ik, std::size_t jk, std::size_t ij) {
    tasks.submit(read(t[ik]), read(t[jk]), write(t[ij]), cholesky_pattern::multiply);
  }
};

measurement run(unsigned, unsigned workers) {
  scheduler jackdaws(workers);
  flow tasks(jackdaws);
  std::deque<handle<std::uint64_t>> tile;
  for (std::size_t i = 0; i < cholesky_pattern::tiles * cholesky_pattern::tiles; ++i) tile.emplace_back(1U);
  const double seconds = seconds_of(cholesky_pattern::rounds, [&] {
    cholesky_pattern::pattern.for_each(flow_tasks{tasks, tile});
    tasks.wait();
  });
  std::vector<std::uint64_t> found;
  for (const auto& t : tile) found.push_back(t.value());
  return cholesky_pattern::checked(found, cholesky_pattern::all_rounds, seconds);
}

const registered entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench

#include "bench/peers/cholesky_pattern/config.hpp"
#include "bench/peers/runs/tbb_graph.hpp"
#include "bench/peers/runs/tbb_run.hpp"

namespace jackdaw::bench {
namespace {

class graph_tasks {
 public:
  explicit graph_tasks(std::vector<std::uint64_t>& tile) : t_(tile), graph_(tile.size()) {}

  void factor(std::size_t kk) {
    graph_.write(kk, {kk}, [&t = t_[kk]] { cholesky_pattern::factor(t); });
  }
  void solve(std::size_t kk, std::size_t ik) {
    graph_.write(ik, {kk, ik}, [&d = t_[kk], &t = t_[ik]] { cholesky_pattern::solve(d, t); });
  }
  void update(std::size_t ik, std::size_t ii) {
    graph_.write(ii, {ik, ii}, [&a = t_[ik], &t = t_[ii]] { cholesky_pattern::update(a, t); });
  }
  void multiply(std::size_t ik, std::size_t jk, std::size_t ij) {
    graph_.write(ij, {ik, jk, ij},
                 [&a = t_[ik], &b = t_[jk], &t = t_[ij]] { cholesky_pattern::multiply(a, b, t); });
  }

  void run() { graph_.run(); }

 private:
  std::vector<std::uint64_t>& t_;
  tbb_graph graph_;
};

measurement run(unsigned, unsigned workers) {
  std::vector<std::uint64_t> tile(cholesky_pattern::tiles * cholesky_pattern::tiles, 1);
  const double seconds = seconds_in_tbb(
      workers,
      [&tile] {
        graph_tasks graph(tile);
        cholesky_pattern::pattern.for_each(graph);
        graph.run();
      },
      cholesky_pattern::rounds);
  return cholesky_pattern::checked(tile, cholesky_pattern::all_rounds, seconds);
}

const registered entry{as_tbb(run)};

}  // namespace
}  // namespace jackdaw::bench

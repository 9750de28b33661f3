#include <deque>

#include <tbb/flow_graph.h>

#include "bench/peers/cholesky_pattern/config.hpp"
#include "bench/peers/tbb_run.hpp"

namespace jackdaw::bench {
namespace {

/// A flow graph, whose edges are given by hand: each task follows the one that has last written each of its
/// tiles. That is enough here, since no tile is written after it has been read by others.
class graph_tasks {
 public:
  explicit graph_tasks(std::vector<std::uint64_t>& tile) : t_(tile), last_(tile.size(), nullptr) {}

  void factor(std::size_t kk) {
    put(kk, {kk}, [&t = t_[kk]] { cholesky_pattern::factor(t); });
  }
  void solve(std::size_t kk, std::size_t ik) {
    put(ik, {kk, ik}, [&d = t_[kk], &t = t_[ik]] { cholesky_pattern::solve(d, t); });
  }
  void update(std::size_t ik, std::size_t ii) {
    put(ii, {ik, ii}, [&a = t_[ik], &t = t_[ii]] { cholesky_pattern::update(a, t); });
  }
  void multiply(std::size_t ik, std::size_t jk, std::size_t ij) {
    put(ij, {ik, jk, ij}, [&a = t_[ik], &b = t_[jk], &t = t_[ij]] { cholesky_pattern::multiply(a, b, t); });
  }

  void run() {
    for (node* each : roots_) each->try_put(tbb::flow::continue_msg());
    graph_.wait_for_all();
  }

 private:
  using node = tbb::flow::continue_node<tbb::flow::continue_msg>;

  void put(std::size_t written, std::initializer_list<std::size_t> used, auto work) {
    node& made = nodes_.emplace_back(graph_, [work](const tbb::flow::continue_msg&) { work(); });
    bool root = true;
    for (const std::size_t each : used) {
      if (last_[each] == nullptr) continue;
      tbb::flow::make_edge(*last_[each], made);
      root = false;
    }
    if (root) roots_.push_back(&made);
    last_[written] = &made;
  }

  std::vector<std::uint64_t>& t_;
  tbb::flow::graph graph_;
  std::deque<node> nodes_;
  std::vector<node*> last_;
  std::vector<node*> roots_;
};

measurement run(unsigned, unsigned workers) {
  std::vector<std::uint64_t> tile(cholesky_pattern::tiles * cholesky_pattern::tiles, 1);
  const double seconds = seconds_in_tbb(
      workers,
      [&tile] {
        graph_tasks graph(tile);
        cholesky_pattern::for_each_task(graph);
        graph.run();
      },
      cholesky_pattern::rounds);
  return cholesky_pattern::checked(tile, cholesky_pattern::all_rounds, seconds);
}

const enrolled entry{as_tbb(run)};

}  // namespace
}  // namespace jackdaw::bench

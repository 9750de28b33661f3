// Tasks that use words in oneTBB's flow graph, whose edges are made by hand.
#pragma once

#include <cstddef>
#include <deque>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include <tbb/flow_graph.h>

namespace jackdaw::bench {

/// A graph for one run. A task follows those that have last written what it uses. That is enough where no word is
/// written after it has been read by others.
class tbb_graph {
 public:
  explicit tbb_graph(std::size_t words) : last_(words, nullptr) {}

  /// A task that reads `used`.
  void read(std::span<const std::size_t> used, auto task) { make(used, std::move(task)); }

  /// A task that writes `written`, which is one of `used`.
  void write(std::size_t written, std::initializer_list<std::size_t> used, auto task) {
    last_[written] = make(used, std::move(task));
  }

  /// Executes all tasks.
  void run() {
    for (node* each : roots_) each->try_put(tbb::flow::continue_msg());
    graph_.wait_for_all();
  }

 private:
  using node = tbb::flow::continue_node<tbb::flow::continue_msg>;

  node* make(const auto& used, auto task) {
    node& made = nodes_.emplace_back(graph_, [task](const tbb::flow::continue_msg&) { task(); });
    bool root = true;
    for (const std::size_t each : used) {
      if (last_[each] == nullptr) continue;
      tbb::flow::make_edge(*last_[each], made);
      root = false;
    }
    if (root) roots_.push_back(&made);
    return &made;
  }

  tbb::flow::graph graph_;
  std::deque<node> nodes_;
  std::vector<node*> last_;
  std::vector<node*> roots_;
};

}  // namespace jackdaw::bench

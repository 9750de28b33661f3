// The same with oneTBB's flow graph: a node for each row, an edge for each entry.
#include <cstddef>
#include <cstdio>
#include <deque>
#include <vector>

#include <tbb/flow_graph.h>

#include "problem.hpp"

int main() {
  const problem p;
  std::vector<double> x(problem::rows);
  tbb::flow::graph graph;
  using node = tbb::flow::continue_node<tbb::flow::continue_msg>;
  std::deque<node> nodes;
  for (std::size_t row = 0; row < problem::rows; ++row) {
    nodes.emplace_back(graph, [&, row](const tbb::flow::continue_msg& /*all before*/) {
      x[row] = p.b[row];
      for (std::size_t e = p.first[row]; e < p.first[row + 1]; ++e) x[row] -= p.value[e] * x[p.column[e]];
    });
    for (std::size_t e = p.first[row]; e < p.first[row + 1]; ++e)
      tbb::flow::make_edge(nodes[p.column[e]], nodes[row]);
  }
  for (std::size_t row = 0; row < problem::rows; ++row) {
    if (p.first[row] == p.first[row + 1]) nodes[row].try_put(tbb::flow::continue_msg());
  }
  graph.wait_for_all();

  const bool right = x == p.expected;
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}

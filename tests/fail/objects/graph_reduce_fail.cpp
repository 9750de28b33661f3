// expect: jackdaw: a task of a graph that runs again may be named, and have a priority or an affinity, or be pinned
#include <jackdaw/flow/flow_graph.hpp>
#include <jackdaw/flow/reduction/reduction.hpp>

using namespace jackdaw;

void submit_one(flow_graph& graph, handle<int>& sum) {
#if defined(BROKEN)
  graph.submit(reduce(sum), [](int& s) { ++s; });
#else
  graph.submit(add(sum), [](int& s) { ++s; });
#endif
}

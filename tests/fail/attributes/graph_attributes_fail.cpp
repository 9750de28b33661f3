// expect: jackdaw: a task of a graph that runs again may be named, and have a priority or an affinity, or be pinned
#include <jackdaw/flow/flow_graph.hpp>

using namespace jackdaw;

void submit_one(flow_graph& graph, handle<int>& a) {
#if defined(BROKEN)
  graph.submit(with_subtasks, write(a), [](auto&, int&) {});
#else
  graph.submit(priority(2), named("one"), write(a), [](int&) {});
#endif
}

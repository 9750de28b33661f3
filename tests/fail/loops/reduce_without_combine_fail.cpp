// expect: a reduction takes a range or two ends, an identity, a map and a combine
// expect lines: 20
#include <functional>

#include <jackdaw/parallel/parallel_reduce.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

using namespace jackdaw;

double sum(worker& w) {
  const auto map = [](int i) { return 1.0 / i; };
#if defined(BROKEN)
  return parallel_reduce(w, 1, 10, 0.0, map);
#else
  return parallel_reduce(w, 1, 10, 0.0, map, std::plus<>());
#endif
}

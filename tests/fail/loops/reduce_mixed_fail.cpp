// expect: is not a constant expression
// expect lines: 20
#include <functional>

#include <jackdaw/parallel/parallel_reduce.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

using namespace jackdaw;

unsigned sum(worker& w, long first, std::size_t last) {
  const auto same = [](auto i) { return static_cast<unsigned>(i); };
#if defined(BROKEN)
  return parallel_reduce(w, first, last, 0U, same, std::plus<>());
#else
  return parallel_reduce(w, first, static_cast<long>(last), 0U, same, std::plus<>());
#endif
}

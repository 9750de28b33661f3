// What the tests of fork_join share.
#pragma once

#include <atomic>
#include <optional>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

namespace jackdaw::tests {

/// Calls `test(scheduler&)` with 1, 2, 4 and 8 workers.
inline void for_each_size(const auto& test) {
  for (const unsigned workers : {1U, 2U, 4U, 8U}) {
    CAPTURE(workers);
    scheduler sized(workers);
    test(sized);
  }
}

/// What `function(worker&)` returns when it runs as a task.
template <class F>
auto result_in(scheduler& where, F&& function) {
  std::optional<std::invoke_result_t<F&, worker&>> value;
  where.run([&](worker& w) { value.emplace(function(w)); });
  return std::move(*value);
}

/// Runs f(worker&) on worker 0: what run() begins with may be stolen; then once more.
void run_on_first(scheduler& where, const auto& f) {
  bool first = false;
  while (!first) {
    where.run([&](worker& w) {
      first = w.id() == 0;
      if (first) f(w);
    });
  }
}

/// How often each of some things has happened.
class tally {
 public:
  explicit tally(std::size_t size) : counts_(size) {}
  void operator()(std::size_t i) { counts_[i].fetch_add(1, std::memory_order_relaxed); }

  /// How many have not happened exactly `times` times.
  [[nodiscard]] std::size_t wrong(unsigned times = 1) const {
    std::size_t found = 0;
    for (const auto& count : counts_) found += count.load() != times ? 1 : 0;
    return found;
  }

 private:
  std::vector<std::atomic<unsigned>> counts_;
};

/// Uses processor time, about a nanosecond a unit.
inline void work(int units) {
  for (int i = 0; i < units; ++i) asm volatile("");
}

/// Whether no thread writes for a while into the part of the stack where a join or a group was.
[[gnu::noinline]] inline bool stack_is_left_alone() {
  volatile unsigned char area[1024];
  for (auto& byte : area) byte = 0xA5;
  work(20000);
  std::size_t wrong = 0;
  for (const auto& byte : area) wrong += byte != 0xA5 ? 1U : 0U;
  return wrong == 0;
}

/// Whether a scheduler is still good for something.
inline void check_usable(scheduler& used) {
  tally ran(100);
  used.run([&](worker& w) { parallel_for(w, 0, 100, [&](int i) { ran(static_cast<std::size_t>(i)); }); });
  CHECK(ran.wrong() == 0);
}

}  // namespace jackdaw::tests

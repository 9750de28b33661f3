// Counts tasks.
#pragma once

#include <cstdint>
#include <memory>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/observe/observer.hpp>

namespace jackdaw::observe {

/// How many tasks the workers have executed.
///     observed_scheduler<task_count> sched;
///     sched.run(work);
///     std::printf("%lu tasks", sched.observer().total());
///
/// Cost: one increment of a private word a task. Threads: total() from any, while no run is under way. Errors: none.
class task_count : public null_observer {
 public:
  explicit task_count(unsigned workers) : task_count(observed_places{.workers = workers}) {}
  /// Not for users.
  explicit task_count(observed_places of)
      : null_observer(of.workers),
        places_(of.all()),
        executed_(std::make_unique<base::padded<std::uint64_t>[]>(places_)) {}

  /// The hook. Not for users.
  void task_finished(unsigned id) noexcept { ++*executed_[id]; }

  /// All workers together. Only while no run is under way.
  [[nodiscard]] std::uint64_t total() const noexcept {
    std::uint64_t sum = 0;
    for (unsigned id = 0; id < places_; ++id) sum += *executed_[id];
    return sum;
  }

 private:
  unsigned places_;
  std::unique_ptr<base::padded<std::uint64_t>[]> executed_;
};

static_assert(observer<task_count>);

}  // namespace jackdaw::observe

// The family of spilling pools: a few private tasks, and what is beyond them public.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <memory>
#include <utility>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/pool/task_pool.hpp>

namespace jackdaw::pool {

/// Source: WSL06 section 2.2 (sdq1 and dq8, ours: sdq1w and dq8w; table 1: private queues of 2). A worker keeps the
/// first tasks that it puts without synchronization. When it has as many as it may, a new task becomes public, that
/// one alone; KR02 moves the whole private block instead (pool/families/private_public.hpp). So every public task is
/// worth a put that wakes a worker, and the oldest tasks stay private longest.
/// Decisions, where the paper is vague: the private queue is LIFO. Initial tasks are public, since their worker may
/// begin late. A private task stays hidden while its worker runs a long one.
///
/// `Public` is a pool of tasks: pool/families/stealing.hpp makes it dq8w, pool/families/central.hpp sdq1w. `Size`: how
/// many tasks may be private, 1 to `most`; a number that the compiler knows, or one that is chosen at run time.
/// TP-P1: a put task is in the own private queue or was put into the public pool, of which TP-P1 holds. get() looks at
/// both.
template <task_pool Public, std::convertible_to<std::size_t> Size>
class spilling {
 public:
  using task_type = typename Public::task_type;
  static constexpr bool balances = true;
  static constexpr bool hides = true;
  static constexpr queue::order taken_in = queue::order::any;
  static constexpr std::size_t most = 64;

  explicit spilling(unsigned workers) : spilling(workers, Size()) {}

  /// `rest`: of what the public pool is made, besides the number of workers.
  template <class... Rest>
  spilling(unsigned workers, Size size, Rest&&... rest)
      : size_(size),
        public_(workers, std::forward<Rest>(rest)...),
        private_(std::make_unique<base::padded<owned>[]>(workers)) {}

  void put(unsigned id, task_type& item) {
    owned& own = *private_[id];
    if (own.count < size_) {
      own.tasks[own.count++] = &item;
    } else {
      public_.put(id, item);
    }
  }

  void init(unsigned id, task_type& item) { public_.init(id, item); }

  [[nodiscard]] task_type* get(unsigned id) {
    owned& own = *private_[id];
    return own.count != 0 ? own.tasks[--own.count] : public_.get(id);
  }

  /// All that is private becomes public.
  [[nodiscard]] bool retire(unsigned id) {
    for (owned& own = *private_[id]; own.count != 0; --own.count) public_.put(id, *own.tasks[own.count - 1]);
    return public_.retire(id);
  }

  [[nodiscard]] bool looks_empty(unsigned id) const noexcept { return public_.looks_empty(id); }

  /// Tasks that a thief has put into its own public queue.
  [[nodiscard]] unsigned revealed(unsigned id) noexcept
    requires requires(Public p) { p.revealed(id); }
  {
    return public_.revealed(id);
  }

 private:
  struct owned {
    std::size_t count = 0;
    std::array<task_type*, most> tasks{};
  };

  [[no_unique_address]] Size size_;
  Public public_;
  std::unique_ptr<base::padded<owned>[]> private_;
};

}  // namespace jackdaw::pool

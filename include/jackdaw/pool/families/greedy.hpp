// The family of greedy pools: unlimited private work, and a little of it public.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/queue/locked/linked_list.hpp>

namespace jackdaw::pool {

/// Where a task goes that is put while its worker has nothing else.
enum class only_task : bool { shared, kept };

/// Source: WSL06 section 2.2 (dq9 and dq9-1, ours: dq9w and dq9w1); the greedy strategy of KR02 section 3.5.
/// A worker keeps what it puts in a private list without synchronization. It looks at its public queue in
/// every put, and shares a task only when that is empty.
/// Decisions, where the paper is vague: the task that is shared is the one that is being put. The private list
/// is LIFO. Initial tasks are public, since their worker may begin late. A worker that looks for work early does as
/// one without any: it looks first into its own public queue. What it finds then goes into its private list while it
/// runs the task that it had left.
/// A private task stays hidden until its worker takes it, or puts another one: any number of them.
///
/// `Public` is a pool with a queue for each worker (pool/families/stealing.hpp). `Reserve`: a worker looks for work
/// when it has fewer private tasks than that; 1: when it has none. A number that the compiler knows, or one that is
/// chosen at run time.
/// TP-P1: a put task is in the own private list or in the own public queue. get() returns null only when it has found
/// the list empty and then the public pool, of which TP-P1 holds.
template <task_pool Public, only_task Only, std::convertible_to<std::size_t> Reserve>
class greedy_with {
 public:
  using task_type = typename Public::task_type;
  static constexpr bool balances = true;
  static constexpr bool hides = true;
  static constexpr queue::order taken_in = queue::order::any;

  explicit greedy_with(unsigned workers) : greedy_with(workers, Reserve()) {}

  /// `rest`: of what the public pool is made, besides the number of workers.
  template <class... Rest>
  greedy_with(unsigned workers, Reserve reserve, Rest&&... rest)
      : public_(workers, std::forward<Rest>(rest)...),
        reserve_(reserve),
        private_(std::make_unique<base::padded<owned>[]>(workers)) {
    JACKDAW_ASSERT(reserve_ >= 1, "a worker without private tasks must look for public ones");
  }

  void put(unsigned id, task_type& item) {
    owned& own = *private_[id];
    if (public_.own_looks_empty(id) && (Only == only_task::shared || own.count != 0)) {
      public_.put(id, item);
    } else {
      own.push(item);
    }
  }

  void init(unsigned id, task_type& item) { public_.init(id, item); }

  [[nodiscard]] task_type* get(unsigned id) {
    owned& own = *private_[id];
    if (own.count >= reserve_) return own.pop();
    task_type* const found = public_.get(id);
    if (own.count == 0) return found;
    task_type* const kept = own.pop();
    if (found != nullptr) own.push(*found);
    return kept;
  }

  /// All that is private becomes public.
  [[nodiscard]] bool retire(unsigned id) {
    owned& own = *private_[id];
    while (own.count != 0) {
      task_type* const item = own.pop();
      try {
        public_.put(id, *item);
      } catch (...) {
        own.push(*item);
        throw;
      }
    }
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
    queue::linked_list<task_type> tasks;
    std::size_t count = 0;

    void push(task_type& item) noexcept {
      tasks.push(item);
      ++count;
    }
    [[nodiscard]] task_type* pop() noexcept {  // not when empty
      --count;
      return tasks.pop();
    }
  };

  Public public_;
  [[no_unique_address]] Reserve reserve_;
  std::unique_ptr<base::padded<owned>[]> private_;
};

template <task_pool Public, only_task Only, std::size_t Reserve>
using greedy = greedy_with<Public, Only, std::integral_constant<std::size_t, Reserve>>;

}  // namespace jackdaw::pool

// Memory for the time of a task: each worker keeps its own, so nothing is allocated task by task.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <stdexcept>
#include <type_traits>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/owned_array.hpp>
#include <jackdaw/flow/scratch_stack.hpp>

namespace jackdaw {

/// `count` objects of type T in scratch memory, until the end of the block in which they were taken. Their values are
/// unspecified. It stays where it was made.
///     auto column = space.take<double>(rows);
///     std::fill(column.begin(), column.end(), 0.0);
///
/// Made by scratch::take(). Cost: an addition at its end. Threads: that of the task which took it. Errors: as take().
template <class T>
class scratch_array {
 public:
  scratch_array(const scratch_array&) = delete;
  scratch_array& operator=(const scratch_array&) = delete;
  ~scratch_array() {
    JACKDAW_ASSERT(stack_->now() == after_, "scratch memory that was taken last is given back first");
    stack_->back_to(before_);
  }

  /// The first object.
  [[nodiscard]] T* data() const noexcept { return data_; }
  /// How many there are.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// The range of all objects.
  [[nodiscard]] T* begin() const noexcept { return data_; }
  [[nodiscard]] T* end() const noexcept { return data_ + size_; }
  /// Object `i`, below size().
  [[nodiscard]] T& operator[](std::size_t i) const noexcept { return data_[i]; }
  /// All objects as a span, which must not outlive this.
  [[nodiscard]] operator std::span<T>() const& noexcept {
    return {data_, size_};
  }  // NOLINT(google-explicit-constructor)
  operator std::span<T>() && = delete;

 private:
  template <class Scheduler>
  friend class scratch;

  scratch_array(dataflow::scratch_stack& stack, std::size_t size, std::size_t align, std::size_t first,
                std::size_t most)
      : stack_(&stack), before_(stack.now()), size_(size) {
    if (size > std::numeric_limits<std::size_t>::max() / sizeof(T))
      stack.refuse(std::numeric_limits<std::size_t>::max(), most - stack.held(), most);
    data_ = reinterpret_cast<T*>(stack.take(size * sizeof(T), align, first, most));
    after_ = stack.now();
  }

  dataflow::scratch_stack* stack_;
  dataflow::scratch_stack::mark before_;
  dataflow::scratch_stack::mark after_;
  T* data_ = nullptr;
  std::size_t size_;
};

/// Scratch memory for the tasks of a scheduler, of any face; the scheduler outlives it, and no task uses it any more
/// when it ends.
///     scratch space(sched, 1 << 20);
///     tasks.submit(write(a), [&](matrix& m) { auto column = space.take<double>(m.rows()); … });
///
/// Source: T15 section 4.6 (thread workspace). Deviations: it grows; and what a task has taken is given back at the
/// end of a block, not of the task. So tasks that take none pay nothing.
/// Not for what outlives the block, or is handed to subtasks: that belongs to a handle or a closure.
/// Each worker gets its memory when it takes some for the first time, and keeps it. Cost of a take: a look at the
/// calling worker, and an addition. Threads: tasks of the scheduler take, each on its worker.
template <class Scheduler>
class scratch {
 public:
  /// No limit.
  static constexpr std::size_t unbounded = std::numeric_limits<std::size_t>::max();

  /// Each worker begins with `bytes`, and gets more when a task takes more, up to `most_bytes`.
  explicit scratch(Scheduler& on, std::size_t bytes, std::size_t most_bytes = unbounded)
      : scheduler_(&on), first_(std::min(bytes, most_bytes)), most_(most_bytes), stacks_(on.places()) {}

  /// Takes `count` objects, at an address that is a multiple of `align`, a power of two. Only in a task that the
  /// scheduler executes. Throws std::length_error when the worker would have to get more than most_bytes,
  /// std::bad_alloc, std::logic_error outside of a task.
  template <class T>
  [[nodiscard]] scratch_array<T> take(std::size_t count, std::size_t align = base::cache_line) {
    static_assert(std::is_trivially_default_constructible_v<T> && std::is_trivially_destructible_v<T>,
                  "jackdaw: scratch memory is for numbers and the like, which need no constructor");
    JACKDAW_ASSERT((align & (align - 1)) == 0, "an alignment is a power of two");
    auto* const here = scheduler_->worker_here();
    if (here == nullptr) {
      throw std::logic_error(
          "scratch memory is taken outside of the tasks of its scheduler; expected a call inside a task");
    }
    return scratch_array<T>(*stacks_[here->place()], count, std::max(align, alignof(T)), first_, most_);
  }

  /// How many bytes the workers have together. Only while no task uses it.
  [[nodiscard]] std::size_t held() const noexcept {
    std::size_t all = 0;
    for (unsigned id = 0; id < scheduler_->places(); ++id) all += stacks_[id]->held();
    return all;
  }

 private:
  Scheduler* scheduler_;
  std::size_t first_;
  std::size_t most_;
  base::owned_array<base::padded<dataflow::scratch_stack>> stacks_;
};

}  // namespace jackdaw

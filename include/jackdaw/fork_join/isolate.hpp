// isolate: waits inside run nothing that was put outside.
//
// A mark, a task that does nothing, is pushed on top of what is there; inside, the worker takes no task at or
// below it (pool::split_pool::get_own). The mark may be stolen like any task; then all that is left is newer.
// IS-I1: the mark lives until both its scope has ended and it was taken from the deque: each of the two takes
//     one from holders_.
// Ordering: IS-M1 release -> the last release, which destroys the mark: what was done with it.
#pragma once

#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/depth.hpp>
#include <jackdaw/task/call.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/name.hpp>

namespace jackdaw {

namespace fork_join {

/// For as long as it lives, worker `w` is isolated. Nested ones are fine. Throws std::bad_alloc.
template <forking_worker Worker>
class isolation {
 public:
  explicit isolation(Worker& w)
      : w_(&w),
        mark_(new(detail::block_for<mark>::allocate(w)) mark),
        outer_(w.engine().pool().isolate(w.place(), mark_)) {
    if (w.own().deque.push(*mark_)) w.engine().answer_steal_request(w.place());
  }
  isolation(const isolation&) = delete;
  isolation& operator=(const isolation&) = delete;

  ~isolation() {
    w_->engine().pool().isolate(w_->place(), outer_);
    if (w_->own().deque.take_out(*mark_)) mark_->release(*w_);
    mark_->release(*w_);
  }

 private:
  class mark final : public Worker::task_type {
   public:
    static constexpr std::string_view name = "isolate";

    mark() noexcept : Worker::task_type(&execute_mark) {}
    void release(Worker& w) noexcept {
      if (holders_.fetch_sub(1, base::acq_rel) == 1) {  // IS-M1: release -> the last release
        this->~mark();
        detail::block_for<mark>::deallocate(w, this);
      }
    }

   private:
    static void execute_mark(task& self, void* w, task_verb verb) {
      if (verb == task_verb::describe) {
        *static_cast<task_kind*>(w) = kind_of_task<mark>();
        return;
      }
      static_cast<mark&>(self).release(*static_cast<Worker*>(w));
    }
    base::atomic<int> holders_{2};
  };

  Worker* w_;
  mark* mark_;
  const task* outer_;
};

}  // namespace fork_join

/// Calls `function(worker&)` or `function()` here, and returns its result as a value. While it runs, waits of this
/// worker inside it (of joins, groups, loops) execute only tasks that were put inside. So no outside task runs on this
/// worker's stack meanwhile: none that takes long, none that uses what belongs to the worker.
///     isolate(w, [&](worker& v) { parallel_for(v, 0, n, [&](int i) { fill(table[i]); }); });
///
/// Not for holding a lock across a wait. Another worker may take what was put inside together with a task from
/// outside, begin with that one, and block at the lock. Nor to make something wait less: an isolated worker sleeps
/// where it could help others. Cost: two puts. Threads: inside a task, with the worker that was handed to it. Errors:
/// those of function; std::bad_alloc, recursion_too_deep.
template <fork_join::forking_worker Worker, class F>
auto isolate(Worker& w, F&& function) {
  fork_join::require_stack(w);
  const fork_join::isolation<Worker> alone(w);
  return jackdaw::call(function, w);
}

/// The same from any thread; see join(f, g).
template <class F>
  requires(fork_join::no_worker<F>)
auto isolate(F&& function) {
  return fork_join::as_worker([&](worker& w) { return isolate(w, function); });
}

}  // namespace jackdaw

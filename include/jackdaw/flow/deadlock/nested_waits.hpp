// Threads that wait for a flow inside tasks of other flows: a wait that would wait for itself, through several flows,
// throws.
//
// A flow is not over before its tasks on the stacks of threads are. So a thread with a task of flow A on its stack
// that waits for flow B lets A wait for B. When a cycle of such waits closes, none of them ever ends. The wait that
// would close it throws stuck. Where that is the end of a flow, which cannot throw, another wait is called off, and
// throws.
// Callers: a flow is listed as long as it lives; a thread makes a nested_wait, asks it over(), then
// require_over().
// Invariants
//   NW-D1  a thread finds out that its wait is over after it has marked the wait as deciding (state_). A search for a
//          cycle sees that each wait in it goes on. So each will decide later, and see then that the next flow has a
//          task on a stack which stays there until its own wait is over. The first to decide would have to find it
//          gone. So a cycle that is found is real.
//   NW-D2  below a wait the stack of its thread stays as it is. Only the thread itself looks which flows have tasks
//          there.
//   NW-D3  over() takes no lock: a sleeping thread may call it under a lock that wake() takes.
// Orderings: NW-D4 goes_on -> over, where it decides: which tasks were there.
// Cost: a lock when a flow begins or ends. For a wait inside a task: that lock, a look at each flow, and at each
// other wait that has a task of the flow below it. A wait outside of tasks costs a look at a thread-local word.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/never_destroyed.hpp>
#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

class listed_flow;
class nested_wait;

/// The flows of the process, and the waits inside tasks.
struct flow_lists {
  inline static base::mutex lock;  // for all below
  inline static listed_flow* first = nullptr;
#if !defined(_GLIBCXX_DEBUG)  // whose vectors are no constants
  constinit
#endif
      inline static base::never_destroyed<std::vector<nested_wait*>>
          waits;
};

/// A flow in the list of all. Made when the flow is complete, and removed before the flow begins to be destroyed.
class listed_flow {
 public:
  template <class Flow>
  explicit listed_flow(Flow& flow)
      : flow_(&flow),
        has_task_here_([](flow_base& of) { return static_cast<Flow&>(of).has_task_here(); }),
        task_here_([]([[maybe_unused]] flow_base& of) -> const working::task_on_stack* {
          if constexpr (requires(Flow& each) { each.task_here(); }) {
            return static_cast<Flow&>(of).task_here();
          } else {
            return nullptr;
          }
        }),
        wake_([](flow_base& of) { static_cast<Flow&>(of).wake_all(); }) {
    const std::lock_guard hold(flow_lists::lock);
    next_ = flow_lists::first;
    link_ = &flow_lists::first;
    if (next_ != nullptr) next_->link_ = &next_;
    flow_lists::first = this;
  }
  listed_flow(const listed_flow&) = delete;
  listed_flow& operator=(const listed_flow&) = delete;
  ~listed_flow();

  /// In a child of fork(): its flows are not in a list with those of its parent, which lay on the stacks of threads
  /// that are gone. Under the lock.
  static void forget_all() noexcept;

  /// The tasks on the stack of the calling thread, those of this flow first, the innermost of each flow before those
  /// below it.
  [[nodiscard]] std::vector<waiter*> tasks_here() const;

 private:
  friend class nested_wait;

  void wake() const { wake_(*flow_); }

  /// Those of which a task is on the stack of the calling thread. Under the lock.
  [[nodiscard]] static std::vector<listed_flow*> around_here();
  [[nodiscard]] bool has_task_here() const { return has_task_here_(*flow_); }

  flow_base* flow_;
  bool (*has_task_here_)(flow_base&);
  const working::task_on_stack* (*task_here_)(flow_base&);
  void (*wake_)(flow_base&);
  listed_flow* next_ = nullptr;
  listed_flow** link_ = nullptr;  // null: forgotten
  std::size_t waits_inside_ = 0;  // with a task of it below them on their stacks; under the lock
};

/// The calling thread waits for a flow.
class nested_wait {
 public:
  enum ending : bool { throws, cannot_throw };

  /// Throws stuck when the wait would never end. `in_task`: the caller is in one, as this library may not know
  /// (worker/engine/current_worker.hpp).
  nested_wait(const listed_flow& of, ending how, bool in_task = false);
  nested_wait(const nested_wait&) = delete;
  nested_wait& operator=(const nested_wait&) = delete;
  ~nested_wait();

  /// Whether the flow is over, as all_over() says, or the wait called off. Once true it stays so.
  [[nodiscard]] bool over(auto&& all_over) noexcept {
    if (around_.empty()) return all_over();
    unsigned seen = state_.load(base::relaxed);
    if (seen == is_over || seen == called_off) return true;
    if (!all_over()) return false;
    if (!state_.compare_exchange_strong(seen, decides, base::acquire, base::relaxed)) return true;  // NW-D4
    const bool now = all_over();                                                                    // NW-D1
    state_.store(now ? is_over : waiting, base::relaxed);
    return now;
  }

  /// Throws stuck when it was called off.
  void require_over() const {
    if (state_.load(base::relaxed) == called_off) throw_cycle();
  }

 private:
  using way = std::vector<nested_wait*>;
  enum : unsigned { waiting, decides, is_over, called_off };

  [[noreturn]] static void throw_cycle();

  [[nodiscard]] bool is_inside(const listed_flow* flow) const noexcept;

  /// False: there is no cycle. True: there was one, which is open now, and perhaps another one.
  [[nodiscard]] bool closes_cycle();

  /// Whether `from` waits for a flow that has a task on this stack; then `through` are the waits between.
  [[nodiscard]] bool leads_here(const listed_flow* from, way& through,
                                std::vector<const listed_flow*>& seen) const;

  /// Under the lock.
  [[nodiscard]] bool goes_on() noexcept;

  /// Under the lock. It goes on, and would for ever.
  void call_off() noexcept;

  const listed_flow* of_;
  ending how_;
  std::vector<listed_flow*> around_;  // empty: it is in no task
  base::atomic<unsigned> state_{waiting};
};

}  // namespace jackdaw::dataflow

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/deadlock/nested_waits_impl.hpp>
#endif

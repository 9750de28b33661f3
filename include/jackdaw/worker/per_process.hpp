// One object for each process: made on first use, made again in the child of a fork().
//
// Ordering: PP-P1 get, which has made it -> get, is_made, ~per_process of other threads: what the constructor has
// written.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/threads/inside_exit.hpp>
#include <jackdaw/base/threads/this_process.hpp>

namespace jackdaw::working {

/// Holds a T of this process. A child of fork() gets one of its own: the parent's is a mere copy there, whose threads
/// are missing, and is not touched. No lock that another thread could hold during fork().
///
/// A variable of static storage. Then it needs no initialization at run time. The T ends with the process, after
/// the static objects of translation units that include its header. A T that the destructor of such an object makes
/// still later is not destroyed; nor is one whose ends() returns false. One that has ends() is not freed by exit():
/// other threads may have been about to use it.
template <class T>
class per_process {
 public:
  constexpr per_process() noexcept = default;
  per_process(const per_process&) = delete;
  per_process& operator=(const per_process&) = delete;
  ~per_process() {
    made* const last = made_.exchange(nullptr, base::acquire);  // PP-P1: pairs with get
    if (last == nullptr || last->home != base::this_process()) return;
    if constexpr (requires { last->value.ends(); }) {
      if (!last->value.ends()) return;  // worker/engine/process_end.hpp, PE-X1
      if (base::inside_exit()) {
        kept = last;
        return;
      }
    }
    delete last;
  }

  /// Whether this process has made one. Any thread.
  [[nodiscard]] bool is_made() const noexcept {
    const made* const seen = made_.load(base::acquire);  // PP-P1
    return seen != nullptr && seen->home == base::this_process();
  }

  /// Threads: any. Two that come first at the same time make one each, of which one is destroyed at once.
  /// Throws what the constructor of T throws; the next call tries again. Cost: three loads.
  [[nodiscard]] T& get() {
    const pid_t home = base::this_process();
    made* seen = made_.load(base::acquire);  // PP-P1: pairs with the exchange below
    if (seen != nullptr && seen->home == home) [[likely]]
      return seen->value;
    auto* const fresh = new made(home, seen);
    // PP-P1: publishes what T's constructor has written -> get, ~per_process
    if (made_.compare_exchange_strong(seen, fresh, base::release, base::acquire)) return fresh->value;
    delete fresh;
    return seen->value;
  }

 private:
  struct made {
    made(pid_t process, made* before) : home(process), ancestor(before) {}
    const pid_t home;
    made* const ancestor;  // the parent's: never freed here, but kept in view of tools that look for leaks
    T value;
  };

  base::atomic<made*> made_{nullptr};
  inline static made* kept = nullptr;  // in view of tools that look for leaks
};

}  // namespace jackdaw::working

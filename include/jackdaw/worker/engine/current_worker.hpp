// Which worker the calling thread works as.
//
// The variables are thread-local, and a plugin that was loaded with dlopen() may have copies of its own. These know
// nothing of what a thread does in code of the program. So an engine keeps where the library notes it that has made the
// engine: there it is always noted. A plugin asks there when its own variable does not tell.
// A plugin may be closed, too, while threads live that were made as its code called. So an engine, its parts and its
// scheduler take pointers to what makes such threads in their constructors: the code of the library that has made them.
#pragma once

namespace jackdaw::working {

/// The worker of type `Worker` that the calling thread works as now; null when it works as none. Set by the engine. A
/// plugin that was loaded with dlopen() may have a copy of its own, which is null in the host's tasks.
template <class Worker>
inline thread_local constinit Worker* current_worker = nullptr;

/// In how many scopes of workers, of any type, the calling thread is: 0 outside of all tasks. A plugin may have a copy
/// of its own here, too.
inline thread_local constinit unsigned worker_scopes_here = 0;

/// How the library that has made this object, the program or a plugin, notes which worker a thread works as. Threads:
/// any.
template <class Worker>
class maker_notes {
 public:
  /// The variables of the calling thread.
  struct variables {
    Worker** current;
    unsigned* scopes;
  };

  [[nodiscard]] variables here() const noexcept { return find_(); }

  /// As which worker the calling thread works, where the calling library may not know; null: it would know, or none.
  /// Cost in the library that has made this: a load and a comparison.
  [[nodiscard]] Worker* current_elsewhere() const noexcept {
    return find_ == &find ? nullptr : *find_().current;
  }

 private:
  static variables find() noexcept { return {&current_worker<Worker>, &worker_scopes_here}; }

  variables (*find_)() noexcept = &find;  // taken where the constructor is: each library has one of its own
};

/// Sets current_worker for as long as it lives, also for the library that has made the engine.
template <class Worker>
class worker_scope {
 public:
  explicit worker_scope(Worker& now, const maker_notes<Worker>& of = {}) noexcept
      : outer_(current_worker<Worker>), maker_(of.here()), makers_outer_(*maker_.current) {
    enter(&current_worker<Worker>, &worker_scopes_here, now);
    if (is_elsewhere()) enter(maker_.current, maker_.scopes, now);
  }
  worker_scope(const worker_scope&) = delete;
  worker_scope& operator=(const worker_scope&) = delete;
  ~worker_scope() {
    if (is_elsewhere()) {
      --*maker_.scopes;
      *maker_.current = makers_outer_;
    }
    --worker_scopes_here;
    current_worker<Worker> = outer_;
  }

 private:
  static void enter(Worker** current, unsigned* scopes, Worker& now) noexcept {
    *current = &now;
    ++*scopes;
  }
  [[nodiscard]] bool is_elsewhere() const noexcept { return maker_.current != &current_worker<Worker>; }

  Worker* outer_;
  typename maker_notes<Worker>::variables maker_;
  Worker* makers_outer_;
};

}  // namespace jackdaw::working

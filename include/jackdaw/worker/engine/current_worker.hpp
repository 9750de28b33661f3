// Which worker the calling thread works as.
#pragma once

namespace jackdaw::working {

/// The worker of type `Worker` that the calling thread works as now; null when it works as none. Set by the engine. A
/// plugin that was loaded with dlopen() may have a copy of its own, which is null in the host's tasks.
template <class Worker>
inline thread_local constinit Worker* current_worker = nullptr;

/// In how many scopes of workers, of any type, the calling thread is: 0 outside of all tasks.
inline thread_local constinit unsigned worker_scopes_here = 0;

/// Sets current_worker for as long as it lives.
template <class Worker>
class worker_scope {
 public:
  explicit worker_scope(Worker& now) noexcept : outer_(current_worker<Worker>) {
    current_worker<Worker> = &now;
    ++worker_scopes_here;
  }
  worker_scope(const worker_scope&) = delete;
  worker_scope& operator=(const worker_scope&) = delete;
  ~worker_scope() {
    --worker_scopes_here;
    current_worker<Worker> = outer_;
  }

 private:
  Worker* outer_;
};

}  // namespace jackdaw::working

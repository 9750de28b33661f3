// Which engines the calling thread is working for.
#pragma once

namespace jackdaw::working {

/// Lies on the stack of a thread for as long as it works for an engine; nested ones form a chain.
class engagement {
 public:
  explicit engagement(const void* engine) noexcept : engine_(engine), outer_(innermost) { innermost = this; }
  engagement(const engagement&) = delete;
  engagement& operator=(const engagement&) = delete;
  ~engagement() { innermost = outer_; }

  [[nodiscard]] static bool within(const void* engine) noexcept {
    for (const engagement* e = innermost; e != nullptr; e = e->outer_) {
      if (e->engine_ == engine) return true;
    }
    return false;
  }

 private:
  inline static thread_local const engagement* innermost = nullptr;
  const void* engine_;
  const engagement* outer_;
};

/// The worker of type `Worker` as which the calling thread works now; null when it does not. Set by the
/// engine.
template <class Worker>
inline thread_local constinit Worker* current_worker = nullptr;

/// Sets current_worker for as long as it lives.
template <class Worker>
class worker_scope {
 public:
  explicit worker_scope(Worker& now) noexcept : outer_(current_worker<Worker>) {
    current_worker<Worker> = &now;
  }
  worker_scope(const worker_scope&) = delete;
  worker_scope& operator=(const worker_scope&) = delete;
  ~worker_scope() { current_worker<Worker> = outer_; }

 private:
  Worker* outer_;
};

}  // namespace jackdaw::working

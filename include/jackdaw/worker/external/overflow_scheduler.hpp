// Another scheduler of the same kind, for runs that cannot wait for their turn (worker/external/first_seat.hpp FS-Q3).
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include <jackdaw/base/threads/mutex.hpp>

namespace jackdaw::working {

/// Made when it is first needed, and kept: its threads sleep until it is needed again. Where it is busy itself, it has
/// another one. So there are as many as runs have been under way for long at the same time.
template <class Scheduler>
class overflow_scheduler {
 public:
  /// Any thread. `make()` gives a std::unique_ptr<Scheduler>; what it throws comes out, and the next call tries again.
  template <class Make>
  [[nodiscard]] Scheduler& get(Make&& make) {
    const std::lock_guard hold(mutex_);
    if (made_ == nullptr) {
      auto fresh = make();
      if (most_ != 0) fresh->allow_workers(most_);
      made_ = std::move(fresh);
    }
    return *made_;
  }

  /// The limit that the program has set for workers of the first one holds for those of the second, too.
  void allow_workers(unsigned workers) {
    const std::lock_guard hold(mutex_);
    most_ = workers > 1 ? workers : 1;
    if (made_ != nullptr) made_->allow_workers(workers);
  }

 private:
  base::mutex mutex_;
  std::unique_ptr<Scheduler> made_;
  unsigned most_ = 0;  // 0: the program has said nothing
};

}  // namespace jackdaw::working

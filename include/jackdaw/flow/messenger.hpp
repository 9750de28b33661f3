// The task that tells a waiting thread that a handle is free.
#pragma once

#include <memory>
#include <utility>

#include <jackdaw/base/atomic.hpp>

namespace jackdaw::dataflow {

/// What the waiting thread and the task share: either may be the last to look at it.
struct arrival_of {
  base::atomic<bool> arrived{false};
  bool ran = false;  // else the task was skipped
};

/// The function of that task. It tells when it is destroyed: then the accesses of its task are over, too.
template <class Scheduler>
class messenger {
 public:
  messenger(Scheduler& on, std::shared_ptr<arrival_of> news) noexcept : on_(&on), news_(std::move(news)) {}
  messenger(messenger&&) noexcept = default;
  messenger& operator=(messenger&&) = delete;
  ~messenger() {
    if (news_ == nullptr) return;
    Scheduler& on = *on_;
    news_->arrived.store(true, base::release);  // N1 -> flow::wait(handle)
    for (unsigned id = 0; id < on.workers(); ++id) on.wake(id);
  }

  void operator()(auto&... /*object*/) const noexcept { news_->ran = true; }

 private:
  Scheduler* on_;
  std::shared_ptr<arrival_of> news_;
};

}  // namespace jackdaw::dataflow

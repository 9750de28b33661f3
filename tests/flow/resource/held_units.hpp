// A task that has its units until it is told to end.
#pragma once

#include <atomic>
#include <optional>
#include <thread>
#include <utility>

#include <jackdaw/flow.hpp>

namespace jackdaw::tests {

/// The end of such a task, which is submitted with_completion and with function().
class held_units {
 public:
  [[nodiscard]] auto function() {
    return [this](completion end, auto&... /*object*/) {
      end_ = std::move(end);
      has_begun_ = true;
    };
  }
  /// Until the task has its units, and its function was called.
  void wait_for_task() const {
    while (!has_begun_) std::this_thread::yield();
  }
  /// Ends the task; after wait_for_task(), or where that would return.
  void hand_back() { end_->fulfil(); }

 private:
  std::optional<completion> end_;
  std::atomic<bool> has_begun_{false};
};

}  // namespace jackdaw::tests

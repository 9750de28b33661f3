// A pool of one's own: one list for all workers, of which those with even numbers take the newest task, the others the
// oldest. docs/guide/command/researchers.md quotes it.
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <mutex>

#include <jackdaw/command.hpp>

class odd_even {
 public:
  using task_type = jackdaw::task;
  static constexpr bool balances = true;  // any worker can take any task

  explicit odd_even(unsigned /*workers*/, unsigned limit = 8) : limit_(limit) {}
  odd_even(unsigned workers, const jackdaw::pool::parameter_values& values)
      : odd_even(workers, values.number("limit")) {}

  void put(unsigned /*id*/, jackdaw::task& item) {
    const std::lock_guard hold(lock_);
    tasks_.push_back(&item);
    size_ = tasks_.size();
  }
  void init(unsigned id, jackdaw::task& item) { put(id, item); }

  [[nodiscard]] jackdaw::task* get(unsigned id) {
    const std::lock_guard hold(lock_);
    if (tasks_.empty()) return nullptr;
    const bool newest = id % 2 == 0 || tasks_.size() < limit_;
    jackdaw::task* const taken = newest ? tasks_.back() : tasks_.front();
    newest ? tasks_.pop_back() : tasks_.pop_front();
    size_ = tasks_.size();
    return taken;
  }
  [[nodiscard]] bool looks_empty(unsigned /*id*/) const { return size_ == 0; }

 private:
  std::mutex lock_;
  std::deque<jackdaw::task*> tasks_;
  std::atomic<std::size_t> size_{0};
  unsigned limit_;
};

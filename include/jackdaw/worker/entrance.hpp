// How tasks of threads that are no workers get in: guests deal them to the workers' inboxes in turn.
//
// Who calls what: guests enter, put and leave; busy workers take. The parts have their own proofs:
// worker/guest_book.hpp, worker/inbox.hpp.
#pragma once

#include <array>
#include <memory>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/guest_book.hpp>
#include <jackdaw/worker/inbox.hpp>

namespace jackdaw::working {

/// An inbox for each worker, and the book of those who are inside.
template <task_header Task>
class entrance {
 public:
  explicit entrance(unsigned workers)
      : workers_(workers), inboxes_(std::make_unique<base::padded<inbox<Task>>[]>(workers)) {}

  [[nodiscard]] guest_book& guests() noexcept { return guests_; }

  /// The worker whose turn it is to get a task from the guest at `place`.
  [[nodiscard]] unsigned next_worker(unsigned place, unsigned allowed) noexcept {
    unsigned& next = *next_[place];
    if (next >= allowed) next = 0;
    return next++;
  }

  [[nodiscard]] inbox<Task>& of(unsigned worker) noexcept { return *inboxes_[worker]; }

  [[nodiscard]] bool looks_empty() const noexcept { return filled() == 0; }

  /// How many inboxes are not empty; old when it is read.
  [[nodiscard]] unsigned filled() const noexcept {
    unsigned count = 0;
    for (unsigned id = 0; id < workers_; ++id) count += inboxes_[id]->looks_empty() ? 0 : 1;
    return count;
  }

 private:
  unsigned workers_;
  std::unique_ptr<base::padded<inbox<Task>>[]> inboxes_;
  std::array<base::padded<unsigned>, guest_book::places> next_{};
  guest_book guests_;
};

}  // namespace jackdaw::working

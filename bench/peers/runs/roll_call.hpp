// Making a runtime start its threads before it is timed.
#pragma once

#include <atomic>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/threads/pause.hpp>

namespace jackdaw::bench {

/// As many tasks as there are workers call answer(): each waits for the others, for a tenth of a second at most.
class roll_call {
 public:
  explicit roll_call(unsigned workers) : workers_(workers) {}

  void answer() {
    here_.fetch_add(1);
    const base::stopwatch watch;
    while (here_.load() < workers_ && watch.seconds() < 0.1) base::pause();
  }

 private:
  unsigned workers_;
  std::atomic<unsigned> here_{0};
};

}  // namespace jackdaw::bench

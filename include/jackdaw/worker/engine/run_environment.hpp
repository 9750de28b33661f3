// In which floating-point environment workers compute: rounding, flush to zero, denormals.
//
// Ordering: WL-E1 common -> taken_over: the environment, by the opening of the phase
// (worker/termination/termination.hpp TE-H1).
#pragma once

#include <cstdint>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/threads/float_environment.hpp>

namespace jackdaw::working {

/// That of the thread which has begun the run; between runs each thread has its own.
class run_environment {
 public:
  /// All workers compute as the calling thread does. Made by the thread that has claimed its phase, before it opens
  /// the phase (WL-E1, by termination.hpp TE-H1); gone when that is closed.
  class common {
   public:
    explicit common(run_environment& of) noexcept : of_(of) {
      of.word_.store(base::float_environment::here().word(), base::relaxed);  // WL-E1 -> taken_over
    }
    common(const common&) = delete;
    common& operator=(const common&) = delete;
    ~common() { of_.word_.store(none, base::relaxed); }

   private:
    run_environment& of_;
  };

  /// For as long as a worker works.
  [[nodiscard]] base::float_environment_scope taken_over() const noexcept {
    const auto own = base::float_environment::here();
    const std::uint32_t word = word_.load(base::relaxed);  // WL-E1: pairs with common
    return {own, word == none ? own : base::float_environment(word)};
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};  // no run is under way: each its own
  base::atomic<std::uint32_t> word_{none};
};

}  // namespace jackdaw::working

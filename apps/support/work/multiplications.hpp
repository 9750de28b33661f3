// Work whose length is chosen: steps of multiplication.
#pragma once

#include <cstdint>

namespace jackdaw::apps {

/// `steps` multiplications, which may be 0, each of which waits for the one before: some cycles long on any processor,
/// and compiled alike by all compilers. How long a step is, the serial function says. A loop that looked at the clock
/// would pass while its thread is not running.
[[nodiscard]] inline std::uint64_t work(std::uint64_t number, std::uint64_t steps) {
  for (; steps != 0; --steps) {
    number = number * 0x5851f42d4c957f2dU + 1;
    asm volatile("" : "+r"(number));
  }
  return number;
}

/// The result of work(), without working, to check results: all steps are affine functions.
class worked {
 public:
  explicit worked(std::uint64_t steps) : offset_(work(0, steps)), factor_(work(1, steps) - offset_) {}

  [[nodiscard]] std::uint64_t operator()(std::uint64_t number) const { return factor_ * number + offset_; }

  /// The sum over the numbers below `many`.
  [[nodiscard]] std::uint64_t sum(std::uint64_t many) const {
    return factor_ * (many * (many - 1) / 2) + many * offset_;
  }

 private:
  std::uint64_t offset_;
  std::uint64_t factor_;
};

}  // namespace jackdaw::apps

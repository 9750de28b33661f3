// How random numbers become choices among queues.
//
// Source: KR02 section 6.3: rq1, rq2 and rq3 differ in nothing else. The paper measures no difference, but
// that all three are expensive; base::random is what the rest of the library draws with.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <random>

namespace jackdaw::queue {

/// A source of choices for one worker. One thread at a time.
template <class D>
concept drawing = std::constructible_from<D, unsigned> && requires(D d, unsigned bound) {
  { d.below(bound) } -> std::convertible_to<unsigned>;  // in [0, bound)
};

/// The numbers of the standard library's rand_r: 0 … RAND_MAX.
class rand_r_numbers {
 public:
  static constexpr double count = RAND_MAX + 1.0;
  explicit rand_r_numbers(unsigned seed) noexcept : state_(seed) {}
  [[nodiscard]] std::uint32_t next() noexcept { return static_cast<std::uint32_t>(rand_r(&state_)); }

 private:
  unsigned state_;
};

/// The numbers of the Mersenne Twister (Matsumoto and Nishimura 1998) with 32 bits: 2.5 KB of state.
class mersenne_twister_numbers {
 public:
  static constexpr double count = 4294967296.0;
  explicit mersenne_twister_numbers(unsigned seed) : state_(seed) {}
  [[nodiscard]] std::uint32_t next() { return static_cast<std::uint32_t>(state_()); }

 private:
  std::mt19937 state_;
};

/// A number in [0, 1) times the bound.
struct by_floating_point {
  template <class Numbers>
  [[nodiscard]] static unsigned choose(Numbers& numbers, unsigned bound) {
    return static_cast<unsigned>(numbers.next() / Numbers::count * bound);
  }
};

/// The remainder of a division by the bound. The paper says only "integer arithmetic".
struct by_integer {
  [[nodiscard]] static unsigned choose(auto& numbers, unsigned bound) { return numbers.next() % bound; }
};

/// Numbers and what is done to them.
template <class Numbers, class Arithmetic>
class drawn_by {
 public:
  explicit drawn_by(unsigned seed) : numbers_(seed) {}
  [[nodiscard]] unsigned below(unsigned bound) { return Arithmetic::choose(numbers_, bound); }

 private:
  Numbers numbers_;
};

}  // namespace jackdaw::queue

// Named places in the protocols at which a thread now and then loses some time, in builds for tests.
//
// A step between two accesses to shared words takes a nanosecond, so with real threads hardly any other thread acts
// within it, and never twice. In a build with -DJACKDAW_SLOW_PLACES a thread that comes to such a place sleeps there
// for up to a millisecond, with some probability; otherwise nothing is compiled. A few places are slow at a time, and
// others some milliseconds later. So cases that need two slow places and speed elsewhere occur, too. The schedule
// tests explore the same steps one at a time; this shows the whole library, and what a machine does.
#pragma once

#if !defined(JACKDAW_SLOW_PLACES) || defined(JACKDAW_EXPLORE_SCHEDULES)

#define JACKDAW_SLOW_PLACE(name) static_cast<void>(0)

#else

#include <atomic>
#include <cstdint>
#include <string_view>

#include <sched.h>
#include <time.h>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/random.hpp>

namespace jackdaw::base {

class slow_places {
 public:
  /// Chooses which places are slow when. Any time.
  static void use_seed(std::uint64_t seed) noexcept { seed_.store(seed, std::memory_order_relaxed); }

  /// How often a thread has lost time so far.
  [[nodiscard]] static std::uint64_t losses() noexcept { return losses_.load(std::memory_order_relaxed); }

  [[nodiscard]] static consteval std::uint64_t number_of(std::string_view name) {
    std::uint64_t number = 0;
    for (const char letter : name) number = mix(number ^ static_cast<unsigned char>(letter));
    return number;
  }

  /// The calling thread is at this place.
  static void pass(std::uint64_t place) noexcept {
    const std::uint64_t seed = seed_.load(std::memory_order_relaxed);
    const auto period = static_cast<std::uint64_t>(seconds_now() / seconds_in_period);
    if (mix(mix(period ^ seed) ^ place) % one_slow_of != 0) return;
    thread_local random draw(seed + threads_.fetch_add(1, std::memory_order_relaxed));
    if (draw.below(one_loss_of) != 0) return;
    losses_.fetch_add(1, std::memory_order_relaxed);
    const std::uint32_t most = shortest_sleep << draw.below(doublings);
    const timespec time{0, static_cast<long>(draw.below(most))};
    if (draw.below(4) == 0) {
      sched_yield();
    } else {
      nanosleep(&time, nullptr);
    }
  }

 private:
  static constexpr double seconds_in_period = 4e-3;
  static constexpr std::uint64_t one_slow_of = 4;
  static constexpr std::uint32_t one_loss_of = 4;
  static constexpr std::uint32_t shortest_sleep = 8'000;  // nanoseconds; and what the kernel takes besides
  static constexpr std::uint32_t doublings = 8;

  inline static std::atomic<std::uint64_t> seed_{0};
  inline static std::atomic<std::uint64_t> threads_{0};
  inline static std::atomic<std::uint64_t> losses_{0};
};

}  // namespace jackdaw::base

#define JACKDAW_SLOW_PLACE(name)                                                                \
  do {                                                                                          \
    constexpr std::uint64_t jackdaw_slow_place = ::jackdaw::base::slow_places::number_of(name); \
    ::jackdaw::base::slow_places::pass(jackdaw_slow_place);                                     \
  } while (false)

#endif

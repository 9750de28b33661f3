// Workers that work, each on a processor of its own.
//
// The kernel sometimes has two of our threads on one processor while another one is free, and takes some 20 ms to see
// that. This happens most when they have just been made, or woken by each other. A short run takes twice as long
// then. So a worker that begins to work where another one is at work asks the kernel for another place.
// Callers: worker `id` begins() and ends(). All that is noted may be old: then a worker moves for nothing, at most once
// in `pause`. Worker 0, a thread of the program, never moves; nor do workers that are bound.
#pragma once

#include <cstddef>
#include <cstdint>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/owned_array.hpp>
#include <jackdaw/base/processors/processor.hpp>

namespace jackdaw::working {

/// The machine as it is.
struct real_places {
  static int here() noexcept { return base::current_processor(); }
  static void change(int from, std::size_t least) noexcept { base::change_processor(from, least); }
  static std::int64_t now() noexcept { return base::nanoseconds_now(); }
};

/// `Places`: as real_places. Cost: begins() and ends() some nanoseconds, a line of another worker's at most.
template <class Places = real_places>
class placement {
 public:
  static constexpr std::int64_t pause = 10'000'000;  ///< nanoseconds between two moves of a worker

  /// `possible`: whether workers may be moved.
  placement(unsigned workers, bool possible)
      : places_(possible && workers > 1 ? base::owned_array<base::padded<place>>(workers)
                                        : base::owned_array<base::padded<place>>()),
        first_on_(places_.get() != nullptr ? base::owned_array<base::atomic<unsigned>>(processors)
                                           : base::owned_array<base::atomic<unsigned>>()) {}

  /// Worker `id` begins to work; of all, `allowed` may.
  void begins(unsigned id, unsigned allowed) noexcept {
    if (places_.get() == nullptr) return;
    int here = Places::here();
    if (here < 0) return;
    if (id != 0 && is_taken(here, id) && is_due(*places_[id])) [[unlikely]] {
      Places::change(here, allowed);
      here = Places::here();
    }
    places_[id]->processor.store(here, base::relaxed);
    base::atomic<unsigned>& other = first_on(here);
    if (other.load(base::relaxed) != id && !is_taken(here, id)) other.store(id, base::relaxed);
  }

  void ends(unsigned id) noexcept {
    if (places_.get() != nullptr) places_[id]->processor.store(nowhere, base::relaxed);
  }

 private:
  static constexpr int nowhere = -1;
  static constexpr std::size_t processors = 1024;  // more share entries, and may overlook each other

  struct place {
    base::atomic<int> processor{nowhere};  // where it works
    std::int64_t moved = -pause;           // when it was moved last
  };

  [[nodiscard]] base::atomic<unsigned>& first_on(int processor) noexcept {
    return first_on_[static_cast<std::size_t>(processor) % processors];
  }

  /// Whether another worker than `id` works there.
  [[nodiscard]] bool is_taken(int processor, unsigned id) noexcept {
    const unsigned other = first_on(processor).load(base::relaxed);
    return other != id && places_[other]->processor.load(base::relaxed) == processor;
  }

  [[nodiscard]] static bool is_due(place& of) noexcept {
    const std::int64_t now = Places::now();
    if (now - of.moved < pause) return false;
    of.moved = now;
    return true;
  }

  base::owned_array<base::padded<place>> places_;       // null where no worker moves
  base::owned_array<base::atomic<unsigned>> first_on_;  // the worker that works on each processor, or did
};

}  // namespace jackdaw::working

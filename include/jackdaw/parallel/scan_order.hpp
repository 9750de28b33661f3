// In which order the parts of a scan are taken, and for which of them the sum of all before is known.
//
// Parts are taken from left to right. One before which all is known when it is taken is read once: its sum and its
// prefixes are computed together. Another one is summed up first, and scanned as soon as what is before it is known.
// That is soon, as a rule, so it lies in a cache still. Source: Merrill and Garland, "Single-pass parallel prefix
// scan with decoupled look-back" (2016). Deviation: nobody waits. What is not known when a worker has nothing else to
// take is left to a second loop (parallel/block_scan.hpp).
//
// Callers: all workers of the loop.
// Invariants
//   SO-I1  each part is taken by one call of take().
//   SO-I2  known_ says up to the end of how many parts the sums are final. It is raised by one at a time: while part
//          known_ is not summed up, by its taker alone; afterwards by the holder of the lock alone.
//   SO-I3  no call waits. A worker that finds the lock taken leaves the extending to its holder, or to a later call;
//          the end of the loop does what is left. So a sum that comes too late costs time, and nothing else.
// Orderings: SO-S1 summed -> extend: the sums of a part. SO-K1 extended, extend -> known, extend: the final sums.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/sync/spin_lock.hpp>

namespace jackdaw::fork_join {

class scan_order {
 public:
  explicit scan_order(std::uint64_t parts) : parts_(parts), summed_(parts) {}

  /// The next part that nobody has taken (SO-I1). `parts` or more: there is none.
  [[nodiscard]] std::uint64_t take() noexcept {
    const std::uint64_t next = next_.load(base::relaxed);
    return next < parts_ ? next_.fetch_add(1, base::relaxed) : next;
  }

  /// For how many parts, from the first on, the sums are final: they may be read.
  [[nodiscard]] std::uint64_t known() const noexcept {
    return known_.load(base::acquire);  // SO-K1: pairs with extended and extend
  }

  /// By the taker of part `p`, which found known() to be p before it summed it up: the sums of the part are final.
  void extended(std::uint64_t p) noexcept { known_.store(p + 1, base::release); }  // SO-I2; SO-K1 -> known

  /// By the taker of part `p`, in any other case: the sums of the part alone are written.
  void summed(std::uint64_t p) noexcept { summed_[p].store(true, base::release); }  // SO-S1 -> extend

  /// Makes sums final for as long as the next part has been summed up. extend_over(p) adds what is before part p to its
  /// sums. It may throw; they are not final then. Nothing happens where another worker is at it (SO-I3).
  template <class ExtendOver>
  void extend(const ExtendOver& extend_over) {
    const std::unique_lock hold(lock_, std::try_to_lock);
    if (!hold.owns_lock()) return;
    for (std::uint64_t p = known_.load(base::acquire); p < parts_; ++p) {  // SO-K1: pairs with extended
      if (!summed_[p].load(base::acquire)) return;                         // SO-S1: pairs with summed
      extend_over(p);
      known_.store(p + 1, base::release);  // SO-K1 -> known
    }
  }

 private:
  const std::uint64_t parts_;
  std::vector<base::atomic<bool>> summed_;
  alignas(base::cache_line) base::atomic<std::uint64_t> next_{0};
  alignas(base::cache_line) base::atomic<std::uint64_t> known_{0};  // SO-I2
  sync::spin_lock lock_;
};

}  // namespace jackdaw::fork_join

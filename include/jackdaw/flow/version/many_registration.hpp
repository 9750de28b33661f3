// Registering the accesses of a task that has many: as access_registration.hpp does, in memory that the task has.
//
// Each access is noted first, as a requirement whose version says what declared it. These are sorted by the addresses
// of their handles, and become what they require. So the thread has all of these handles for itself meanwhile, as
// versions.hpp asks for. Callers: the thread that submits the task.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <jackdaw/base/number_as.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/biased_registration.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

class many_registration {
 public:
  /// What has declared accesses: a handle or a range.
  struct source {
    const access_terms* terms;
    std::uint32_t*
        place;  ///< of each: becomes the number of the requirement that stands for it; null: not needed
  };

  /// Access number `which` of source number `from`.
  [[nodiscard]] static requirement note(versions& of, std::size_t from, std::size_t which) noexcept {
    return {of, requirement::ordered, (std::uint64_t{from} << which_bits) | which};
  }

  /// Beside these: the task needs this version of a handle, which it does not access. For run<true>().
  [[nodiscard]] static requirement note_wait(versions& of, std::uint64_t version, bool later) noexcept {
    return {of, requirement::wait_only | (later ? requirement::deferred : requirement::ordered), version};
  }

  many_registration(std::span<requirement> noted, std::span<const source> sources) noexcept
      : all_(noted), sources_(sources) {}

  /// Registers them as access_registration::into does; the first ones of `noted` are the requirements then. Returns
  /// their number. `MayWait`: whether some are of note_wait().
  template <bool MayWait = false>
  [[nodiscard]] std::uint32_t run(biased_registration& by = biased_registration::here()) noexcept {
    merge<MayWait>();
    if (by.work() && all_belong_to<MayWait>(by)) [[likely]] {
      expect<MayWait>();
      by.rest();
    } else {
      by.rest();
      for (const requirement& each : all_)
        if (accesses<MayWait>(each)) each.of().lock_registration(by);
      expect<MayWait>();
      for (const requirement& each : all_)
        if (accesses<MayWait>(each)) each.of().unlock_registration(by);
    }
    return static_cast<std::uint32_t>(all_.size());
  }

 private:
  static constexpr unsigned which_bits = 32;
  static constexpr std::size_t fetched_ahead = 8;

  /// A type, so that sorting calls no function for it.
  struct by_handle {
    bool operator()(const requirement& one, const requirement& other) const noexcept {
      return &one.of() < &other.of();
    }
  };

  template <bool MayWait>
  [[nodiscard]] static bool accesses(const requirement& each) noexcept {
    return !MayWait || !each.only_waits();
  }

  /// One for each handle, whose version is the address of its terms; or, where it only waits, that which it needs.
  template <bool MayWait>
  void merge() noexcept {
    if (!std::is_sorted(all_.begin(), all_.end(), by_handle()))
      std::sort(all_.begin(), all_.end(), by_handle());
    std::size_t count = 0;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const requirement noted = all_[i];
      if (!accesses<MayWait>(noted)) {
        merge_wait(noted, count);
        continue;
      }
      if (MayWait && count != 0 && &all_[count - 1].of() == &noted.of() && all_[count - 1].only_waits())
        --count;  // an access waits for more
      const source& from = sources_[base::number_as<std::size_t>(noted.version() >> which_bits)];
      const access_terms* terms = from.terms;
      if (count != 0 && &all_[count - 1].of() == &noted.of()) {
        terms = of_both<MayWait>(&terms_in(all_[--count]), terms);
      }
      all_[count] = {noted.of(), requirement::ordered, reinterpret_cast<std::uintptr_t>(terms)};
      if (from.place != nullptr)
        from.place[static_cast<std::uint32_t>(noted.version())] = static_cast<std::uint32_t>(count);
      ++count;
    }
    all_ = all_.first(count);
  }

  /// What stands for two accesses of one handle. Weak ones, which only parts have: the other, if that allows more.
  template <bool MayWait>
  static const access_terms* of_both(const access_terms* one, const access_terms* other) noexcept {
    if (one == other) return one;
    if constexpr (MayWait) {
      const bool first_waits = (one->flags & requirement::deferred) == 0;
      const bool other_waits = (other->flags & requirement::deferred) == 0;
      if (one->type == other->type) return first_waits ? one : other;
      const bool first_reads = (one->flags & requirement::readonly) != 0;
      const bool other_reads = (other->flags & requirement::readonly) != 0;
      if (!first_waits && !other_waits && first_reads != other_reads) return first_reads ? other : one;
    }
    return &terms_of<write_access>;
  }

  /// Of several that wait at one handle: what needs the latest version, and needs it first.
  void merge_wait(const requirement& noted, std::size_t& count) noexcept {
    requirement* const known =
        count != 0 && &all_[count - 1].of() == &noted.of() ? &all_[count - 1] : nullptr;
    if (known == nullptr) {
      all_[count++] = noted;
    } else if (known->only_waits()) {
      *known = note_wait(noted.of(), std::max(known->version(), noted.version()),
                         known->comes_later() && noted.comes_later());
    }
  }

  static const access_terms& terms_in(const requirement& merged) noexcept {
    return *reinterpret_cast<const access_terms*>(  // NOLINT(performance-no-int-to-ptr): noted as one
        base::number_as<std::uintptr_t>(merged.version()));
  }

  template <bool MayWait>
  [[nodiscard]] bool all_belong_to(const biased_registration& by) const noexcept {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (i + fetched_ahead < all_.size()) all_[i + fetched_ahead].of().fetch();
      if (accesses<MayWait>(all_[i]) && !all_[i].of().belongs_to(by)) return false;
    }
    return true;
  }

  template <bool MayWait>
  void expect() const noexcept {
    for (requirement& each : all_) {
      if (!accesses<MayWait>(each)) continue;
      const access_terms& as = terms_in(each);
      each = {each.of(), as.flags, each.of().expect(as.type, as.commutative)};
    }
  }

  std::span<requirement> all_;
  std::span<const source> sources_;
};

}  // namespace jackdaw::dataflow

// Registering the accesses of one task: at all of its handles, as if at once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/biased_registration.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

/// The accesses of a task in the order in which it declares them.
template <class... Declared>
class access_registration {
 public:
  explicit access_registration(const Declared&... each) noexcept : declared_{each.of...} {}

  /// Registers them, by the calling thread (versions.hpp VE-V3), and writes what they require to `needs`. `place[i]`
  /// becomes the number of the requirement that stands for access i. Returns the number of requirements. A handle that
  /// is named several times is accessed once: in the way named, or, where ways differ, as by a write, which allows
  /// everything.
  std::uint8_t into(requirement* needs, std::uint8_t* place,
                    biased_registration& by = biased_registration::here()) noexcept {
    const std::size_t count = merge(sorted(), place);
    if (by.work() && all_belong_to(by, count)) [[likely]] {
      write(needs, count);
      by.rest();
    } else {
      by.rest();
      for (std::size_t i = 0; i < count; ++i) entries_[i].of->lock_registration(by);
      write(needs, count);
      for (std::size_t i = 0; i < count; ++i) entries_[i].of->unlock_registration(by);
    }
    return static_cast<std::uint8_t>(count);
  }

 private:
  static constexpr std::size_t N = sizeof...(Declared);
  static constexpr std::array<const access_terms*, N> terms{&terms_of<typename Declared::type>...};

  struct entry {
    versions* of;
    const access_terms* terms;
  };

  // An access as one word, address before number: words are sorted without a branch. Handles lie far enough apart.
  using key = std::uint64_t;
  static constexpr unsigned number_bits = 8;
  static constexpr unsigned spare_bits = 6;
  static_assert(alignof(versions) >= 1U << spare_bits && N < 1U << number_bits);
  static std::size_t number_in(key word) noexcept { return word & ((1U << number_bits) - 1); }
  static bool same_handle(key one, key other) noexcept { return (one ^ other) < 1U << number_bits; }

  [[nodiscard]] std::array<key, N> sorted() const noexcept {
    std::array<key, N> keys;
    for (std::size_t i = 0; i < N; ++i)
      keys[i] = (key{reinterpret_cast<std::uintptr_t>(declared_[i])} << (number_bits - spare_bits)) | i;
    if constexpr (N <= 8) {
      for (std::size_t i = 1; i < N; ++i) {
        for (std::size_t k = i; k > 0; --k) {
          const key smaller = std::min(keys[k - 1], keys[k]);
          keys[k] = std::max(keys[k - 1], keys[k]);
          keys[k - 1] = smaller;
        }
      }
    } else {
      std::sort(keys.begin(), keys.end());
    }
    return keys;
  }

  std::size_t merge(const std::array<key, N>& keys, std::uint8_t* place) noexcept {
    std::size_t count = 0;
    for (std::size_t i = 0; i < N; ++i) {
      const std::size_t number = number_in(keys[i]);
      if (i != 0 && same_handle(keys[i], keys[i - 1])) [[unlikely]] {
        if (entries_[count - 1].terms != terms[number]) entries_[count - 1].terms = &terms_of<write_access>;
      } else {
        entries_[count++] = {declared_[number], terms[number]};
      }
      place[number] = static_cast<std::uint8_t>(count - 1);
    }
    return count;
  }

  [[nodiscard]] bool all_belong_to(const biased_registration& by, std::size_t count) const noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      if (!entries_[i].of->belongs_to(by)) return false;
    }
    return true;
  }

  void write(requirement* needs, std::size_t count) const noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      const access_terms& as = *entries_[i].terms;
      versions& of = *entries_[i].of;
      needs[i] = requirement(of, as.flags, of.expect(as.type, as.commutative));
    }
  }

  std::array<versions*, N> declared_;
  std::array<entry, N> entries_;
};

}  // namespace jackdaw::dataflow

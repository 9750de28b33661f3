// Registering the accesses of one task: at all of its handles, as if at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include <jackdaw/flow/access.hpp>
#include <jackdaw/flow/registrar.hpp>
#include <jackdaw/flow/versions.hpp>
#include <jackdaw/flow/waiter.hpp>

namespace jackdaw::dataflow {

/// The accesses of a task in the order in which it declares them.
template <std::size_t N>
class enrolment {
 public:
  template <class... Declared>
  explicit enrolment(const Declared&... each) noexcept
      : entries_{entry{each.of, &terms_of<typename Declared::type>, 0}...} {
    for (std::size_t i = 0; i < N; ++i) entries_[i].index = static_cast<std::uint8_t>(i);
  }

  /// Registers them, by the calling thread (versions.hpp V3), and writes what they require to `needs`. `place[i]`
  /// becomes the number of the requirement that stands for access i. Returns the number of requirements. A handle that
  /// is named several times is accessed once: in the way named, or, where ways differ, as by a write, which allows
  /// everything.
  std::uint16_t into(requirement* needs, std::uint8_t* place, registrar& by = registrar::here()) noexcept {
    sort();
    const std::size_t count = merge(place);
    if (by.work() && all_belong_to(by, count)) [[likely]] {
      write(needs, count);
      by.rest();
    } else {
      by.rest();
      for (std::size_t i = 0; i < count; ++i) entries_[i].of->lock_registration(by);
      write(needs, count);
      for (std::size_t i = 0; i < count; ++i) entries_[i].of->unlock_registration(by);
    }
    return static_cast<std::uint16_t>(count);
  }

 private:
  struct entry {
    versions* of;
    const access_terms* terms;
    std::uint8_t index;
  };

  void sort() noexcept {
    for (std::size_t i = 1; i < N; ++i) {
      for (std::size_t k = i; k > 0 && std::less<>{}(entries_[k].of, entries_[k - 1].of); --k)
        std::swap(entries_[k], entries_[k - 1]);
    }
  }

  std::size_t merge(std::uint8_t* place) noexcept {
    std::size_t count = 0;
    for (std::size_t i = 0; i < N; ++i) {
      const entry now = entries_[i];
      if (count != 0 && entries_[count - 1].of == now.of) {
        if (entries_[count - 1].terms != now.terms) entries_[count - 1].terms = &terms_of<write_access>;
      } else {
        entries_[count++] = now;
      }
      place[now.index] = static_cast<std::uint8_t>(count - 1);
    }
    return count;
  }

  [[nodiscard]] bool all_belong_to(const registrar& by, std::size_t count) const noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      if (!entries_[i].of->belongs_to(by)) return false;
    }
    return true;
  }

  void write(requirement* needs, std::size_t count) const noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      const access_terms& terms = *entries_[i].terms;
      versions& of = *entries_[i].of;
      needs[i] = requirement(of, terms.flags, of.expect(terms.type, terms.commutative));
    }
  }

  std::array<entry, N> entries_;
};

}  // namespace jackdaw::dataflow

// The arguments of a task.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jackdaw::apps::grammar {

/// A task has up to so many arguments.
inline constexpr std::size_t most_arguments = 1000;

/// Whole numbers, 0 where none was set. The first ones lie in the object, so that tasks with few arguments allocate nothing;
/// all others lie behind a pointer, so that tasks of a pool have one size however many there are.
class argument_values {
 public:
  [[nodiscard]] std::int64_t operator[](std::size_t i) const noexcept {
    if (i < near_.size()) return near_[i];
    return i - near_.size() < far_.size() ? far_[i - near_.size()] : 0;
  }
  void set(std::size_t i, std::int64_t value) {
    if (i < near_.size()) {
      near_[i] = value;
    } else {
      if (far_.size() <= i - near_.size()) far_.resize(i - near_.size() + 1);
      far_[i - near_.size()] = value;
    }
  }

  /// Calls `use(value)` for each value that is kept.
  void for_each(auto&& use) const {
    for (const std::int64_t each : near_) use(each);
    for (const std::int64_t each : far_) use(each);
  }

  auto operator<=>(const argument_values&) const = default;

 private:
  std::array<std::int64_t, 3> near_{};
  std::vector<std::int64_t> far_;
};

}  // namespace jackdaw::apps::grammar

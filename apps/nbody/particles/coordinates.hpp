// Three numbers for each of some particles: positions, velocities or forces.
#pragma once

#include <cstddef>
#include <vector>

#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::nbody {

/// All x, then all y, then all z, so that several particles are computed in one instruction.
class coordinates {
 public:
  coordinates() = default;
  /// All 0.
  explicit coordinates(std::size_t count) : count_(count), numbers_(3 * count) {}

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] vec3 at(std::size_t index) const {
    return {numbers_[index], numbers_[count_ + index], numbers_[2 * count_ + index]};
  }
  void set(std::size_t index, const vec3& value) {
    numbers_[index] = value.x;
    numbers_[count_ + index] = value.y;
    numbers_[2 * count_ + index] = value.z;
  }
  void add(std::size_t index, const vec3& value) { set(index, at(index) + value); }

  [[nodiscard]] double* x() noexcept { return numbers_.data(); }
  [[nodiscard]] double* y() noexcept { return numbers_.data() + count_; }
  [[nodiscard]] double* z() noexcept { return numbers_.data() + 2 * count_; }
  [[nodiscard]] const double* x() const noexcept { return numbers_.data(); }
  [[nodiscard]] const double* y() const noexcept { return numbers_.data() + count_; }
  [[nodiscard]] const double* z() const noexcept { return numbers_.data() + 2 * count_; }

  /// As many on both sides.
  coordinates& operator+=(const coordinates& other) { return add_multiple(1, other); }
  coordinates& add_multiple(double factor, const coordinates& other) {
    for (std::size_t i = 0; i < numbers_.size(); ++i) numbers_[i] += factor * other.numbers_[i];
    return *this;
  }
  void clear() { numbers_.assign(numbers_.size(), 0); }

  /// All members, as an archive wants them (cluster::serial).
  template <class Archive>
  void serialize(Archive& archive) {
    archive(count_, numbers_);
  }

  friend bool operator==(const coordinates&, const coordinates&) = default;

 private:
  std::size_t count_ = 0;
  std::vector<double> numbers_;
};

}  // namespace jackdaw::apps::nbody

// Where values lie on an axis, and which of them are labelled.
#pragma once

#include <string>
#include <vector>

namespace jackdaw::cli {

struct tick {
  double value;
  std::string label;
};

/// Maps values to 0 … 1 along an axis.
class axis {
 public:
  /// From 0 to a round number that is at least `most`.
  [[nodiscard]] static axis from_zero(double most);

  /// Logarithmic, from a little below `least`, which is positive, to a little above `most`.
  [[nodiscard]] static axis logarithmic(double least, double most);

  /// A tick at each of `counts` (ascending, positive) and nowhere else; logarithmic where they grow by more
  /// than a factor of 4. Of ticks too close to each other only the later one is labelled.
  [[nodiscard]] static axis of_counts(const std::vector<double>& counts);

  [[nodiscard]] double place(double value) const;
  [[nodiscard]] const std::vector<tick>& ticks() const { return ticks_; }
  [[nodiscard]] double most() const { return high_; }

 private:
  axis(double low, double high, bool is_logarithmic) : low_(low), high_(high), logarithmic_(is_logarithmic) {}

  double low_;
  double high_;
  bool logarithmic_;
  std::vector<tick> ticks_;
};

}  // namespace jackdaw::cli

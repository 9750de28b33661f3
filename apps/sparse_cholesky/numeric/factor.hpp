// The numbers of the factor: right-looking factorization, one panel of columns after the other.
//
// Source: WSL06 section 2.4. A panel that has got all its updates is computed, then it updates all columns that
// depend on it. The order is chosen elsewhere: serially from left to right, or by tasks (tasks.hpp). The order
// of the updates of a column decides on its last digits.
#pragma once

#include <cstddef>
#include <vector>

#include "apps/sparse_cholesky/symbolic/ordering.hpp"
#include "apps/sparse_cholesky/symbolic/structure.hpp"

namespace jackdaw::apps::sparse_cholesky {

/// L, one column behind the other (structure::at).
class factorization {
 public:
  factorization(const ordered_matrix& a, const structure& s) : a_(&a), s_(&s) {}

  [[nodiscard]] const structure& symbolic() const noexcept { return *s_; }
  [[nodiscard]] const ordered_matrix& ordered() const noexcept { return *a_; }
  [[nodiscard]] const std::vector<double>& values() const noexcept { return values_; }
  [[nodiscard]] std::vector<double>& values() noexcept { return values_; }

  /// L is the lower triangle of A, to begin with.
  void load();

  /// Computes a panel that has all its updates. Throws input_error where a pivot is not positive.
  void compute(const panel& p);

  /// Updates all columns that depend on a panel that has been computed: `update_panel(target, apply)` is
  /// called for each panel with some of these, and calls apply() when no other thread updates that panel.
  template <class UpdatePanel>
  void update(const panel& p, const UpdatePanel& update_panel) {
    const supernode& node = s_->supernodes[static_cast<std::size_t>(p.supernode)];
    for (int k = p.last - node.first; k < node.last - node.first;)
      k = update_one(p, {p.supernode, k, node.last - node.first, 0, true}, nullptr, k, update_panel);
    for (std::size_t m = node.meetings; m < node.meetings_end; ++m) {
      const meeting& met = s_->meetings[m];
      for (int k = met.first; k < met.last;)
        k = update_one(p, met, s_->places.data() + met.places, k, update_panel);
    }
  }

  /// The serial program.
  void run_serially() {
    load();
    for (const panel& each : s_->panels) {
      compute(each);
      update(each, [](int, const auto& apply) { apply(); });
    }
  }

 private:
  /// Updates the panel that has the row at place k; returns the place of the first row beyond it. Without
  /// `places` the two supernodes are the same one.
  template <class UpdatePanel>
  int update_one(const panel& p, const meeting& met, const int* places, int k,
                 const UpdatePanel& update_panel) {
    const supernode& node = s_->supernodes[static_cast<std::size_t>(p.supernode)];
    const int* const rows = s_->rows.data() + node.rows;
    const int target = s_->panel_of[static_cast<std::size_t>(rows[k])];
    const int beyond = s_->panels[static_cast<std::size_t>(target)].last;
    int end = k + 1;
    while (end < met.last && rows[end] < beyond) ++end;
    update_panel(target, [&] {
      for (int i = k; i < end; ++i) {
        double* const its = column(rows[i]);
        if (met.is_run)
          subtract(p, i, node.row_count, its + (places == nullptr ? i : places[0] + (i - met.first)),
                   nullptr);
        else
          subtract(p, i, node.row_count, its, places + (i - met.first));
      }
    });
    return end;
  }

  /// Subtracts what all columns of a panel contribute, from place `first` to place `end`: from `target` on, or
  /// at these places of it.
  void subtract(const panel& p, int first, int end, double* target, const int* places) const;

  [[nodiscard]] double* column(int c) { return values_.data() + s_->at(c, 0); }
  [[nodiscard]] const double* column(int c) const { return values_.data() + s_->at(c, 0); }
  [[noreturn]] void refuse(int c, double pivot) const;

  const ordered_matrix* a_;
  const structure* s_;
  std::vector<double> values_;
};

}  // namespace jackdaw::apps::sparse_cholesky

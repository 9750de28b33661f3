#include "apps/sparse_cholesky/numeric/factor.hpp"

#include <array>
#include <cmath>
#include <string>

#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps::sparse_cholesky {

namespace {

/// Some columns of a panel, from the first row that matters on.
template <std::size_t Columns>
using sources = std::array<const double*, Columns>;

/// target[k] -= the sum of from[i][k] * from[i][0], for all k below `count`.
template <std::size_t Columns>
void subtract_run(double* __restrict const target, const sources<Columns>& from, int count) {
  std::array<double, Columns> factor;
  for (std::size_t i = 0; i < Columns; ++i) factor[i] = from[i][0];
  for (int k = 0; k < count; ++k) {
    double sum = factor[0] * from[0][k];
    for (std::size_t i = 1; i < Columns; ++i) sum += factor[i] * from[i][k];
    target[k] -= sum;
  }
}

/// The same with a place in the target for each k.
template <std::size_t Columns>
void subtract_at(double* __restrict const target, const int* const places, const sources<Columns>& from,
                 int count) {
  std::array<double, Columns> factor;
  for (std::size_t i = 0; i < Columns; ++i) factor[i] = from[i][0];
  for (int k = 0; k < count; ++k) {
    double sum = factor[0] * from[0][k];
    for (std::size_t i = 1; i < Columns; ++i) sum += factor[i] * from[i][k];
    target[places[k]] -= sum;
  }
}

template <std::size_t Columns>
void subtract_columns(double* target, const int* places, const sources<Columns>& from, int count) {
  if (places == nullptr)
    subtract_run<Columns>(target, from, count);
  else
    subtract_at<Columns>(target, places, from, count);
}

}  // namespace

void factorization::load() {
  values_.assign(s_->values, 0.0);
  for (int c = 0; c < a_->lower.n; ++c) {
    const auto column = static_cast<std::size_t>(c);
    for (int p = a_->lower.start[column]; p < a_->lower.start[column + 1]; ++p) {
      const auto entry = static_cast<std::size_t>(p);
      values_[s_->at(c, s_->place_of_entry[entry])] = a_->lower.value[entry];
    }
  }
}

void factorization::compute(const panel& p) {
  const supernode& node = s_->supernodes[static_cast<std::size_t>(p.supernode)];
  for (int c = p.first; c < p.last; ++c) {
    double* const x = column(c);
    const int diagonal = c - node.first;
    if (!(x[diagonal] > 0) || std::isinf(x[diagonal])) refuse(c, x[diagonal]);
    const double root = std::sqrt(x[diagonal]);
    x[diagonal] = root;
    for (int k = diagonal + 1; k < node.row_count; ++k) x[k] /= root;
    for (int later = c + 1; later < p.last; ++later) {
      const int first = later - node.first;
      subtract_run<1>(column(later) + first, {x + first}, node.row_count - first);
    }
  }
}

void factorization::subtract(const panel& p, int first, int end, double* target, const int* places) const {
  const int count = end - first;
  int c = p.first;
  for (; c + 4 <= p.last; c += 4) {
    subtract_columns<4>(
        target, places,
        {column(c) + first, column(c + 1) + first, column(c + 2) + first, column(c + 3) + first}, count);
  }
  for (; c < p.last; ++c) subtract_columns<1>(target, places, {column(c) + first}, count);
}

void factorization::refuse(int c, double pivot) const {
  const int row = a_->original[static_cast<std::size_t>(c)] + 1;
  throw input_error("row " + std::to_string(row) + ": its pivot is " + std::to_string(pivot) +
                    "; expected a positive definite matrix, whose pivots are all positive");
}

}  // namespace jackdaw::apps::sparse_cholesky

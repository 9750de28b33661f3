#include "apps/sparse_cholesky/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include <jackdaw/base/clock.hpp>

#include "apps/sparse_cholesky/symbolic/cholmod.hpp"
#include "apps/support/dense/blas.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps::sparse_cholesky {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

double largest(const std::vector<double>& values) {
  double result = 0;
  for (const double each : values) {
    if (std::isnan(each)) return infinite;
    result = std::max(result, std::abs(each));
  }
  return result;
}

/// The rows of all columns, as they lie in CHOLMOD's and in a matrix of CHOLMOD's made of ours.
sparse::matrix unpacked(const factorization& f) {
  const structure& s = f.symbolic();
  sparse::matrix result;
  result.n = f.ordered().lower.n;
  result.row.reserve(s.values);
  for (const supernode& node : s.supernodes) {
    const auto rows = s.rows.begin() + static_cast<std::ptrdiff_t>(node.rows);
    for (int c = node.first; c < node.last; ++c) {
      result.row.insert(result.row.end(), rows + (c - node.first), rows + node.row_count);
      result.start.push_back(static_cast<int>(result.row.size()));
    }
  }
  result.value = f.values();
  return result;
}

std::size_t number(int i) { return static_cast<std::size_t>(i); }

/// √ of the diagonal.
std::vector<double> scales_of(const sparse::matrix& a) {
  std::vector<double> scale;
  for (int c = 0; c < a.n; ++c) scale.push_back(std::sqrt(a.value[number(a.start[number(c)])]));
  return scale;
}

/// D⁻¹ M, or D⁻¹ M D⁻¹.
sparse::matrix scaled(sparse::matrix m, const std::vector<double>& scale, bool columns) {
  for (int c = 0; c < m.n; ++c) {
    for (int k = m.start[number(c)]; k < m.start[number(c) + 1]; ++k) {
      m.value[number(k)] /= scale[number(m.row[number(k)])];
      if (columns) m.value[number(k)] /= scale[number(c)];
    }
  }
  return m;
}

/// By multiplication, which CHOLMOD does: it knows nothing of how L was computed. Both scaled.
double product_error(const sparse::matrix& a, const sparse::matrix& factor) {
  cholmod library;
  cholmod_sparse original = cholmod::view(a);
  cholmod_sparse triangle = cholmod::view(factor);
  triangle.stype = 0;
  const auto product = library.own(calls().aat(&triangle, nullptr, 0, 1, library.get()));
  double plus[] = {1, 0};
  double minus[] = {-1, 0};
  const auto rest = library.own(calls().add(&original, product.get(), plus, minus, 1, 0, library.get()));
  const auto* const begin = static_cast<const double*>(rest->x);
  return largest({begin, begin + static_cast<const int*>(rest->p)[rest->ncol]});
}

/// |L| |Lᵀ| |x|, of what is in the order of L's rows.
std::vector<double> sizes_of_terms(const sparse::matrix& factor, const std::vector<double>& x) {
  std::vector<double> sizes(x.size());
  for (int c = 0; c < factor.n; ++c) {
    const auto each = [&](const auto& with) {
      for (int k = factor.start[number(c)]; k < factor.start[number(c) + 1]; ++k)
        with(number(factor.row[number(k)]), std::abs(factor.value[number(k)]));
    };
    double sum = 0;
    each([&](std::size_t row, double value) { sum += value * std::abs(x[row]); });
    each([&](std::size_t row, double value) { sizes[row] += value * sum; });
  }
  return sizes;
}

/// What A x may be off b by for products that are smaller than a double: each is off by half of the least number at most.
/// Solving L y = b loses as many of these as a row has entries, and |L| of it in a division; solving Lᵀ x = y the same, by L; A x once more.
std::vector<double> lost_below_a_double(const sparse::matrix& factor) {
  const auto n = static_cast<double>(factor.n);
  std::vector<double> lost = sizes_of_terms(factor, std::vector<double>(number(factor.n), 1.0));
  for (int c = 0; c < factor.n; ++c) {
    for (int k = factor.start[number(c)]; k < factor.start[number(c) + 1]; ++k)
      lost[number(factor.row[number(k)])] += (n + 1) * std::abs(factor.value[number(k)]);
  }
  for (double& each : lost) each = (each + 2 * n) * std::numeric_limits<double>::denorm_min();
  return lost;
}

double residual(const sparse::matrix& a, const std::vector<double>& b, const std::vector<double>& x,
                const factorization& f, const sparse::matrix& factor) {
  const std::vector<int>& original = f.ordered().original;
  std::vector<double> ordered_x;
  for (const int each : original) ordered_x.push_back(x[number(each)]);
  const std::vector<double> sizes = sizes_of_terms(factor, ordered_x);
  const std::vector<double> found = product(a, x);
  const std::vector<double> lost = lost_below_a_double(factor);
  std::vector<double> shares;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::size_t row = number(original[i]);
    const double rest = std::abs(found[row] - b[row]);
    shares.push_back(rest <= lost[i] ? 0 : rest / (sizes[i] + std::abs(b[row])));
  }
  return largest(shares);
}

double difference(const sparse::matrix& factor, const std::vector<double>& expected,
                  const std::vector<double>& scale) {
  double most = 0;
  double norm = 0;
  for (int c = 0; c < factor.n; ++c) {
    double apart = 0;
    double sum = 0;
    for (int k = factor.start[number(c)]; k < factor.start[number(c) + 1]; ++k) {
      const double unit = scale[number(factor.row[number(k)])];
      apart += std::abs(factor.value[number(k)] - expected[number(k)]) / unit;
      sum += std::abs(expected[number(k)]) / unit;
    }
    if (std::isnan(apart)) return infinite;
    most = std::max(most, apart);
    norm = std::max(norm, sum);
  }
  return most / norm;
}

}  // namespace

reference factor_by_cholmod(const ordered_matrix& a, const std::string& name) {
  cholmod library;
  cholmod_sparse lower = cholmod::view(a.lower);
  const auto upper = library.own(calls().transpose(&lower, 1, library.get()));  // what it works on
  const auto factor = library.own(calls().analyze(upper.get(), library.get()));
  blas::require_where_loaded();
  const base::stopwatch watch;
  calls().factorize(upper.get(), factor.get(), library.get());
  reference result;
  result.seconds = watch.seconds();
  if (library->status == CHOLMOD_NOT_POSDEF || factor->minor < factor->n) {
    throw input_error(name + ": no positive pivot in row " + std::to_string(a.original[factor->minor] + 1) +
                      " of " + std::to_string(a.lower.n) + "; expected a positive definite matrix");
  }
  if (library->status < CHOLMOD_OK) throw std::bad_alloc();
  const auto* const start = static_cast<const int*>(factor->p);
  const auto* const count = static_cast<const int*>(factor->nz);
  const auto* const row = static_cast<const int*>(factor->i);
  const auto* const value = static_cast<const double*>(factor->x);
  for (std::size_t c = 0; c < factor->n; ++c) {
    result.rows.insert(result.rows.end(), row + start[c], row + start[c] + count[c]);
    result.values.insert(result.values.end(), value + start[c], value + start[c] + count[c]);
  }
  return result;
}

errors errors_of(const sparse::matrix& a, const factorization& f, const std::vector<double>& b,
                 const std::vector<double>& x, const reference& expected) {
  const sparse::matrix factor = unpacked(f);
  errors found;
  const std::vector<double> scale = scales_of(f.ordered().lower);
  double least = 1;  // of the pivots of D⁻¹ A D⁻¹, whose diagonal is 1
  for (std::size_t c = 0; c + 1 < factor.start.size(); ++c)
    least = std::min(least, factor.value[static_cast<std::size_t>(factor.start[c])] / scale[c]);
  const int longest = *std::max_element(f.ordered().count.begin(), f.ordered().count.end());
  found.allowed = 10 * std::numeric_limits<double>::epsilon() * longest;
  found.allowed_difference = found.allowed / (least * least);
  found.product = product_error(scaled(f.ordered().lower, scale, true), scaled(factor, scale, false));
  found.residual = residual(a, b, x, f, factor);
  found.same_entries = factor.row == expected.rows;
  found.difference = found.same_entries ? difference(factor, expected.values, scale) : infinite;
  return found;
}

}  // namespace jackdaw::apps::sparse_cholesky

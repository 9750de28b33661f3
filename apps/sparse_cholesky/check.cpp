#include "apps/sparse_cholesky/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include <jackdaw/base/clock.hpp>

#include "apps/sparse_cholesky/cholmod.hpp"
#include "apps/support/input_error.hpp"

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

/// By multiplication, which CHOLMOD does: it knows nothing of how L was computed.
double product_error(const sparse::matrix& a, const sparse::matrix& factor) {
  cholmod library;
  cholmod_sparse original = cholmod::view(a);
  cholmod_sparse triangle = cholmod::view(factor);
  triangle.stype = 0;
  const auto product = library.own(calls().aat(&triangle, nullptr, 0, 1, library.get()));
  double plus[] = {1, 0};
  double minus[] = {-1, 0};
  const auto rest = library.own(calls().add(&original, product.get(), plus, minus, 1, 0, library.get()));
  const double error = calls().norm_sparse(rest.get(), 1, library.get());
  return std::isnan(error) ? infinite : error / calls().norm_sparse(&original, 1, library.get());
}

double residual(const sparse::matrix& a, const std::vector<double>& b, const std::vector<double>& x) {
  std::vector<double> rest = product(a, x);
  for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= b[i];
  cholmod library;
  cholmod_sparse seen = cholmod::view(a);
  const double scale = calls().norm_sparse(&seen, 0, library.get()) * largest(x) + largest(b);
  const double error = largest(rest);
  return error == 0 ? 0 : error / scale;
}

double difference(const sparse::matrix& factor, const std::vector<double>& expected) {
  double most = 0;
  double norm = 0;
  for (std::size_t c = 0; c + 1 < factor.start.size(); ++c) {
    double apart = 0;
    double sum = 0;
    for (auto k = static_cast<std::size_t>(factor.start[c]);
         k < static_cast<std::size_t>(factor.start[c + 1]); ++k) {
      apart += std::abs(factor.value[k] - expected[k]);
      sum += std::abs(expected[k]);
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
  double least = infinite;
  double most = 0;
  for (std::size_t c = 0; c + 1 < factor.start.size(); ++c) {
    const double diagonal = factor.value[static_cast<std::size_t>(factor.start[c])];
    least = std::min(least, diagonal);
    most = std::max(most, diagonal);
  }
  const int longest = *std::max_element(f.ordered().count.begin(), f.ordered().count.end());
  found.allowed = 10 * std::numeric_limits<double>::epsilon() * longest;
  found.allowed_difference = found.allowed * (most / least) * (most / least);
  found.product = product_error(f.ordered().lower, factor);
  found.residual = residual(a, b, x);
  found.same_entries = factor.row == expected.rows;
  found.difference = found.same_entries ? difference(factor, expected.values) : infinite;
  return found;
}

}  // namespace jackdaw::apps::sparse_cholesky

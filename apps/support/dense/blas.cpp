#include "apps/support/dense/blas.hpp"

#include <latch>
#include <string>
#include <system_error>
#include <thread>

#include <cblas.h>

#include "apps/support/system/loaded_library.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps::blas {

namespace {

using dgetrf_function = void(const int* rows, const int* columns, double* a, const int* stride,
                             int* exchanged, int* info);
using dpotrf_function = void(const char* triangle, const int* n, double* a, const int* stride, int* info,
                             std::size_t triangle_length);
using dgesv_function = void(const int* n, const int* columns, double* a, const int* stride_a, int* exchanged,
                            double* b, const int* stride_b, int* info);

struct functions {
  decltype(&cblas_dgemm) dgemm;
  decltype(&cblas_dsyrk) dsyrk;
  decltype(&cblas_dtrsm) dtrsm;
  decltype(&cblas_dtrmm) dtrmm;
  dgetrf_function* dgetrf;
  dpotrf_function* dpotrf;
  dgesv_function* dgesv;
  decltype(&openblas_set_num_threads) set_threads;
};

functions load() {
  const loaded_library library("libopenblas.so.0", "libopenblas0");
  functions f{};
  library.find("openblas_set_num_threads", f.set_threads);
  f.set_threads(1);  // it may have been there before, with threads
  library.find("cblas_dgemm", f.dgemm);
  library.find("cblas_dsyrk", f.dsyrk);
  library.find("cblas_dtrsm", f.dtrsm);
  library.find("cblas_dtrmm", f.dtrmm);
  library.find("dgetrf_", f.dgetrf);
  library.find("dpotrf_", f.dpotrf);
  library.find("dgesv_", f.dgesv);
  return f;
}

const functions& get() {
  static const functions loaded = load();
  return loaded;
}

/// Throws input_error unless the system starts so many threads now: the library waits for ever for those that it did not
/// get.
void require_threads(unsigned count) {
  std::latch over(1);
  std::vector<std::jthread> tried;
  try {
    for (unsigned i = 0; i < count; ++i) tried.emplace_back([&over] { over.wait(); });
    over.count_down();
  } catch (const std::system_error& error) {
    over.count_down();
    throw input_error("OpenBLAS: the system starts no more threads (" + error.code().message() +
                      "); expected " + std::to_string(count) + " besides those of the scheduler");
  }
}

constexpr int whole(std::size_t count) { return static_cast<int>(count); }

}  // namespace

void require() { static_cast<void>(get()); }

void multiply(double factor, const tile& a, const tile& b, double kept, const tile& c) {
  get().dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, whole(c.rows), whole(c.columns), whole(a.columns),
              factor, a.first, whole(a.stride), b.first, whole(b.stride), kept, c.first, whole(c.stride));
}

void multiply_transposed(double factor, const tile& a, const tile& b, double kept, const tile& c) {
  get().dgemm(CblasColMajor, CblasNoTrans, CblasTrans, whole(c.rows), whole(c.columns), whole(a.columns),
              factor, a.first, whole(a.stride), b.first, whole(b.stride), kept, c.first, whole(c.stride));
}

void subtract_square(const tile& a, const tile& c) {
  get().dsyrk(CblasColMajor, CblasLower, CblasNoTrans, whole(c.rows), whole(a.columns), -1, a.first,
              whole(a.stride), 1, c.first, whole(c.stride));
}

void solve_lower(const tile& l, const tile& b) {
  get().dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, whole(b.rows), whole(b.columns),
              1, l.first, whole(l.stride), b.first, whole(b.stride));
}

void solve_upper(const tile& u, const tile& b) {
  get().dtrsm(CblasColMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit, whole(b.rows),
              whole(b.columns), 1, u.first, whole(u.stride), b.first, whole(b.stride));
}

void solve_transposed(const tile& l, const tile& b) {
  get().dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, whole(b.rows),
              whole(b.columns), 1, l.first, whole(l.stride), b.first, whole(b.stride));
}

void multiply_lower(const tile& l, const tile& b) {
  get().dtrmm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, whole(b.rows), whole(b.columns),
              1, l.first, whole(l.stride), b.first, whole(b.stride));
}

std::vector<int> factor(const tile& a) {
  const int n = whole(a.rows);
  const int stride = whole(a.stride);
  std::vector<int> exchanged(a.rows);
  int info = 0;
  get().dgetrf(&n, &n, a.first, &stride, exchanged.data(), &info);
  for (int& row : exchanged) --row;
  return exchanged;
}

std::size_t factor_symmetric(const tile& a) {
  const int n = whole(a.rows);
  const int stride = whole(a.stride);
  int info = 0;
  get().dpotrf("L", &n, a.first, &stride, &info, 1);
  return info == 0 ? a.rows : static_cast<std::size_t>(info - 1);
}

bool solve(const tile& a, const tile& b) {
  const int n = whole(a.rows);
  const int columns = whole(b.columns);
  const int stride_a = whole(a.stride);
  const int stride_b = whole(b.stride);
  std::vector<int> exchanged(a.rows);
  int info = 0;
  get().dgesv(&n, &columns, a.first, &stride_a, exchanged.data(), b.first, &stride_b, &info);
  return info == 0;
}

own_threads::own_threads(unsigned count) {
  require_threads(count);
  get().set_threads(static_cast<int>(count));
}
own_threads::~own_threads() { get().set_threads(1); }

}  // namespace jackdaw::apps::blas

#include "apps/support/dense/blas.hpp"

#include <algorithm>
#include <cstddef>
#include <latch>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>

#include <cblas.h>
#include <dlfcn.h>
#include <sys/mman.h>

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
  void* (*take_buffer)(int);
  void (*give_buffer)(void*);
};

constexpr const char* soname = "libopenblas.so.0";

functions load() {
  const loaded_library library(soname, "libopenblas0");
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
  library.find("blas_memory_alloc", f.take_buffer);
  library.find("blas_memory_free", f.give_buffer);
  return f;
}

const functions& get() {
  static const functions loaded = load();
  return loaded;
}

/// The library's buffers, one for each thread that is in one of its functions. It keeps them, and asks for ever where the
/// system has no memory for a new one: so all are made here, before they are needed.
class buffers {
 public:
  static buffers& here() {
    static buffers all;
    return all;
  }

  /// For so many threads that call. Throws input_error where there is no memory for them.
  void provide(unsigned threads) {
    const std::lock_guard hold(lock_);
    const unsigned now = std::min(threads, most);
    if (now + own_ <= made_) return;
    const functions& library = get();
    require_memory(now + own_ - made_);
    std::vector<void*> taken;
    taken.reserve(now);
    for (unsigned i = 0; i < now; ++i) taken.push_back(library.take_buffer(0));
    for (void* const each : taken) library.give_buffer(each);
    made_ = now + own_;
  }

  /// For so many threads of the library's own, which keep theirs.
  void provide_own(unsigned threads) {
    if (threads > own_) provide(threads + 1);
    own_ = std::max(own_, std::min(threads, most));
  }

 private:
  static constexpr unsigned most = 128;  // the library has a table of about twice as many
  static constexpr std::size_t bytes = std::size_t{128} << 20U;  // of each, in the library's newer versions

  static void require_memory(unsigned count) {
    const std::size_t all = count * bytes;
    void* const tried =
        mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (tried == MAP_FAILED)
      throw input_error("OpenBLAS: not enough memory for buffers of " + std::to_string(bytes >> 20U) +
                        " MiB; expected " + std::to_string(all >> 20U) +
                        " MiB of addresses (ulimit -v), or fewer workers");
    munmap(tried, all);
  }

  std::mutex lock_;
  unsigned made_ = 0, own_ = 0;
};

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

void require(unsigned threads) { buffers::here().provide(threads); }

void require_where_loaded() {
  void* const there = dlopen(soname, RTLD_NOW | RTLD_NOLOAD);
  if (there == nullptr) return;
  dlclose(there);
  require();
}

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
  buffers::here().provide_own(count);
  get().set_threads(static_cast<int>(count));
}
own_threads::~own_threads() { get().set_threads(1); }

}  // namespace jackdaw::apps::blas

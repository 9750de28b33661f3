// CHOLMOD's objects, freed when they go out of scope. Only for .cpp files: no header needs CHOLMOD, which is
// loaded on first use (apps/support/system/loaded_library.hpp).
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>

#include <cholmod.h>

#include "apps/support/sparse/matrix.hpp"

namespace jackdaw::apps::sparse_cholesky {

/// What is used of it.
struct cholmod_functions {
  decltype(&cholmod_start) start;
  decltype(&cholmod_finish) finish;
  decltype(&cholmod_free_sparse) free_sparse;
  decltype(&cholmod_free_factor) free_factor;
  decltype(&cholmod_analyze) analyze;
  decltype(&cholmod_factorize) factorize;
  decltype(&cholmod_ptranspose) ptranspose;
  decltype(&cholmod_transpose) transpose;
  decltype(&cholmod_etree) etree;
  decltype(&cholmod_aat) aat;
  decltype(&cholmod_add) add;
};

/// Throws input_error when it is not installed.
[[nodiscard]] const cholmod_functions& calls();

/// CHOLMOD's settings, workspace and statistics: a simplicial L·Lᵀ in the order in which the columns are.
class cholmod {
 public:
  cholmod() {
    calls().start(&common_);
    common_.print = 0;
    common_.supernodal = CHOLMOD_SIMPLICIAL;
    common_.final_ll = 1;
    common_.nmethods = 1;
    common_.method[0].ordering = CHOLMOD_NATURAL;
    common_.postorder = 0;
  }
  cholmod(const cholmod&) = delete;
  cholmod& operator=(const cholmod&) = delete;
  ~cholmod() { calls().finish(&common_); }

  [[nodiscard]] cholmod_common* get() noexcept { return &common_; }
  cholmod_common* operator->() noexcept { return &common_; }

  struct freed {
    cholmod* from;
    void operator()(cholmod_sparse* what) const { calls().free_sparse(&what, from->get()); }
    void operator()(cholmod_factor* what) const { calls().free_factor(&what, from->get()); }
  };
  using sparse = std::unique_ptr<cholmod_sparse, freed>;
  using factor = std::unique_ptr<cholmod_factor, freed>;

  /// Takes over what a function of CHOLMOD has returned; null ends in std::bad_alloc, or std::runtime_error.
  [[nodiscard]] sparse own(cholmod_sparse* made) { return sparse(required(made), freed{this}); }
  [[nodiscard]] factor own(cholmod_factor* made) { return factor(required(made), freed{this}); }

  /// The matrix as CHOLMOD sees it, without a copy: not to be changed, nor to be freed.
  [[nodiscard]] static cholmod_sparse view(const apps::sparse::matrix& a) {
    cholmod_sparse seen{};
    seen.nrow = seen.ncol = static_cast<std::size_t>(a.n);
    seen.nzmax = a.entries();
    seen.p = const_cast<int*>(a.start.data());
    seen.i = const_cast<int*>(a.row.data());
    seen.x = const_cast<double*>(a.value.data());
    seen.stype = -1;
    seen.itype = CHOLMOD_INT;
    seen.xtype = CHOLMOD_REAL;
    seen.dtype = CHOLMOD_DOUBLE;
    seen.sorted = seen.packed = 1;
    return seen;
  }

 private:
  template <class T>
  T* required(T* made) const {
    if (made != nullptr) return made;
    if (common_.status == CHOLMOD_OUT_OF_MEMORY) throw std::bad_alloc();
    throw std::runtime_error("CHOLMOD: status " + std::to_string(common_.status));
  }

  cholmod_common common_{};
};

}  // namespace jackdaw::apps::sparse_cholesky

#include "bench/peers/matmul/config.hpp"

namespace jackdaw::bench::matmul {

void multiply_leaf(const product& p) {
  for (std::size_t i = 0; i < leaf; ++i) {
    double* __restrict row = p.c + i * pitch;
    for (std::size_t k = 0; k < leaf; ++k) {
      const double factor = p.a[i * pitch + k];
      const double* __restrict other = p.b + k * pitch;
      for (std::size_t j = 0; j < leaf; ++j) row[j] += factor * other[j];
    }
  }
}

}  // namespace jackdaw::bench::matmul

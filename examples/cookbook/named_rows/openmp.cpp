// The same with OpenMP's iterators in depend clauses.
#include <cstddef>
#include <cstdio>
#include <vector>

#include "problem.hpp"

int main() {
  const problem p;
  std::vector<double> solution(problem::rows);
  double* const x = solution.data();
  const std::size_t* const column = p.column.data();
#pragma omp parallel
#pragma omp single
  for (std::size_t row = 0; row < problem::rows; ++row) {
    const std::size_t from = p.first[row];
    const std::size_t to = p.first[row + 1];
#pragma omp task firstprivate(row, from, to) depend(iterator(std::size_t e = from : to), in : x[column[e]]) \
    depend(out : x[row])
    {
      x[row] = p.b[row];
      for (std::size_t e = from; e < to; ++e) x[row] -= p.value[e] * x[column[e]];
    }
  }

  const bool right = solution == p.expected;
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}

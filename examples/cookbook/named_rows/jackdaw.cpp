// A sparse triangular solve: each row reads the rows that it names, as many as there are.
#include <cstddef>
#include <cstdio>
#include <vector>

#include <jackdaw/jackdaw.hpp>

#include "problem.hpp"

using namespace jackdaw;

int main() {
  const problem p;
  std::vector<handle<double>> x(problem::rows);
  scheduler sched;
  flow tasks(sched);
  std::vector<handle<double>*> named;
  for (std::size_t row = 0; row < problem::rows; ++row) {
    named.clear();
    for (std::size_t e = p.first[row]; e < p.first[row + 1]; ++e) named.push_back(&x[p.column[e]]);
    tasks.submit(read(named), write(x[row]), [&p, row](references<const double> known, double& here) {
      here = p.b[row];
      for (std::size_t k = 0; k < known.size(); ++k) here -= p.value[p.first[row] + k] * known[k];
    });
  }
  tasks.wait();

  bool right = true;
  for (std::size_t row = 0; row < problem::rows; ++row) right = right && x[row].value() == p.expected[row];
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}

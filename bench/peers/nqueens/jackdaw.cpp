#include "bench/peers/nqueens/config.hpp"
#include "bench/peers/runs/jackdaw_run.hpp"

namespace jackdaw::bench {
namespace {

using nqueens::position;

long count(worker& w, const position& from);

// The free columns, at least one, halved by joins until one is left.
long branches(worker& w, const position& from, const std::int8_t* columns, int many) {
  if (many == 1) return count(w, nqueens::with_queen(from, *columns));
  const int half = many / 2;
  const auto [a, b] = join(
      w, [&from, columns, half](worker& here) { return branches(here, from, columns, half); },
      [&from, columns, half, many](worker& here) {
        return branches(here, from, columns + half, many - half);
      });
  return a + b;
}

long count(worker& w, const position& from) {
  if (from.rows == nqueens::n) return 1;
  std::array<std::int8_t, nqueens::n> columns;
  int many = 0;
  for (int column = 0; column < nqueens::n; ++column) {
    if (nqueens::is_free(from, column)) {
      columns[static_cast<std::size_t>(many)] = static_cast<std::int8_t>(column);
      ++many;
    }
  }
  return many == 0 ? 0 : branches(w, from, columns.data(), many);
}

measurement run(unsigned, unsigned workers) {
  long found = 0;
  const double seconds = seconds_in_jackdaw(workers, [&found](worker& w) { found = count(w, {}); });
  return nqueens::checked(found, seconds);
}

const registered entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench

#include <jackdaw/base/clock.hpp>

#include "bench/peers/nqueens/config.hpp"
#include "bench/peers/runs/serial_run.hpp"

namespace jackdaw::bench {
namespace {

using nqueens::position;

long count(const position& from) {
  if (from.rows == nqueens::n) return 1;
  long found = 0;
  for (int column = 0; column < nqueens::n; ++column) {
    if (nqueens::is_free(from, column)) found += count(nqueens::with_queen(from, column));
  }
  return found;
}

measurement run(unsigned, unsigned) {
  const base::stopwatch watch;
  const long found = count({});
  return nqueens::checked(found, watch.seconds());
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() {
  return {"nqueens", "node", {"nqueens(" + std::to_string(nqueens::n) + "), task per placed queen"}};
}

}  // namespace jackdaw::bench

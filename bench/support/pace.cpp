#include "bench/support/pace.hpp"

#include <CLI/App.hpp>

namespace jackdaw::bench {

void pace::add_options(program& bench) {
  bench.options()
      .add_option(
          "--seconds", seconds,
          "no round of an instance begins later, but the first that is measured; without it all begin")
      ->check(CLI::PositiveNumber);
  bench.options()
      .add_option("--slow", slow,
                  "seconds of a run: a runtime that takes longer is left out with more workers")
      ->check(CLI::PositiveNumber);
}

}  // namespace jackdaw::bench

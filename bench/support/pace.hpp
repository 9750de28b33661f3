// How long a bench may take, where nobody knows the machine.
#pragma once

#include <limits>

#include "bench/support/program.hpp"

namespace jackdaw::bench {

/// Options of a program; without them all is measured, however long it takes.
struct pace {
  double seconds =
      std::numeric_limits<double>::infinity();  ///< of an instance; no round but the first begins later
  double slow =
      std::numeric_limits<double>::infinity();  ///< a run: with more workers that runtime is left out

  void add_options(program& bench);
};

}  // namespace jackdaw::bench

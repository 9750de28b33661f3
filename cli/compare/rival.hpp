// Programs that are measured beside schedulers, and that are none of ours.
#pragma once

#include <string_view>

#include "apps/app.hpp"

namespace jackdaw::cli {

/// The tasks of an application as a program on another runtime. Its names outlive all that is measured with it.
struct rival {
  std::string_view name;     ///< "oneTBB"
  std::string_view version;  ///< of its runtime
  std::string_view app;      ///< the application whose tasks it has

  /// Seconds of one run by so many threads, from the input of the application, which is prepared. The result is left there,
  /// and app::check() checks it. Between runs no thread of the runtime works. Throws input_error for another application.
  double (*run)(apps::app& app, unsigned workers);
};

/// One with a number of workers.
struct rival_choice {
  const rival* program;
  unsigned workers;
};

}  // namespace jackdaw::cli

// Applications in tests: made ready by their options, refused for them, and run on every catalogued pool.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "apps/app.hpp"
#include "tests/support/schedulers.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/sizes.hpp"

namespace jackdaw::tests {

using app_maker = std::unique_ptr<apps::app> (*)();

/// The application with these options, after prepare().
[[nodiscard]] std::unique_ptr<apps::app> prepared(app_maker make, const std::string& options);

/// The line with which options or input are refused; empty when they are not.
[[nodiscard]] std::string refusal(app_maker make, const std::string& options);

/// Whether that is a single line that says what is wrong (`problem`) and what was expected.
[[nodiscard]] inline bool is_refusal(const std::string& line, const std::string& problem) {
  return line.find(problem) != std::string::npos && line.find("expected ") != std::string::npos &&
         line.find('\n') == std::string::npos;
}

/// Runs the application on every catalogued pool with 1, 2 and 4 workers, under a sanitizer with 4, and has each result
/// checked.
inline void check_on_every_pool(app_maker make, const std::string& options) {
  const auto made = prepared(make, options);
  for (const auto& pool : pool_names()) {
    for (const unsigned workers : {1U, 2U, 4U}) {
      if (sanitized && workers != 4) continue;
      CAPTURE(pool);
      CAPTURE(workers);
      auto scheduler = make_scheduler({.pool = pool, .workers = workers});
      made->run(scheduler);
      const apps::verdict found = made->check();
      CHECK_MESSAGE(found.passed, found.line);
    }
  }
}

/// Runs the application on the default pool, on the given number of workers; its result must be right.
inline void check_run(apps::app& made, unsigned workers = 2) {
  auto scheduler = make_scheduler({.workers = workers});
  made.run(scheduler);
  const apps::verdict found = made.check();
  CHECK_MESSAGE(found.passed, found.line);
}

/// The folder of real inputs, which lies beside the checkout; empty where there is none.
[[nodiscard]] inline std::string shared_data() {
  const char* const shared = std::getenv("JACKDAW_SHARED");  // NOLINT(concurrency-mt-unsafe)
  return shared == nullptr ? std::string() : std::string(shared) + "/data";
}

}  // namespace jackdaw::tests

// What the command is given from outside; the tests give it something else than main() does.
#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "apps/app.hpp"
#include "cli/compare/rival.hpp"

namespace jackdaw::cli {

struct environment {
  std::span<const apps::app_entry> apps;
  std::ostream& out;         ///< results; in `err` where an output is standard output
  std::ostream& err;         ///< complaints and progress
  bool terminal = false;     ///< whether `err` is a terminal: progress is shown
  double quiet_seconds = 2;  ///< how long something may take before progress is shown
  void (*add)() = nullptr;  ///< adds parts of a user's own, before anything else; what it throws is a refusal
  std::string program{};    ///< the file of this command, to start it again; empty: it cannot be
  std::span<const rival> rivals{};  ///< given, before those that lie beside `program`
};

}  // namespace jackdaw::cli

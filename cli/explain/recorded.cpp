#include "cli/explain/recorded.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>

#include <jackdaw/trace/read/read_run_file.hpp>

#include "apps/support/text/input_error.hpp"

namespace jackdaw::cli {

trace::recorded_run recorded_run_in(const std::string& path) {
  std::error_code ignored;
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path, ignored))
    throw apps::input_error(path + ": cannot be read; expected a file of jackdaw run --record");
  trace::recorded_run run = trace::read_run(file, path);
  if (!run.seen.has_task() && run.seen.complete())
    throw apps::input_error(path + ": no task was recorded; expected one at least");
  return run;
}

trace::recorded_run complete_run(const std::string& path) {
  trace::recorded_run run = recorded_run_in(path);
  if (!run.seen.complete()) {
    throw apps::input_error(path + ": " + std::to_string(run.seen.lost) +
                            " events were lost; expected a complete recording (jackdaw run --events N)");
  }
  return run;
}

}  // namespace jackdaw::cli

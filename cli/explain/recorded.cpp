#include "cli/explain/recorded.hpp"

#include <jackdaw/trace/read/read_run_file.hpp>

#include "apps/support/files/input_file.hpp"
#include "apps/support/files/input_stream.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::cli {

trace::recorded_run recorded_run_in(const std::string& path) {
  apps::input_file file(path, "a file of jackdaw run --record");
  apps::input_stream in(file);
  trace::recorded_run run = trace::read_run(in.stream(), file.shown_path());
  if (!run.seen.has_task() && run.seen.complete())
    throw apps::input_error(path + ": no task was recorded; expected at least one");
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

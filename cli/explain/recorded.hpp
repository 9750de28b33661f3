// A recorded run from a file that the command line names.
#pragma once

#include <string>

#include <jackdaw/trace/read/run_file.hpp>

namespace jackdaw::cli {

/// Throws input_error when there is no such file, trace::bad_run_file when it is broken, and input_error when no task
/// was recorded. Events may have been lost.
[[nodiscard]] trace::recorded_run recorded_run_in(const std::string& path);

/// Throws input_error, too, when the recording is not complete: for commands that could conclude nothing from
/// it.
[[nodiscard]] trace::recorded_run complete_run(const std::string& path);

}  // namespace jackdaw::cli

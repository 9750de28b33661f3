// A recorded run from a file that the command line names.
#pragma once

#include <string>

#include <jackdaw/trace/run_file.hpp>

namespace jackdaw::cli {

/// Throws input_error when there is no such file, trace::bad_run_file when it is broken, and input_error when the
/// recording is not complete or has no task: nothing could be concluded from it.
[[nodiscard]] trace::recorded_run complete_run(const std::string& path);

}  // namespace jackdaw::cli

// Runs another program, and reads what it says.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace jackdaw::apps {

/// Which of its streams is read.
enum class child_stream : int { output = 1, errors = 2 };

/// What becomes of the stream that is not read.
enum class other_stream : unsigned char { is_callers, is_dropped };

/// How it ended.
struct child_end {
  int status = 0;  ///< what it gave to exit(); of one that a signal has ended 128 and the signal's number

  static constexpr int not_started = 127;  ///< there is no such program
};

/// Starts `words[0]`, found as a shell finds it, with these arguments, and waits for its end. `on_line` gets each line
/// that it writes, with its end, as it comes. Throws input_error where the system has no process for it. Several threads may
/// call it. Where the calling thread holds a signal that would end the process (ending_signals.hpp), that signal ends the
/// program instead, with SIGTERM.
child_end run_program(const std::vector<std::string>& words, child_stream read,
                      const std::function<void(const std::string&)>& on_line,
                      other_stream other = other_stream::is_callers);

}  // namespace jackdaw::apps

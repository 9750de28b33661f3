// The files that the command under way reads and writes: none of them is two of these.
#pragma once

#include <string>
#include <vector>

#include "apps/support/files/file_kind.hpp"

namespace jackdaw::apps {

/// An option that names an output; none where the path is empty.
struct named_output {
  std::string option, path;
  file_kind kind = file_kind::any;
};

/// While one lives, outputs of all calls of require_apart() must be different files, unless they are of the same option:
/// an application and the command around it have outputs of their own. None may be a file that was read, or is read
/// later. One at a time, in one thread.
class separate_outputs {
 public:
  separate_outputs();
  separate_outputs(const separate_outputs&) = delete;
  separate_outputs& operator=(const separate_outputs&) = delete;
  ~separate_outputs();

  /// Whether one of them is written to standard output, so that nothing else may be.
  [[nodiscard]] bool take_standard_output() const;
};

/// While one lives, an application is prepared whose outputs `command` does not write: require_unnamed() refuses them. One
/// at a time, in one thread.
class unwritten_outputs {
 public:
  explicit unwritten_outputs(std::string command);
  unwritten_outputs(const unwritten_outputs&) = delete;
  unwritten_outputs& operator=(const unwritten_outputs&) = delete;
  ~unwritten_outputs();
};

/// Throws input_error where one of these has a path while unwritten_outputs lives: nothing would be there afterwards.
void require_unnamed(const std::vector<named_output>& all);

/// Throws input_error where two of these are one file, also where two paths lead to one place, such as /dev/stdout and
/// /dev/fd/1. Devices (/dev/null) may be named again. While separate_outputs lives, one of them may be standard output,
/// by a name that says so, unless standard error, which then says everything else, leads there, too. A file that standard
/// output or error is written to is none.
void require_apart(const std::vector<named_output>& all);

/// Throws input_error where the file that is open there, as `path`, is an output of the command under way.
void note_input(int descriptor, const std::string& path);

}  // namespace jackdaw::apps

// Output files that exist whole or not at all.
#pragma once

#include <fstream>
#include <string>
#include <vector>

namespace jackdaw::apps {

/// Throws input_error unless a file could be created or replaced at `path`; leaves nothing behind.
/// For options that name an output: called in prepare(), before hours of work are lost.
void require_writable(const std::string& path);

/// An option that names an output; none where the path is empty.
struct named_output {
  std::string option, path;
};

/// The same for all outputs of a run, which must be different files: also where two paths lead to one place. Devices
/// (/dev/null, /dev/stdout) may be named again.
void require_writable(const std::vector<named_output>& all);

/// While one lives, what different calls of the above name must be different files, too, unless by the same option: an
/// application and the command around it have outputs of their own. One at a time, in one thread.
class separate_outputs {
 public:
  separate_outputs();
  separate_outputs(const separate_outputs&) = delete;
  separate_outputs& operator=(const separate_outputs&) = delete;
  ~separate_outputs();
};

/// A file under construction: written beside its final place, moved there by commit(). Without commit() (an
/// exception on the way) the destructor removes what was written and an older file at `path` stays as it was.
class output_file {
 public:
  /// Opens the temporary file. Throws input_error when that is not possible.
  explicit output_file(std::string path);
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  ~output_file();

  [[nodiscard]] std::ostream& stream() noexcept { return stream_; }

  /// Flushes and moves the file to its place. Throws input_error when the disk is full or the place is gone.
  void commit();

 private:
  std::string path_;   // as given, for messages
  std::string place_;  // where that is
  std::string temporary_;
  std::ofstream stream_;
  bool committed_ = false;
};

}  // namespace jackdaw::apps

// Output files that exist whole or not at all.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "apps/support/files/descriptor_buffer.hpp"
#include "apps/support/files/named_files.hpp"
#include "apps/support/files/output_place.hpp"

namespace jackdaw::apps {

/// Throws input_error unless a file could be created or replaced at `path`; leaves nothing behind.
/// For options that name an output: called in prepare(), before hours of work are lost.
void require_writable(const std::string& path);

/// The same for all outputs of a run, which must be different files, and no inputs (named_files.hpp), and whose names
/// say no other format than theirs (file_kind.hpp). Messages begin with the option.
void require_writable(const std::vector<named_output>& all);

/// A file under construction: written beside its final place, moved there by commit(). Without commit() (an
/// exception on the way) the destructor removes what was written and an older file at `path` stays as it was.
///
/// Symbolic links are followed, and a file that is replaced keeps its mode. What is no file (/dev/null, a pipe) or an
/// open descriptor (/dev/stdout, /proc/self/fd/N, also of a file) is written into, where it stands.
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
  std::string path_;  // as given, for messages
  output_place place_;
  std::string temporary_;  // empty: written into its place
  int descriptor_ = -1;
  descriptor_buffer buffer_;
  std::ostream stream_;
};

}  // namespace jackdaw::apps

// Where the output lies that a path names.
#pragma once

#include <optional>
#include <string>

#include <sys/types.h>

namespace jackdaw::apps {

/// A file by what it is, not by its name.
struct file_identity {
  dev_t device;
  ino_t number;

  friend bool operator==(const file_identity&, const file_identity&) = default;
};

/// Of the file that is open there, or lies at that path, behind symbolic links; none where it is no regular file.
[[nodiscard]] std::optional<file_identity> identity_of(int descriptor);
[[nodiscard]] std::optional<file_identity> identity_of(const std::string& path);

/// What a path leads to once all symbolic links at its end are followed.
struct output_place {
  std::string path;               ///< no symbolic link
  std::optional<int> descriptor;  ///< of this process, where the path leads through /proc/self/fd
  bool is_stream = false;         ///< a descriptor, device or pipe: it is written into, nothing is replaced
};

/// Throws std::system_error where links form a cycle.
[[nodiscard]] output_place place_of(const std::string& path);

/// Of the file that is there, also where it is written into through a descriptor.
[[nodiscard]] std::optional<file_identity> identity_of(const output_place& place);

/// Whether two outputs are one file, which may be still to be made, or lead into one pipe or descriptor. Devices may be
/// shared: /dev/null, a terminal.
[[nodiscard]] bool is_same_place(const output_place& one, const output_place& other);

/// Whether it is the file that this process has open as `descriptor`, or a pipe or so; likewise.
[[nodiscard]] bool is_open_as(const output_place& place, int descriptor);

}  // namespace jackdaw::apps

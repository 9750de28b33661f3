// Shared libraries with parts of a user's own: jackdaw --load FILE.
#pragma once

#include <string>
#include <vector>

#include <jackdaw/worker/by_name/added_apps.hpp>

namespace jackdaw::cli {

/// Takes each `--load FILE` and `--load=FILE` out of a command line, wherever it stands; what follows `--`, and what
/// `jackdaw cluster` hands on, stays. Throws input_error where no file follows.
[[nodiscard]] std::vector<std::string> take_plugins(std::vector<std::string>& arguments);

/// Loads `file`, which stays loaded, and lets it add its parts; a second time nothing is done. A name without a slash is
/// a file in the working directory. Throws input_error, one line, when it cannot be loaded, is no plugin, is
/// one of another version or build, throws, or has a name that there is.
void load_plugin(const std::string& file);

/// The file from which an application was loaded, as it was called; empty: it is the program's own.
[[nodiscard]] std::string plugin_of(const working::added_app& app);

}  // namespace jackdaw::cli

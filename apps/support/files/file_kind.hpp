// What is written into a file, and which names say so.
#pragma once

#include <string>
#include <string_view>

namespace jackdaw::apps {

/// The kinds of output that options name. `any` and `text` have no format of their own.
enum class file_kind {
  any,
  text,
  elements,
  png,
  svg,
  trace,
  dot,
  paje,
  page,
  recording,
  grammar,
  ply,
  pov,
  csv,
  folder
};

/// Whether the name ends in `suffix`, such as ".svg", in small letters or large ones.
[[nodiscard]] bool has_suffix(const std::string& path, std::string_view suffix);

/// Throws input_error, with the option that names it, where the end of the name says another format than the one that is
/// written: a PNG picture called p.jpg. A name without such an end says nothing, and is right. So is "-" never, which
/// other programs take for the standard output: "/dev/stdout" is that here.
void require_suffix(const std::string& option, const std::string& path, file_kind kind);

}  // namespace jackdaw::apps

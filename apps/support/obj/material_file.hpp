// Wavefront MTL files.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/support/files/text_lines.hpp"
#include "apps/support/obj/model.hpp"

namespace jackdaw::apps::obj {

/// The materials of all files that a scene names.
class material_list {
 public:
  /// Adds those of a file. Throws input_error with file:line for a colour that is none or negative, one before the
  /// first newmtl, a light that is too weak for the digits of a double, a name that is defined again, and a property
  /// that a material has again. Unknown statements (textures) are passed over.
  void read(const std::string& path);

  /// The number of the material, or `none`.
  [[nodiscard]] std::uint32_t number_of(const std::string& name) const;

  [[nodiscard]] std::vector<material> take() { return std::move(all_); }

 private:
  std::vector<material> all_;
  std::map<std::string, std::uint32_t, std::less<>> numbers_;
};

/// Where the material files of a scene lie.
class material_places {
 public:
  /// The files that the words of a mtllib statement mean: each as many words as name a file together, most first, as
  /// names may hold blanks. Throws input_error where words name no file, and where statements together have too many
  /// words that may belong together.
  [[nodiscard]] std::vector<std::string> files(const text_lines& statement);

 private:
  std::optional<std::string> place_of(std::string_view name, const text_lines& statement);

  std::map<std::string, std::optional<std::string>, std::less<>>
      known_;              // by name; none: there is no such file
  std::size_t tried_ = 0;  // names of several words
};

}  // namespace jackdaw::apps::obj

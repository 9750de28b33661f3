// Wavefront MTL files.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "apps/support/obj/model.hpp"
#include "apps/support/text_lines.hpp"

namespace jackdaw::apps::obj {

/// The materials of all files that a scene names.
class material_list {
 public:
  /// Adds those of a file. Throws input_error with file:line for a colour that is none or negative, one before the
  /// first newmtl, and a name that is defined again. Unknown statements (textures) are passed over.
  void read(const std::string& path);

  /// The number of the material, or `none`.
  [[nodiscard]] std::uint32_t number_of(const std::string& name) const;

  [[nodiscard]] std::vector<material> take() { return std::move(all_); }

 private:
  std::vector<material> all_;
  std::map<std::string, std::uint32_t, std::less<>> numbers_;
};

/// The files that the words of a mtllib statement mean: each as many words as name a file together, most first, as
/// names may hold blanks. Throws input_error where words name no file.
[[nodiscard]] std::vector<std::string> material_files(const text_lines& statement);

}  // namespace jackdaw::apps::obj

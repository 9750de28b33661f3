// A strict look at Wavefront OBJ and MTL text before tinyobjloader reads it. That library passes over broken
// lines in silence; a scene with a hole in the wall is not what the user asked for.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace jackdaw::apps {

/// What the check saw on the way.
struct obj_summary {
  std::vector<std::string> material_files;  ///< paths, beside the OBJ file
  std::set<std::string> materials;          ///< names defined there
};

/// Checks every line of the OBJ file and of the MTL files it names. Throws input_error with file:line for: a
/// file that is missing or empty, an unknown keyword, a number that is none or not finite, a face with fewer
/// than three vertices, with a vertex that does not exist or with one twice, a material that no file defines.
obj_summary check_obj(const std::string& path);

}  // namespace jackdaw::apps

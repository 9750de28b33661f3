#include "apps/support/obj_file.hpp"

#include <filesystem>

#include "apps/support/input_error.hpp"
#include "apps/support/obj_check.hpp"

namespace jackdaw::apps {

tinyobj::ObjReader read_obj_file(const std::string& path, polygons wanted) {
  check_obj(path);
  tinyobj::ObjReaderConfig config;
  config.triangulate = wanted == polygons::triangulated;
  config.mtl_search_path = std::filesystem::path(path).parent_path().string();
  tinyobj::ObjReader reader;
  if (!reader.ParseFromFile(path, config)) {
    std::string why = reader.Error().substr(0, reader.Error().find('\n'));
    if (why.empty()) why = "no reason given";
    throw input_error(path + ": cannot be read as OBJ (" + why + "); expected a Wavefront OBJ file");
  }
  return reader;
}

}  // namespace jackdaw::apps

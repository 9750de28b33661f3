#include "apps/support/obj_check.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <utility>

#include "apps/support/text_lines.hpp"

namespace jackdaw::apps {

namespace {

/// tinyobjloader computes in float: what overflows there is refused here.
constexpr double most = 1e30;

constexpr const char* face_form =
    "f v1 v2 v3 ..., at least three different vertices, each i, i/j, i//k or i/j/k";

/// Highest positive index used so far and where: the vertices may follow their faces.
struct highest_use {
  std::int64_t index = 0;
  int line = 0;

  void add(std::int64_t i, int at) {
    if (i > index) *this = {i, at};
  }
};

struct obj_checker {
  text_lines& in;
  std::array<std::int64_t, 3> have{};  ///< v, vt, vn so far
  std::array<highest_use, 3> used{};
  std::vector<std::int64_t> face;

  /// Number counted from 1 of what `word` refers to among `kind` (0: v, 1: vt, 2: vn).
  std::int64_t index(std::string_view word, std::size_t kind) {
    static constexpr std::array<const char*, 3> names{"vertex", "texture coordinate", "normal"};
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size())
      in.refuse("\"" + std::string(word) + "\" is not an index of a " + names[kind], face_form);
    if (value < 0) value = have[kind] + value + 1;
    if (value <= 0)
      in.refuse(std::string("a ") + names[kind] + " that does not exist (\"" + std::string(word) + "\")",
                "an index from 1, or from -1 backwards to as many as came before");
    used[kind].add(value, in.number());
    return value;
  }

  void check_face() {
    const auto& words = in.words();
    if (words.size() < 4) in.refuse("a face with fewer than three vertices", face_form);
    face.clear();
    for (std::size_t w = 1; w < words.size(); ++w) {
      std::string_view rest = words[w];
      for (std::size_t kind = 0; kind < 3; ++kind) {
        const auto slash = rest.find('/');
        const auto part = rest.substr(0, slash);
        const bool may_be_left_out = kind == 1 && slash != std::string_view::npos;
        if (!part.empty() || !may_be_left_out) {
          const auto i = index(part, kind);
          if (kind == 0) face.push_back(i);
        }
        if (slash == std::string_view::npos) break;
        if (kind == 2) in.refuse("\"" + std::string(words[w]) + "\" is not a vertex", face_form);
        rest.remove_prefix(slash + 1);
      }
    }
    std::sort(face.begin(), face.end());
    if (const auto twice = std::adjacent_find(face.begin(), face.end()); twice != face.end())
      in.refuse("a face with vertex " + std::to_string(*twice) + " twice", face_form);
  }

  void check_all_exist() const {
    static constexpr std::array<const char*, 3> lines{"v", "vt", "vn"};
    for (std::size_t kind = 0; kind < 3; ++kind) {
      if (used[kind].index <= have[kind]) continue;
      in.refuse_at(
          used[kind].line, "a face with index " + std::to_string(used[kind].index) + ", which does not exist",
          "an index up to " + std::to_string(have[kind]) + ", the number of " + lines[kind] + " lines");
    }
  }
};

void check_materials(const std::string& path, std::set<std::string>& names) {
  text_lines in(path, "a Wavefront MTL file");
  static constexpr std::array<std::string_view, 3> colours{"Ka", "Kd", "Ke"};
  while (in.next()) {
    const auto& words = in.words();
    if (words[0] == "newmtl") {
      if (words.size() != 2) in.refuse("a material needs a name without blanks", "newmtl NAME");
      names.emplace(words[1]);
    } else if (std::find(colours.begin(), colours.end(), words[0]) != colours.end()) {
      const std::string form = std::string(words[0]) + " red green blue, finite numbers from 0";
      if (names.empty()) in.refuse("a colour before the first newmtl", "newmtl NAME first");
      if (words.size() != 4) in.refuse("a colour needs three numbers", form);
      for (std::size_t w = 1; w < 4; ++w)
        if (in.real(w, form, most) < 0) in.refuse("a colour below 0", form);
    }
  }
}

/// Lines that carry no flat surface.
bool passed_over(std::string_view word) {
  static constexpr std::array<std::string_view, 12> known{
      "vp", "l", "p", "o", "g", "s", "lod", "bevel", "mg", "c_interp", "d_interp", "maplib"};
  return std::find(known.begin(), known.end(), word) != known.end();
}

}  // namespace

obj_summary check_obj(const std::string& path) {
  text_lines in(path, "a Wavefront OBJ file");
  obj_summary found;
  obj_checker checker{in, {}, {}, {}};
  std::vector<std::pair<int, std::string>> wanted;
  while (in.next()) {
    const auto& words = in.words();
    if (words.back().back() == '\\') in.refuse("a line continued by \"\\\"", "each statement on one line");
    if (words[0] == "v") {
      const std::string form = "v x y z, finite numbers";
      if (words.size() < 4) in.refuse("a vertex with fewer than three coordinates", form);
      for (std::size_t w = 1; w < words.size(); ++w) in.real(w, form, most);
      ++checker.have[0];
    } else if (words[0] == "vt") {
      for (std::size_t w = 1; w < std::max<std::size_t>(words.size(), 2); ++w)
        in.real(w, "vt u [v [w]]", most);
      ++checker.have[1];
    } else if (words[0] == "vn") {
      for (std::size_t w = 1; w < 4; ++w) in.real(w, "vn x y z, finite numbers", most);
      ++checker.have[2];
    } else if (words[0] == "f") {
      checker.check_face();
    } else if (words[0] == "mtllib") {
      if (words.size() < 2) in.refuse("mtllib without a file", "mtllib FILE.mtl");
      const auto file = (std::filesystem::path(path).parent_path() / in.rest()).string();
      if (!std::filesystem::exists(file))
        in.refuse("material file " + file + " is missing", "a readable MTL file");
      found.material_files.push_back(file);
      check_materials(file, found.materials);
    } else if (words[0] == "usemtl") {
      if (words.size() != 2) in.refuse("a material needs a name without blanks", "usemtl NAME");
      wanted.emplace_back(in.number(), std::string(words[1]));
    } else if (!passed_over(words[0])) {
      in.refuse("unknown keyword \"" + std::string(words[0]) + "\"",
                "a Wavefront OBJ statement (v, vt, vn, f, o, g, s, mtllib, usemtl, ...)");
    }
  }
  checker.check_all_exist();
  for (const auto& [line, name] : wanted)
    if (!found.materials.contains(name))
      in.refuse_at(line, "material \"" + name + "\" is not defined", "a name from a file named by mtllib");
  return found;
}

}  // namespace jackdaw::apps

#include "apps/support/obj/read_model.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "apps/support/files/text_lines.hpp"
#include "apps/support/obj/material_file.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::obj {

namespace {

/// Powers of lengths up to the fourth are numbers of a double.
constexpr double farthest = 1e30;

constexpr const char* face_form =
    "f v1 v2 v3 ..., at least three different vertices, each i, i/j, i//k or i/j/k";

/// Dividing a polygon takes steps by the square of its corners.
constexpr std::size_t most_corners = 2048;

enum kind : std::size_t { vertex, texture, normal, kinds };

/// Highest index used so far and where: the vertices may follow their faces.
struct highest_use {
  std::int64_t index = 0;
  int line = 0;
};

/// Statements that carry no flat surface.
bool is_passed_over(std::string_view word) {
  static constexpr std::array<std::string_view, 17> known{
      "vp",       "l",        "p",      "o",      "g",          "s",         "lod",   "bevel", "mg",
      "c_interp", "d_interp", "usemap", "maplib", "shadow_obj", "trace_obj", "ctech", "stech"};
  return std::find(known.begin(), known.end(), word) != known.end();
}

/// Whether a number is written with more digits than any double tells apart.
bool has_many_digits(std::string_view word) {
  const std::string_view digits = word.substr(0, word.find_first_of("eE"));
  const std::size_t first = digits.find_first_of("123456789");
  const std::size_t last = digits.find_last_of("123456789");
  if (first == std::string_view::npos) return false;
  const std::string_view counted = digits.substr(first, last - first + 1);
  return counted.size() - (counted.find('.') == std::string_view::npos ? 0 : 1) >
         std::numeric_limits<double>::digits10;
}

class model_reader {
 public:
  explicit model_reader(const std::string& path)
      : in_(input_file(path, "a Wavefront OBJ file"), {.continued = true, .with_names = true}) {}

  model read() {
    while (in_.next()) statement();
    require_all_exist();
    resolve_materials();
    require_precision();
    move_to_origin();
    return std::move(made_);
  }

 private:
  void statement() {
    const auto& words = in_.words();
    if (words[0] == "v") {
      read_vertex();
    } else if (words[0] == "vt") {
      for (std::size_t w = 1; w < std::max<std::size_t>(words.size(), 2); ++w)
        static_cast<void>(in_.real(w, "vt u [v [w]]", farthest));
      ++have_[texture];
    } else if (words[0] == "vn") {
      made_.normals.push_back(read_point("vn x y z, finite numbers"));
      ++have_[normal];
    } else if (words[0] == "f") {
      read_face();
    } else if (words[0] == "mtllib") {
      for (std::string& file : places_.files(in_))
        if (files_.insert(file).second) materials_.read(file);
    } else if (words[0] == "usemtl") {
      if (words.size() < 2) in_.refuse("a material without a name", "usemtl NAME");
      const auto [place, is_new] =
          wanted_.try_emplace(std::string(in_.rest()), static_cast<std::uint32_t>(used_names_.size()));
      if (is_new) used_names_.push_back({&place->first, in_.number()});
      current_ = place->second;
    } else if (!is_passed_over(words[0])) {
      in_.refuse("unknown keyword " + in_.shown(0),
                 "a Wavefront OBJ statement (v, vt, vn, f, o, g, s, mtllib, usemtl, ...)");
    }
  }

  vec3 read_point(const std::string& form) {
    return {in_.real(1, form, farthest), in_.real(2, form, farthest), in_.real(3, form, farthest)};
  }

  void read_vertex() {
    const std::string form = "v x y z, finite numbers";
    const auto& words = in_.words();
    if (words.size() < 4) in_.refuse("a vertex with fewer than three coordinates", form);
    if (words.size() > 8)
      in_.refuse("a vertex of " + std::to_string(words.size() - 1) + " numbers",
                 form + ", a weight or a colour");
    if (made_.positions.size() == none) in_.refuse("another vertex", "at most " + std::to_string(none));
    made_.positions.push_back(read_point(form));
    for (std::size_t w = 4; w < words.size(); ++w) static_cast<void>(in_.real(w, form, farthest));
    many_digits_.push_back(has_many_digits(words[1]) || has_many_digits(words[2]) ||
                           has_many_digits(words[3]));
    ++have_[vertex];
  }

  /// Number counted from 1 of what `word` refers to.
  std::int64_t index(std::string_view word, kind of) {
    static constexpr std::array<const char*, kinds> names{"vertex", "texture coordinate", "normal"};
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc::invalid_argument || end != word.data() + word.size())
      in_.refuse(in_quotes(word) + " is not an index of a " + names[of], face_form);
    if (error == std::errc{} && value < 0) value = have_[of] + value + 1;
    if (error != std::errc{} || value <= 0 || value >= none) {
      in_.refuse(std::string("a ") + names[of] + " that does not exist (" + in_quotes(word) + ")",
                 "an index from 1, or from -1 backwards to as many as came before");
    }
    if (value > used_[of].index) used_[of] = {value, in_.number()};
    return value;
  }

  corner read_corner(std::string_view word) {
    corner made{};
    std::string_view rest = word;
    for (std::size_t of = vertex; of < kinds; ++of) {
      const auto slash = rest.find('/');
      const auto part = rest.substr(0, slash);
      const bool may_be_left_out = of == texture && slash != std::string_view::npos;
      if (!part.empty() || !may_be_left_out) {
        const std::int64_t i = index(part, static_cast<kind>(of));
        if (of == vertex) made.vertex = static_cast<std::uint32_t>(i - 1);
        if (of == normal) made.normal = static_cast<std::uint32_t>(i - 1);
      }
      if (slash == std::string_view::npos) break;
      if (of == normal) in_.refuse(in_quotes(word) + " is not a vertex", face_form);
      rest.remove_prefix(slash + 1);
    }
    return made;
  }

  void read_face() {
    const auto& words = in_.words();
    if (words.size() < 4) in_.refuse("a face with fewer than three vertices", face_form);
    if (words.size() > most_corners + 1) {
      in_.refuse("a face with " + std::to_string(words.size() - 1) + " vertices",
                 "at most " + std::to_string(most_corners));
    }
    made_.faces.push_back(
        {made_.corners.size(), static_cast<std::uint32_t>(words.size() - 1), current_, in_.number()});
    sorted_.clear();
    for (std::size_t w = 1; w < words.size(); ++w) {
      made_.corners.push_back(read_corner(words[w]));
      sorted_.push_back(made_.corners.back().vertex);
    }
    std::sort(sorted_.begin(), sorted_.end());
    if (const auto twice = std::adjacent_find(sorted_.begin(), sorted_.end()); twice != sorted_.end())
      in_.refuse("a face with vertex " + std::to_string(*twice + std::int64_t{1}) + " twice", face_form);
  }

  /// From here on every index of a corner is one of something that was read.
  void require_all_exist() const {
    static constexpr std::array<const char*, kinds> lines{"v", "vt", "vn"};
    for (std::size_t of = 0; of < kinds; ++of) {
      if (used_[of].index <= have_[of]) continue;
      in_.refuse_at(
          used_[of].line, "a face with index " + std::to_string(used_[of].index) + ", which does not exist",
          "an index up to " + std::to_string(have_[of]) + ", the number of " + lines[of] + " lines");
    }
  }

  void resolve_materials() {
    std::vector<std::uint32_t> numbers;
    for (const auto& [name, line] : used_names_) {
      numbers.push_back(materials_.number_of(*name));
      if (numbers.back() == none) {
        in_.refuse_at(line, "material " + in_quotes(*name) + " is not defined",
                      "a name from a file named by mtllib");
      }
    }
    for (face& each : made_.faces)
      if (each.material != none) each.material = numbers[each.material];
    made_.materials = materials_.take();
  }

  /// Doubles near x are as far apart as that part of it.
  static constexpr double spacing = std::numeric_limits<double>::epsilon();

  void require_precision() const {
    constexpr double least = 1000;  // as many steps of doubles as a face must be large
    for (const face& each : made_.faces) {
      vec3 low{farthest, farthest, farthest}, high{-farthest, -farthest, -farthest};
      bool is_rounded = false;
      for (std::size_t c = each.first; c < each.first + each.count; ++c) {
        const std::uint32_t v = made_.corners[c].vertex;
        low = lowest(low, made_.positions[v]);
        high = highest(high, made_.positions[v]);
        is_rounded |= many_digits_[v];
      }
      const double size = largest(high - low);
      const double step = spacing * std::max(largest(high), largest(-low));
      // Of no size at all it is a face without area, unless that is what reading made of it.
      if (size >= least * step || (size == 0 && !is_rounded)) continue;
      in_.refuse_at(each.line,
                    "a face of size " + shown(size) + " at " + shown(step / spacing) +
                        ", where numbers are " + shown(step) + " apart",
                    "a scene nearer to 0, in which corners keep their places to a thousandth of their face");
    }
  }

  static std::string shown(double value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 3).ptr;
    return {text, end};
  }

  void move_to_origin() {
    if (made_.corners.empty()) return;
    vec3 low = made_.positions[made_.corners.front().vertex];
    vec3 high = low;
    for (const corner& each : made_.corners) {
      low = lowest(low, made_.positions[each.vertex]);
      high = highest(high, made_.positions[each.vertex]);
    }
    const vec3 middle = low + (high - low) * 0.5;
    if (length(middle) <= length(high - low)) return;
    made_.origin = middle;
    for (vec3& each : made_.positions) each = each - middle;
  }

  text_lines in_;
  model made_;
  std::array<std::int64_t, kinds> have_{};
  std::array<highest_use, kinds> used_{};
  std::vector<bool> many_digits_;  // of a vertex
  std::vector<std::uint32_t> sorted_;

  struct used_name {
    const std::string* name;
    int line;  // of its first use
  };
  material_places places_;
  std::set<std::string> files_;
  material_list materials_;
  std::map<std::string, std::uint32_t> wanted_;  // number in used_names_
  std::vector<used_name> used_names_;
  std::uint32_t current_ = none;  // face::material counts used_names_ until resolve_materials()
};

}  // namespace

model read_model(const std::string& path) { return model_reader(path).read(); }

}  // namespace jackdaw::apps::obj

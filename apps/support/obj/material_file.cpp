#include "apps/support/obj/material_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::obj {

namespace {

/// Larger numbers are no colours, and their powers none of a double's.
constexpr double largest_colour = 1e30;
/// Of a light: what is darker and not black has lost digits, and its products are none of a double's.
constexpr double least_light = 1e-30;

struct colour_statement {
  std::string_view word;
  vec3 material::* colour;
};
constexpr std::array<colour_statement, 4> colours{{{"Ka", &material::ambient},
                                                   {"Kd", &material::diffuse},
                                                   {"Ks", &material::specular},
                                                   {"Ke", &material::emission}}};

void read_colour(const text_lines& in, const colour_statement& statement, material& into) {
  const bool is_light = statement.colour == &material::emission;
  const std::string form = std::string(statement.word) + " red green blue, finite numbers from 0" +
                           (is_light ? ": 0, or from 1e-30 to 1e30" : "");
  if (in.words().size() != 4) in.refuse("a colour needs three numbers", form);
  std::array<double, 3> channels{};
  for (std::size_t i = 0; i < 3; ++i)
    if ((channels[i] = in.real(i + 1, form, largest_colour)) < 0) in.refuse("a colour below 0", form);
  if (is_light && std::ranges::any_of(channels, [](double each) { return each > 0 && each < least_light; }))
    in.refuse("a light that is too weak", form);
  into.*statement.colour = {channels[0], channels[1], channels[2]};
}

/// The matt colour of a texture that has none beside it, as other readers take it.
constexpr vec3 below_texture{0.6, 0.6, 0.6};

}  // namespace

void material_list::read(const std::string& path) {
  text_lines in(input_file(path, "a Wavefront MTL file"), {.continued = true, .with_names = true});
  bool has_any = false;
  std::set<std::string, std::less<>> said;  // of this material
  while (in.next()) {
    const auto& words = in.words();
    if (words[0] == "newmtl") {
      if (words.size() < 2) in.refuse("a material without a name", "newmtl NAME");
      const auto number = static_cast<std::uint32_t>(all_.size());
      if (!numbers_.emplace(in.rest(), number).second)
        in.refuse("material " + in_quotes(in.rest()) + " is defined again", "each material once");
      all_.emplace_back().name = in.rest();
      has_any = true;
      said.clear();
      continue;
    }
    const auto colour = std::find_if(colours.begin(), colours.end(), [&words](const colour_statement& each) {
      return each.word == words[0];
    });
    const bool is_number = words[0] == "Ns" || words[0] == "illum";
    if (colour != colours.end() || is_number || words[0] == "map_Kd") {
      if (!has_any) in.refuse("a colour before the first newmtl", "newmtl NAME first");
      material& made = all_.back();
      const bool is_new = said.emplace(words[0]).second;
      if (!is_new && words[0] != "map_Kd")
        in.refuse(std::string(words[0]) + " of material " + in_quotes(made.name) + " is given again",
                  "each property of a material once");
      if (colour != colours.end()) {
        read_colour(in, *colour, made);
      } else if (words[0] == "Ns") {
        made.shininess = in.real(1, "Ns exponent, a finite number", largest_colour);
      } else if (words[0] == "illum") {
        made.illumination = static_cast<int>(in.whole(1, 0, 10, "illum model"));
      } else if (!said.contains("Kd")) {
        made.diffuse = below_texture;
      }
    }
  }
}

std::uint32_t material_list::number_of(const std::string& name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? none : found->second;
}

namespace {

/// Where a material file of that name lies; nothing where there is none.
std::optional<std::string> looked_up(std::string_view name, const input_file& beside) {
  const std::filesystem::path file(name);
  const auto exists = [](const std::filesystem::path& path) {
    std::error_code unknown;  // too long a name, no right to look
    return std::filesystem::exists(path, unknown);
  };
  const auto near = std::filesystem::path(beside.path()).parent_path() / file;
  if (exists(near)) return near.string();
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(beside.path(), unknown) && exists(file)) return file.string();
  return std::nullopt;
}

}  // namespace

std::optional<std::string> material_places::place_of(std::string_view name, const text_lines& statement) {
  constexpr std::size_t longest_path = 4096;
  constexpr std::size_t most_tried = 100'000;
  if (name.size() > longest_path || name.find('\0') != std::string_view::npos) return std::nullopt;
  if (name.find_first_of(" \t") != std::string_view::npos && ++tried_ > most_tried) {
    statement.refuse("mtllib statements with more than " + std::to_string(most_tried) +
                         " names of several words to look for",
                     "one file a statement");
  }
  auto known = known_.find(name);
  if (known == known_.end())
    known = known_.emplace(std::string(name), looked_up(name, statement.input())).first;
  return known->second;
}

std::vector<std::string> material_places::files(const text_lines& statement) {
  constexpr std::size_t most_words = 1000;  // each may be looked for with each of those behind it
  const std::size_t count = statement.words().size();
  if (count < 2) statement.refuse("mtllib without a file", "mtllib FILE.mtl");
  if (count > most_words) {
    statement.refuse("mtllib with " + std::to_string(count - 1) + " words",
                     "at most " + std::to_string(most_words - 1) + ", names of files");
  }
  std::vector<std::string> found;
  for (std::size_t first = 1; first < count;) {
    std::size_t last = count;
    std::optional<std::string> place;
    while (last > first && !(place = place_of(statement.between(first, last), statement))) --last;
    if (!place) {
      statement.refuse("material file " +
                           in_quotes(statement.between(first, first == 1 ? count : first + 1)) +
                           " is missing",
                       "a readable MTL file");
    }
    found.push_back(std::move(*place));
    first = last;
  }
  return found;
}

}  // namespace jackdaw::apps::obj

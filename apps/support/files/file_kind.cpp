#include "apps/support/files/file_kind.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>
#include <vector>

#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps {

namespace {

/// What is written, and how the names of such files end; empty: they have no end of their own.
struct written_kind {
  const char* what;
  std::vector<std::string_view> suffixes;
};

written_kind about(file_kind kind) {
  switch (kind) {
    case file_kind::any:
      break;
    case file_kind::text:
      return {"text", {".txt", ".csv"}};
    case file_kind::elements:
      return {"raw elements", {".bin"}};
    case file_kind::png:
      return {"a PNG picture", {".png"}};
    case file_kind::svg:
      return {"an SVG picture", {".svg"}};
    case file_kind::trace:
      return {"a trace in JSON", {".json"}};
    case file_kind::dot:
      return {"a graph in DOT", {".dot", ".gv"}};
    case file_kind::paje:
      return {"a trace of Pajé", {".paje", ".trace"}};
    case file_kind::page:
      return {"an HTML page", {".html", ".htm"}};
    case file_kind::recording:
      return {"a recorded run", {".jd"}};
    case file_kind::grammar:
      return {"a grammar", {".tg", ".txt"}};
    case file_kind::ply:
      return {"a PLY mesh", {".ply"}};
    case file_kind::pov:
      return {"a scene of POV-Ray", {".pov"}};
    case file_kind::csv:
      return {"comma-separated values", {".csv", ".txt"}};
    case file_kind::folder:
      return {"a folder", {}};
  }
  return {"a file", {}};
}

/// Ends of names that say a format: those of all kinds above, and of what people know besides.
constexpr std::string_view formats[] = {
    // pictures and films
    ".png", ".apng", ".jpg", ".jpeg", ".jp2", ".jxl", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".avif",
    ".heic", ".heif", ".ppm", ".pgm", ".pbm", ".pnm", ".pam", ".pfm", ".xpm", ".xbm", ".tga", ".ico", ".exr",
    ".hdr", ".psd", ".xcf", ".svg", ".svgz", ".pdf", ".ps", ".eps", ".emf", ".wmf", ".mp4", ".webm",
    // text and tables
    ".html", ".htm", ".xhtml", ".md", ".rst", ".tex", ".rtf", ".doc", ".docx", ".odt", ".json", ".jsonl",
    ".xml", ".yaml", ".yml", ".toml", ".csv", ".tsv", ".txt", ".xls", ".ods", ".xlsx",
    // of this program
    ".dot", ".gv", ".paje", ".trace", ".jd", ".tg", ".bin", ".mtx", ".pov", ".ply",
    // meshes and numbers
    ".obj", ".mtl", ".stl", ".off", ".gltf", ".glb", ".vtk", ".npy", ".npz", ".h5",
    // packed
    ".gz", ".tgz", ".bz2", ".xz", ".lz4", ".zst", ".zip", ".7z", ".rar", ".tar"};

std::string suffix_of(const std::string& path) {
  std::string suffix = std::filesystem::path(path).extension().string();
  for (char& each : suffix) each = static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
  return suffix;
}

/// "a, b or c".
std::string listed(const std::vector<std::string_view>& all) {
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i)
    text += (i == 0 ? "" : i + 1 == all.size() ? " or " : ", ") + std::string(all[i]);
  return text;
}

}  // namespace

bool has_suffix(const std::string& path, std::string_view suffix) { return suffix_of(path) == suffix; }

void require_suffix(const std::string& option, const std::string& path, file_kind kind) {
  if (path == "-")
    throw input_error(
        option +
        " -: '-' names no output; expected a path such as /dev/stdout, or ./- for a file of that name");
  const written_kind written = about(kind);
  const std::string suffix = suffix_of(path);
  if (kind == file_kind::any || std::ranges::find(written.suffixes, suffix) != written.suffixes.end() ||
      std::ranges::find(formats, suffix) == std::end(formats))
    return;
  std::error_code unknown;
  if (kind == file_kind::folder && std::filesystem::is_directory(path, unknown)) return;
  throw input_error(
      option + ' ' + quoted(path, 160) + ": " + written.what + " is written, which " + suffix +
      " does not say; expected " +
      (written.suffixes.empty() ? "a folder's name" : "a name that ends in " + listed(written.suffixes)));
}

}  // namespace jackdaw::apps

// What the files of figures in a folder come to: Jackdaw's figure and the best rival's, for each problem and number of
// workers.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <nlohmann/json.hpp>

namespace {

using json = nlohmann::json;

/// How the benches name their values: what was measured, and which field holds the figure of which less is better.
/// Benches without rivals have none of these.
struct kind {
  const char* what;
  const char* figure;
  const char* unit;
  const char* runtime;
};
constexpr kind kinds[] = {{"instance", "nanoseconds_per_unit", "ns", "runtime"},
                          {"efficiency", "metg_cycles", "cycles", "runtime"},
                          {"situation", "ratio_to_own", "x own", "runtime"},
                          {"work", "median_seconds", "s", "grain"},
                          {"what", "value", "", "runtime"}};

struct figure {
  std::string runtime;
  double value;
};

/// The rivals of our own loop without a grain size are loops with one.
bool is_ours(const std::string& runtime) { return runtime.starts_with("jackdaw") || runtime == "adaptive"; }

std::string text_of(const json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

void print_row(const std::string& bench, const std::string& what, unsigned workers, const std::string& unit,
               const std::vector<figure>& all) {
  const figure* rival = nullptr;
  for (const figure& each : all) {
    if (!is_ours(each.runtime) && each.runtime != "serial" && (rival == nullptr || each.value < rival->value))
      rival = &each;
  }
  for (const figure& own : all) {
    if (!is_ours(own.runtime)) continue;
    std::printf("%-10s %-44.44s %3u %-8.8s %-23s %11.3f", bench.c_str(), what.c_str(), workers, unit.c_str(),
                own.runtime.c_str(), own.value);
    if (rival != nullptr)
      std::printf(" %11.3f %-8.8s %8.3f", rival->value, rival->runtime.c_str(), own.value / rival->value);
    std::printf("\n");
  }
}

void summarize(const json& file) {
  std::map<std::tuple<std::string, unsigned, std::string>, std::vector<figure>> rows;
  for (const json& result : file.at("results")) {
    for (const kind& each : kinds) {
      if (!result.contains(each.what) || !result.contains(each.figure) || !result.contains(each.runtime))
        continue;
      if (!result.at(each.figure).is_number()) continue;  // unknown: it failed, or was never reached
      const std::string unit = *each.unit != '\0' ? each.unit : text_of(result.value("unit", json("")));
      std::string what = text_of(result.at(each.what));
      if (result.contains("of")) what += " of " + text_of(result.at("of"));
      rows[{what, result.value("workers", 1U), unit}].push_back(
          {text_of(result.at(each.runtime)), result.at(each.figure).get<double>()});
    }
  }
  for (const auto& [key, all] : rows) {
    print_row(text_of(file.at("bench")), std::get<0>(key), std::get<1>(key), std::get<2>(key), all);
  }
  for (const json& trouble : file.at("troubles"))
    std::printf("%-10s TROUBLE: %s\n", text_of(file.at("bench")).c_str(), text_of(trouble).c_str());
}

int summarize_folder(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::printf("%-10s %-44s %3s %-8s %-23s %11s %11s %-8s %8s\n", "bench", "what", "w", "unit", "ours",
              "figure", "rival's", "rival", "ratio");
  for (const auto& path : files) summarize(json::parse(std::ifstream(path)));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "bench_summary: expected a folder with files of figures\n");
    return 2;
  }
  try {
    return summarize_folder(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_summary: %s\n", error.what());
    return 1;
  }
}

// Files of recorded runs as texts: a small one, changed ones, and how they are refused.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include <jackdaw/trace/read/read_run_file.hpp>
#include <jackdaw/trace/read/run_file.hpp>

namespace jackdaw::tests {

inline trace::recorded_run read(const std::string& text) {
  std::istringstream in(text);
  return trace::read_run(in, "run.jd");
}

/// The line with which `text` is refused; empty when it is not.
inline std::string refusal(const std::string& text) {
  try {
    (void)read(text);
  } catch (const trace::bad_run_file& error) { return error.what(); }
  return {};
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline const std::string small =
    "jackdaw recording 1\nrun \"a\"\npool \"dq8\"\nlost 0\nkinds 1\nkind \"A\" \"\"\nworkers 1\n"
    "worker 0 3\n0 created 1 0\n10 started 1 0\n20 finished 1 0\nend\n";

inline std::string changed(const std::string& from, const std::string& to) {
  std::string text = small;
  text.replace(text.find(from), from.size(), to);
  return text;
}

/// A recording of these events of worker 0, and of worker 1.
inline std::string events(const std::vector<std::string>& first, const std::vector<std::string>& second = {},
                          const std::string& lost = "0") {
  std::string text =
      "jackdaw recording 1\nrun \"\"\npool \"\"\nlost " + lost + "\nkinds 1\nkind \"A\" \"\"\nworkers 2\n";
  for (const auto* of : {&first, &second}) {
    text += "worker " + std::to_string(of == &first ? 0 : 1) + ' ' + std::to_string(of->size()) + '\n';
    for (const std::string& each : *of) text += each + '\n';
  }
  return text + "end\n";
}

}  // namespace jackdaw::tests

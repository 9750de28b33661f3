// Unforeseen inputs, for everything that reads a file: libFuzzer with the sanitizers (README.md).
//
//     readers_fuzz READER [arguments of libFuzzer: folders of inputs, -runs=N, -max_total_time=S …]
//
// What is wrong has to be refused by input_error, whose line is fit for a terminal, and soon; what is read goes through
// whatever relies on it.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include <jackdaw/replay/read_program.hpp>
#include <jackdaw/replay/recorded_sharing.hpp>
#include <jackdaw/replay/replay.hpp>
#include <jackdaw/trace/formats/chrome.hpp>
#include <jackdaw/trace/formats/graph_dot.hpp>
#include <jackdaw/trace/formats/paje.hpp>
#include <jackdaw/trace/formats/schedule_svg.hpp>
#include <jackdaw/trace/graph/profile.hpp>
#include <jackdaw/trace/read/read_history.hpp>
#include <jackdaw/trace/read/read_run_file.hpp>

#include "apps/barnes/bodies/body_file.hpp"
#include "apps/grammar/expansion/expand.hpp"
#include "apps/grammar/language/lexer.hpp"
#include "apps/grammar/language/parse.hpp"
#include "apps/grammar/recorded/compare.hpp"
#include "apps/grammar/recorded/derive.hpp"
#include "apps/grammar/recorded/derive_runtime.hpp"
#include "apps/knapsack/instance.hpp"
#include "apps/labyrinth/maze/read_maze.hpp"
#include "apps/quicksort/numbers/number_reader.hpp"
#include "apps/radiosity/scene/scene_obj.hpp"
#include "apps/ray/scene/scene_obj.hpp"
#include "apps/support/options/number.hpp"
#include "apps/support/sparse/read_matrix.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/uts/tree_list.hpp"

using namespace jackdaw;

namespace {

/// What makes libFuzzer keep an input and stop.
void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "readers_fuzz: %s\n", what);
  std::abort();
}

/// Files of this process.
class folder {
 public:
  folder() { std::filesystem::create_directories(path_); }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  ~folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string write(const std::string& name, std::string_view content) const {
    const std::string path = (path_ / name).string();
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

 private:
  const std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("jackdaw_fuzz_" + std::to_string(getpid()));
};

std::string file_with(std::string_view content) {
  static const folder here;
  return here.write("input", content);
}

/// One line that a terminal shows as it is, and not many of its lines.
void check_message(std::string_view line) {
  require(line.size() < 2000, "a message too long");
  base::for_each_character(
      line,
      [](std::string_view character) {
        require(character.size() > 2 || !base::is_control(character), "control characters in a message");
      },
      [](std::string_view) { require(false, "a message that is no UTF-8"); });
}

/// What several readers make of the same input.
void tries(auto read) {
  try {
    read();
  } catch (const apps::input_error& error) { check_message(error.what()); }
}

// ---- readers ----

/// The lines after "#mtl" are the material file m.mtl.
void read_scene(std::string_view text) {
  constexpr std::string_view mark = "\n#mtl\n";
  const std::size_t end = std::min(text.find(mark), text.size());
  static const folder here;
  static_cast<void>(here.write("m.mtl", text.substr(std::min(end + mark.size(), text.size()))));
  const std::string path = here.write("m.obj", text.substr(0, end));
  tries([&] { static_cast<void>(apps::radiosity::read_obj(path)); });
  tries([&] { static_cast<void>(apps::ray::read_obj(path)); });
}

void read_matrix(std::string_view text) { static_cast<void>(apps::sparse::read_matrix(file_with(text))); }
void read_trees(std::string_view text) { static_cast<void>(apps::uts::read_trees(file_with(text))); }
void read_items(std::string_view text) { static_cast<void>(apps::knapsack::read_instance(file_with(text))); }
void read_bodies(std::string_view text) { static_cast<void>(apps::barnes::read_bodies(file_with(text))); }
void read_maze(std::string_view text) {
  static_cast<void>(apps::labyrinth::read_puzzle(file_with(text), {}));
}

void read_numbers(std::string_view text) {
  const std::string path = file_with(text);
  tries([&] { static_cast<void>(apps::quicksort::read_text<std::int32_t>(path)); });
  tries([&] { static_cast<void>(apps::quicksort::read_text<double>(path)); });
  tries([&] { static_cast<void>(apps::quicksort::read_binary<double>(path)); });
}

void read_option(std::string_view text) {
  tries([&] { static_cast<void>(apps::whole_number("--n", text, std::uint64_t{0}, UINT64_MAX)); });
  tries([&] { static_cast<void>(apps::whole_number("--n", text, INT64_MIN, INT64_MAX)); });
  tries([&] { static_cast<void>(apps::real_number("--n", text)); });
}

/// A hundred tasks of it, and what it says of names.
void read_grammar(std::string_view text) {
  const apps::grammar::task_grammar found = apps::grammar::parse("input", text);
  for (const std::string& each : found.types) {
    std::string again = "initial " + apps::grammar::written_name(each);
    again.append(1, '\n').append(apps::grammar::written_name(each)).append(" ->");
    require(apps::grammar::parse("again", again).types.at(0) == each, "a name is not read as it was written");
  }
  std::vector<std::int64_t> values;
  for (const auto& each : found.variables) values.push_back(each.value);
  const apps::grammar::expander by(found, values);
  apps::grammar::step_budget budget{2'000, 2'000};
  std::vector<apps::grammar::instance> todo = by.initial(1, 100);
  std::vector<apps::grammar::action> actions;
  for (int tasks = 0; tasks < 100 && !todo.empty(); ++tasks) {
    const apps::grammar::instance next = todo.back();
    todo.pop_back();
    values = by.expand(next, {values}, actions, budget);  // a join ends it where variables change
    for (const auto& each : actions) {
      if (each.what == apps::grammar::action::form::put) todo.push_back(each.task);
    }
  }
}

/// A recording, and all that is made of one.
void read_recording(std::string_view text) {
  std::istringstream in{std::string(text)};
  const trace::recorded_run run = trace::read_run(in, "input");
  std::ostringstream out;
  trace::write_run(out, run);
  std::istringstream again(out.str());
  std::ostringstream twice;
  trace::write_run(twice, trace::read_run(again, "again"));
  require(twice.str() == out.str(), "a recording is not read as it was written");

  const trace::history seen = trace::read_history(run.seen);
  const trace::graph order = trace::graph_reader::read(run.seen, 100);
  require(order.span <= order.work, "the span is more than the work");
  static_cast<void>(trace::graph_reader::span_without(run.seen, 0));
  static_cast<void>(trace::graph_reader::span_without_handle(run.seen, 0));
  for (const auto& each : trace::profile_of(seen).parallelism) require(each >= 0, "parallelism below 0");
  std::ostringstream forms;
  trace::write_chrome(forms, seen);
  trace::write_paje(forms, seen);
  trace::write_dot(forms, seen, order);
  trace::write_schedule(forms, seen);
  base::for_each_character(forms.str(), [](auto) {}, [](auto) { require(false, "no UTF-8"); });
  const std::string derived = apps::grammar::derived(seen);
  if (!seen.tasks.empty()) {
    require(apps::grammar::compared(seen, apps::grammar::parse("derived", derived), {}).holds(),
            "a run does not follow the grammar that was derived from it");
    const std::string runtime = apps::grammar::derived_runtime(seen);
    static_cast<void>(apps::grammar::compared(seen, apps::grammar::parse("runtime", runtime), {}));
  }

  if (!run.seen.complete()) return;
  const replay::program of = replay::read_program(run.seen, {10, 10});
  const replay::sharing shares = replay::recorded_sharing(run);
  try {
    for (const char* pool : {"jackdaw", "dq1", "dq8", "sq3"}) {
      for (const unsigned workers : {1U, 3U}) {
        const replay::costs price{5, 5, 5, 5, 5, 5, 5, 5};
        const auto found = replay::replay_run(of, *replay::policy_of(pool), {workers, price, {}, shares});
        require(found.nanoseconds >= 0, "a time below 0");
        const double quantum = std::max(of.work() * shares.slower / 100, 1000.0);
        static_cast<void>(
            replay::replay_run(of, *replay::policy_of(pool), {workers, price, {1, 2, quantum}, shares}));
      }
    }
  } catch (const std::invalid_argument&) {}  // tasks that wait for each other
}

// ---- which one ----

struct reader {
  std::string_view name;
  void (*read)(std::string_view);
};
constexpr std::array<reader, 10> readers{{{"scene", &read_scene},
                                          {"matrix", &read_matrix},
                                          {"trees", &read_trees},
                                          {"items", &read_items},
                                          {"bodies", &read_bodies},
                                          {"maze", &read_maze},
                                          {"numbers", &read_numbers},
                                          {"option", &read_option},
                                          {"grammar", &read_grammar},
                                          {"recording", &read_recording}}};

const reader* chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  constexpr const char* variable = "JACKDAW_FUZZED";  // for processes that libFuzzer starts
  if (*count > 1 && (*arguments)[1][0] != '-') {
    setenv(variable, (*arguments)[1], 1);
    (*arguments)[1] = (*arguments)[0];
    ++*arguments;
    --*count;
  }
  const char* const name = std::getenv(variable);
  const auto* const found =
      std::ranges::find(readers, std::string_view(name == nullptr ? "" : name), &reader::name);
  if (found == readers.end()) {
    std::fputs("readers_fuzz: expected as the first argument one of", stderr);
    for (const reader& each : readers) std::fprintf(stderr, " %s", each.name.data());
    std::fputs("\n", stderr);
    std::exit(2);
  }
  chosen = found;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    chosen->read({reinterpret_cast<const char*>(data), size});
  } catch (const apps::input_error& error) {
    check_message(error.what());
  } catch (const trace::bad_run_file& error) { check_message(error.what()); }
  return 0;
}

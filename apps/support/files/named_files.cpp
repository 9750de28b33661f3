#include "apps/support/files/named_files.hpp"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "apps/support/files/output_place.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps {

namespace {

struct noted_output {
  named_output named;
  output_place place;
};
struct noted_input {
  std::string path;
  file_identity identity;
};

/// Of the command under way; outside of one it is not used.
struct noted_files {
  std::vector<noted_output> outputs;
  std::vector<noted_input> inputs;
  bool has_standard_output = false;  // among the outputs
};
std::optional<noted_files> noted;

/// The command that writes no outputs of the application that is prepared; empty: there is none.
std::string not_writing;

noted_output note_of(const named_output& each) {
  try {
    return {each, place_of(each.path)};
  } catch (const std::system_error& failed) {
    throw input_error(each.option + ' ' + quoted(each.path, 160) + ": cannot be written (" +
                      failed.code().message() + "); expected a path in an existing, writable folder");
  }
}

void require_apart(const noted_output& one, const noted_output& other) {
  if (!is_same_place(one.place, other.place)) return;
  throw input_error(one.named.option + ", " + other.named.option + ": " + quoted(other.named.path, 160) +
                    " named by both; expected two files");
}

[[noreturn]] void refuse_input(const noted_output& output, const std::string& input) {
  throw input_error(output.named.option + ": " + quoted(output.named.path, 160) + " is an input, too (" +
                    quoted(input, 160) + "); expected another file");
}

/// Looks whether the newest output is standard output or error, or where everything else is said instead.
void note_standard_output(noted_files& all) {
  const auto refuse = [](const named_output& one, const std::string& why) {
    throw input_error(one.option + ": " + quoted(one.path, 160) + " is " + why);
  };
  const noted_output& newest = all.outputs.back();
  if (is_open_as(newest.place, STDOUT_FILENO)) {
    if (!newest.place.is_stream)
      refuse(newest.named,
             "standard output, too, whose text would be lost; expected another file, or /dev/stdout");
    all.has_standard_output = true;
  }
  if (!newest.place.is_stream && is_open_as(newest.place, STDERR_FILENO))
    refuse(newest.named,
           "standard error, too, whose text would be lost; expected another file, or /dev/stderr");
  if (!all.has_standard_output) return;
  for (const noted_output& each : all.outputs) {
    if (is_open_as(each.place, STDERR_FILENO))
      refuse(each.named,
             "standard error, too, which says the results where an output is standard output; "
             "expected another file");
  }
}

}  // namespace

separate_outputs::separate_outputs() { noted.emplace(); }

separate_outputs::~separate_outputs() { noted.reset(); }

bool separate_outputs::take_standard_output() const { return noted && noted->has_standard_output; }

unwritten_outputs::unwritten_outputs(std::string command) { not_writing = std::move(command); }

unwritten_outputs::~unwritten_outputs() { not_writing.clear(); }

void require_unnamed(const std::vector<named_output>& all) {
  if (not_writing.empty()) return;
  for (const named_output& each : all) {
    if (each.path.empty()) continue;
    throw input_error(each.option + ' ' + quoted(each.path, 160) + ": " + not_writing +
                      " writes no output of an application; expected none here, or jackdaw run or compare, "
                      "which write it");
  }
}

void require_apart(const std::vector<named_output>& all) {
  std::vector<noted_output> here;
  for (const named_output& each : all) {
    if (each.path.empty()) continue;
    here.push_back(note_of(each));
    for (std::size_t i = 0; i + 1 < here.size(); ++i) require_apart(here[i], here.back());
  }
  if (!noted) return;
  for (noted_output& each : here) {
    for (const noted_output& other : noted->outputs)
      if (other.named.option != each.named.option) require_apart(other, each);
    const auto identity = identity_of(each.place);
    for (const noted_input& input : noted->inputs)
      if (identity == input.identity) refuse_input(each, input.path);
    noted->outputs.push_back(std::move(each));
    note_standard_output(*noted);
  }
}

void note_input(int descriptor, const std::string& path) {
  if (!noted) return;
  const auto identity = identity_of(descriptor);
  if (!identity) return;  // a pipe or device
  for (const noted_output& each : noted->outputs)
    if (identity_of(each.place) == identity) refuse_input(each, path);
  const bool is_known = std::ranges::any_of(
      noted->inputs, [&identity](const noted_input& each) { return each.identity == identity; });
  if (!is_known) noted->inputs.push_back({path, *identity});
}

}  // namespace jackdaw::apps

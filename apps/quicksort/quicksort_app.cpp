// The application: its options, where its input comes from and where its output goes.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "apps/quicksort/numbers/distributions.hpp"
#include "apps/quicksort/numbers/element.hpp"
#include "apps/quicksort/numbers/number_reader.hpp"
#include "apps/quicksort/quicksort.hpp"
#include "apps/quicksort/workload.hpp"
#include "apps/support/files/output_file.hpp"
#include "apps/support/options/count_option.hpp"

namespace jackdaw::apps::quicksort {

namespace {

/// Whether a format option says binary. `needs` is the option without which it would silently mean nothing.
bool is_binary(const std::string& option, const std::string& format, const std::string& needs,
               bool has_needed) {
  if (format.empty()) return false;
  if (!has_needed)
    throw input_error(option + " " + format + ": there is no file it could apply to; expected " + needs +
                      " FILE too");
  if (format != "text" && format != "binary") {
    throw input_error(option + " " + format + ": no such format; expected text or binary");
  }
  return format == "binary";
}

class quicksort_app final : public app {
 public:
  void declare_options(CLI::App& command) override {
    command.add_option("--n", count_, "Elements to generate, such as 1000000 or 1e8 (default 1e7)")
        ->type_name("COUNT");
    command
        .add_option("--distribution", distribution_,
                    "What to generate: " + distribution_names() + " (default uniform)")
        ->type_name("NAME");
    command.add_option("--type", type_, "Element type: int (32 bits) or double (default int)")
        ->type_name("NAME");
    command.add_option("--seed", seed_, "Seed of the generator (default 1)")->type_name("NUMBER");
    command.add_option("--input", input_path_, "Sort the numbers of this file instead of generated ones")
        ->type_name("FILE");
    command
        .add_option("--format", input_format_,
                    "Format of the input: text, one number a line, or binary (default text)")
        ->type_name("NAME");
    command.add_option("--output", output_path_, "Write the sorted numbers to this file")->type_name("FILE");
    command
        .add_option("--output-format", output_format_, "Format of the output: text or binary (default text)")
        ->type_name("NAME");
    command
        .add_option("--grain", grain_text_,
                    "Ranges up to this many elements are sorted serially (default 2048)")
        ->type_name("COUNT");
    command
        .add_option(
            "--put", put_,
            "Parts of a split that become tasks: one, and the task goes on with the other; or both, as "
            "in HR10 (default one)")
        ->type_name("NAME");
  }

  void prepare() override {
    workload_.reset();
    grain_ = parse_count("--grain", grain_text_);
    if (put_ != "one" && put_ != "both") throw input_error("--put " + put_ + ": expected one or both");
    output_binary_ = is_binary("--output-format", output_format_, "--output", !output_path_.empty());
    require_writable(std::vector<named_output>{
        {"--output", output_path_, output_binary_ ? file_kind::elements : file_kind::text}});
    if (type_ == element<std::int32_t>::name) {
      workload_ = make_workload<std::int32_t>();
    } else if (type_ == element<double>::name) {
      workload_ = make_workload<double>();
    } else {
      throw input_error("--type " + type_ + ": no such element type; expected int or double");
    }
  }

  [[nodiscard]] std::string input() const override { return input_line_; }
  double run_serial() override { return workload_->run_serial(); }
  double run(any_scheduler& scheduler) override { return workload_->run(scheduler, grain_, put_ == "both"); }
  [[nodiscard]] verdict check() override { return workload_->check(); }

  [[nodiscard]] json counts() const override {
    json counts = workload_->counts();
    counts["grain"] = grain_;
    counts["put"] = put_;
    return counts;
  }

  std::vector<std::string> write_outputs() override {
    if (output_path_.empty()) return {};
    output_file file(output_path_);
    workload_->write(file.stream(), output_binary_);
    file.commit();
    return {output_path_};
  }

 private:
  template <class T>
  std::unique_ptr<workload> make_workload() {
    std::vector<T> values = input_path_.empty() ? generated<T>() : read<T>();
    return std::make_unique<typed_workload<T>>(std::move(values));
  }

  template <class T>
  std::vector<T> generated() {
    (void)is_binary("--format", input_format_, "--input", false);
    const std::string count_text = count_.empty() ? "1e7" : count_;
    const std::size_t count = parse_count("--n", count_text);
    const distribution_entry& kind = find_distribution(distribution_.empty() ? "uniform" : distribution_);
    require_memory("--n " + count_text, count, sizeof(T));
    input_line_ = "n=" + std::to_string(count) + " " + type_ + " " + std::string(kind.name);
    if (kind.value == distribution::uniform || kind.value == distribution::few)
      input_line_ += " seed=" + std::to_string(seed());
    return generate<T>(kind.value, count, seed());
  }

  template <class T>
  std::vector<T> read() {
    for (const auto& [option, text] : {std::pair{"--n", count_}, std::pair{"--distribution", distribution_},
                                       std::pair{"--seed", seed_ ? std::to_string(*seed_) : ""}}) {
      if (text.empty()) continue;
      throw input_error(std::string(option) + " " + text + ": says what to generate, but --input " +
                        input_path_ + " is given; expected one of the two");
    }
    const bool binary = is_binary("--format", input_format_, "--input", true);
    std::vector<T> values = binary ? read_binary<T>(input_path_) : read_text<T>(input_path_);
    input_line_ = input_path_ + " n=" + std::to_string(values.size()) + " " + type_;
    return values;
  }

  [[nodiscard]] std::uint64_t seed() const { return seed_.value_or(1); }

  // As given; empty means not given.
  std::string count_;
  std::string distribution_;
  std::string type_ = "int";
  std::optional<std::uint64_t> seed_;
  std::string input_path_;
  std::string input_format_;
  std::string output_path_;
  std::string output_format_;
  std::string grain_text_ = "2048";
  std::string put_ = "one";

  std::size_t grain_ = 0;
  bool output_binary_ = false;
  std::string input_line_;
  std::unique_ptr<workload> workload_;
};

}  // namespace

std::unique_ptr<app> make_quicksort() { return std::make_unique<quicksort_app>(); }

}  // namespace jackdaw::apps::quicksort

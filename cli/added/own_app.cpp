#include "cli/added/own_app.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <system_error>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/said_by.hpp>
#include <jackdaw/worker/by_name/added_apps.hpp>

#include "apps/support/options/number.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "apps/support/text/shown.hpp"
#include "cli/added/plugins.hpp"

namespace jackdaw::cli {

namespace {

/// "application 'primes' of ./libmine.so".
std::string in_words(const working::added_app& of) {
  const std::string file = plugin_of(of);
  return "application '" + of.about.name + "'" + (file.empty() ? "" : " of " + apps::quoted(file, 160));
}

class own_app final : public apps::app {
 public:
  explicit own_app(const working::added_app& of) : name_(of.about.name), called_(in_words(of)) {
    named([&] {
      inside_ = of.make();
      inside_->options(options_);
    });
  }

  void declare_options(CLI::App& command) override {
    for (const auto& each : options_.numbers()) {
      command.add_option(each.name, *each.value, each.line)
          ->capture_default_str()
          ->type_name(apps::whole_numbers(each.least, each.most));
    }
    for (const auto& each : options_.words())
      command.add_option(each.name, *each.value, each.line)->capture_default_str();
  }

  void prepare() override {
    has_run_ = false;
    for (const auto& each : options_.numbers())
      *each.value = apps::whole_number(each.name, std::to_string(*each.value), each.least, each.most);
    named([this] { inside_->prepare(); });
  }

  [[nodiscard]] std::string input() const override {
    std::string text;
    const auto say = [&](const std::string& name, const std::string& value) {
      text += (text.empty() ? "" : " ") + name.substr(std::min(name.find_first_not_of('-'), name.size())) +
              "=" + value;
    };
    for (const auto& each : options_.numbers()) say(each.name, std::to_string(*each.value));
    for (const auto& each : options_.words()) say(each.name, *each.value);
    return text.empty() ? "its own" : text;
  }

  double run_serial() override {
    has_run_ = true;
    return seconds("serial", named([this] { return inside_->serial(); }));
  }
  double run(any_scheduler& scheduler) override {
    has_run_ = true;
    return seconds("run", named([&] { return inside_->run(scheduler); }));
  }

  [[nodiscard]] apps::verdict check() override {
    if (!has_run_) return {false, "nothing has run yet"};
    const bool passed = named([this] { return inside_->check(); });
    const std::string found = in_line();
    return {passed, found.empty() ? "the check of " + name_ + (passed ? " passes" : " fails") : found};
  }

  [[nodiscard]] apps::json counts() const override {
    apps::json all = apps::json::object();
    if (!has_run_) return all;
    if (const std::string found = in_line(); !found.empty()) all["found"] = found;
    return all;
  }

 private:
  /// Whatever its own functions throw comes with its name; but not what is no fault of theirs.
  auto named(auto&& call) const -> decltype(call()) {
    try {
      return call();
    } catch (const std::bad_alloc&) { throw; } catch (const std::system_error&) {
      throw;
    } catch (const apps::input_error&) { throw; } catch (const std::exception& error) {
      throw apps::input_error(called_ + ": " + base::said_by(error));
    } catch (...) { throw apps::input_error(called_ + ": it threw something that is not a std::exception"); }
  }

  [[nodiscard]] double seconds(const char* function, double measured) const {
    if (std::isfinite(measured) && measured >= 0) return measured;
    throw apps::input_error(called_ + ": " + function + "() returned " + apps::shown(measured) +
                            "; expected its seconds, a number that is not negative");
  }

  [[nodiscard]] std::string in_line() const {
    return named([this] { return inside_->found(); });
  }

  std::string name_, called_;
  std::unique_ptr<working::any_app> inside_;
  app_options options_;
  bool has_run_ = false;
};

}  // namespace

std::vector<apps::app_entry> with_added(std::span<const apps::app_entry> known) {
  std::vector<apps::app_entry> all(known.begin(), known.end());
  for (const working::added_app* const each : working::added_apps::here().all()) {
    const std::string& name = each->about.name;
    if (std::ranges::find(known, name, &apps::app_entry::name) != known.end())
      throw apps::input_error("application '" + name + "': there is one of that name");
    const auto make = [](const void* added) -> std::unique_ptr<apps::app> {
      return std::make_unique<own_app>(*static_cast<const working::added_app*>(added));
    };
    all.push_back({name, each->about.line, each->about.source, apps::app_maker(make, each)});
  }
  return all;
}

}  // namespace jackdaw::cli

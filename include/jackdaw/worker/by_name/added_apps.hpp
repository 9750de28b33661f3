// Applications of a user's own, for the command: what the smallest one is, and those that were added.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/never_destroyed.hpp>
#include <jackdaw/worker/by_name/added_parts.hpp>
#include <jackdaw/worker/by_name/any_scheduler.hpp>

namespace jackdaw {

/// The options of an application, which it declares by references to its members.
///     void options(app_options& of) { of.number("--depth", depth, 1, 40, "levels of the tree"); }
///
/// Not for options of the scheduler: the command has those. Threads: one. Errors: none; the command refuses two options
/// of one name, and values out of range, in one line.
class app_options {
 public:
  struct number_option {
    std::string name;
    std::uint64_t* value;
    std::uint64_t least, most;
    std::string line;
  };
  struct word_option {
    std::string name;
    std::string* value;
    std::string line;
  };

  /// A whole number from `least` to `most`; what `value` is now is the preset. `name` begins with two dashes.
  void number(std::string name, std::uint64_t& value, std::uint64_t least, std::uint64_t most,
              std::string line) {
    numbers_.push_back({std::move(name), &value, least, most, std::move(line)});
  }

  /// Any text; what `value` is now is the preset.
  void word(std::string name, std::string& value, std::string line) {
    words_.push_back({std::move(name), &value, std::move(line)});
  }

  [[nodiscard]] const std::vector<number_option>& numbers() const noexcept { return numbers_; }
  [[nodiscard]] const std::vector<word_option>& words() const noexcept { return words_; }

 private:
  std::vector<number_option> numbers_;
  std::vector<word_option> words_;
};

/// What add_app() takes. `serial` is the program without tasks, `run` the one with tasks; both keep their result,
/// which `check` judges. Both are timed as a whole, or return the seconds of what counts. Optional:
///     void options(app_options&);   what may be chosen on the command line
///     void prepare();               once, after the options were read; may throw std::invalid_argument
///     std::string found();          the result in one line, beside the verdict
template <class A>
concept application = std::default_initializable<A> && requires(A app, any_scheduler& scheduler) {
  app.serial();
  app.run(scheduler);
  { app.check() } -> std::convertible_to<bool>;
};

namespace working {

/// An application behind virtual calls.
class any_app {
 public:
  any_app() = default;
  any_app(const any_app&) = delete;
  any_app& operator=(const any_app&) = delete;
  virtual ~any_app() = default;
  virtual void options(app_options& of) = 0;
  virtual void prepare() = 0;
  virtual double serial() = 0;
  virtual double run(any_scheduler& scheduler) = 0;
  [[nodiscard]] virtual bool check() = 0;
  [[nodiscard]] virtual std::string found() = 0;
};

template <application A>
class app_of final : public any_app {
 public:
  void options(app_options& of) override {
    if constexpr (requires { app_.options(of); }) app_.options(of);
  }
  void prepare() override {
    if constexpr (requires { app_.prepare(); }) app_.prepare();
  }
  double serial() override {
    return seconds_of([this] { return app_.serial(); });
  }
  double run(any_scheduler& scheduler) override {
    return seconds_of([&] { return app_.run(scheduler); });
  }
  [[nodiscard]] bool check() override { return app_.check(); }
  [[nodiscard]] std::string found() override {
    if constexpr (requires { app_.found(); }) return app_.found();
    return "";
  }

 private:
  static double seconds_of(auto&& work) {
    if constexpr (std::convertible_to<decltype(work()), double>) {
      return work();
    } else {
      const double start = base::seconds_now();
      work();
      return base::seconds_now() - start;
    }
  }

  A app_;
};

struct added_app {
  part_description about;
  std::unique_ptr<any_app> (*make)();
};

/// All applications that were added in this process. Any thread; what is added stays, and where it is.
class added_apps {
 public:
  [[nodiscard]] static added_apps& here() {
    static base::never_destroyed<added_apps> all;
    return *all;
  }

  void add(added_app part) {
    added_parts::require_described("application", part.about);
    const std::lock_guard hold(lock_);
    const auto is_it = [&](const added_app& each) { return each.about.name == part.about.name; };
    if (part.about.name == "all" || std::any_of(apps_.begin(), apps_.end(), is_it))
      added_parts::refuse("application", part.about.name, "there is one of that name");
    apps_.push_back(std::move(part));
  }

  [[nodiscard]] std::vector<const added_app*> all() {
    const std::lock_guard hold(lock_);
    std::vector<const added_app*> found;
    found.reserve(apps_.size());
    for (const added_app& each : apps_) found.push_back(&each);
    return found;
  }

 private:
  std::mutex lock_;
  std::deque<added_app> apps_;
};

}  // namespace working

/// From now on the command has an application `A`: in list, run, compare, model and the others.
///     add_app<primes>({.name = "primes", .line = "counts prime numbers", .source = "lecture 3"});
///
/// Not for a program that needs no command. Each application of a command line is an `A` of its own. Cost: none until
/// it is chosen; then a virtual call for each run. Threads: any. Errors: std::invalid_argument (the name); one that the
/// command has already is refused when the command starts.
template <application A>
void add_app(part_description about) {
  working::added_apps::here().add(working::added_app{
      std::move(about),
      []() -> std::unique_ptr<working::any_app> { return std::make_unique<working::app_of<A>>(); }});
}

}  // namespace jackdaw

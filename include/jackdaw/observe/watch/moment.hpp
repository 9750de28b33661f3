// What is going on in a scheduler at one moment, and in words.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <jackdaw/base/characters.hpp>

namespace jackdaw::observe {

/// What a worker can be found doing.
enum class doing : std::uint8_t {
  nothing,   ///< it has found no work, or no run is under way
  searches,  ///< it is busy, and between two tasks
  runs,      ///< it runs a task
  waits      ///< the task that it runs waits for a join or for a group
};

/// One worker.
struct worker_moment {
  doing what = doing::nothing;
  bool asleep = false;
  std::string task;        ///< the name of the innermost one that runs or waits
  double seconds = 0;      ///< since when it does that
  std::size_t around = 0;  ///< tasks that it has begun before that one and that are not over
};

/// A task that cannot run yet, and why.
struct waiting_task {
  std::string name;
  std::string what_for;
};

/// All workers, and the tasks that wait, as far as known.
struct moment {
  std::vector<worker_moment> workers;
  std::vector<waiting_task> waiting;  ///< in the order in which they were made
  std::uint64_t ready = 0;            ///< tasks of flows that could run, and have not begun
};

/// In lines, as a table. Ten of the waiting tasks at most are named. Names are cut, and have no characters that a
/// terminal obeys.
class moment_text {
 public:
  [[nodiscard]] static std::string of(const moment& now) {
    std::string all;
    for (std::size_t id = 0; id < now.workers.size(); ++id)
      all +=
          "  worker " + padded(std::to_string(id), now.workers.size()) + "  " + line(now.workers[id]) + "\n";
    const std::size_t shown = std::min(now.waiting.size(), most_named);
    for (std::size_t i = 0; i < shown; ++i)
      all += "  " + named(now.waiting[i].name) + " waits for " + harmless(now.waiting[i].what_for) + "\n";
    if (shown < now.waiting.size())
      all += "  and " + std::to_string(now.waiting.size() - shown) + " more tasks wait\n";
    if (now.ready != 0) all += "  " + tasks(now.ready) + " could run, and no worker has taken them\n";
    return all;
  }

  /// "4.1 s", with a point whatever the locale of the program is.
  [[nodiscard]] static std::string time(double seconds) {
    const std::string tenths = std::to_string(std::llround(10 * seconds));
    return (tenths.size() > 1 ? tenths.substr(0, tenths.size() - 1) : "0") + "." + tenths.back() + " s";
  }

  /// "1 task", "2 tasks"
  [[nodiscard]] static std::string tasks(std::uint64_t count) {
    return std::to_string(count) + (count == 1 ? " task" : " tasks");
  }

 private:
  static constexpr std::size_t most_named = 10;
  static constexpr std::size_t longest = 200;  // bytes of a name

  /// Names may come from a file of the program's user: none reaches the terminal unchecked.
  static std::string harmless(std::string_view name) {
    const std::string_view shown = base::beginning(name, longest);
    return base::visible(shown) + (shown.size() < name.size() ? "…" : "");
  }
  static std::string named(std::string_view name) { return "'" + harmless(name) + "'"; }

  static std::string padded(const std::string& number, std::size_t count) {
    return std::string(std::to_string(count - 1).size() - number.size(), ' ') + number;
  }

  static std::string line(const worker_moment& w) {
    std::string text;
    switch (w.what) {
      case doing::nothing:
        return w.asleep ? "sleeps, without work" : "is without work";
      case doing::searches:
        return w.asleep ? "sleeps, and is not done" : "looks for a task";
      case doing::runs:
        text = "runs " + named(w.task) + " for " + time(w.seconds);
        if (w.asleep) text += ", asleep in it";
        break;
      case doing::waits:
      default:
        text = "waits in " + named(w.task) + " for a join or a group, for " + time(w.seconds);
        if (w.asleep) text += ", asleep";
        break;
    }
    if (w.around != 0) text += ", on top of " + tasks(w.around);
    return text;
  }
};

}  // namespace jackdaw::observe

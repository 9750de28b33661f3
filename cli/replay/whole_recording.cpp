#include "cli/replay/whole_recording.hpp"

#include <algorithm>
#include <cstddef>

#include <jackdaw/trace/record/recorder.hpp>

#include "apps/support/text/input_error.hpp"
#include "cli/schedulers.hpp"

namespace jackdaw::cli {

namespace {

constexpr std::uint64_t events_per_task = 32;  // more than a task with a dozen accesses makes
constexpr std::uint64_t first_events = 1U << 20U;
constexpr std::uint64_t most_events = 1U << 26U;  // 1 GiB

}  // namespace

trace::recording whole_recording(apps::app& app, scheduler_choice on, std::uint64_t tasks,
                                 const std::string& what) {
  on.observer = &observe::any_observer::make<trace::recorder>;
  any_scheduler scheduler = open_scheduler(on);
  for (std::uint64_t events = tasks > 0 ? 1000 + events_per_task * tasks : first_events;; events *= 8) {
    events = std::min(events, most_events);
    scheduler.observer<trace::recorder>()->keep({static_cast<std::size_t>(events), trace::when_full::stop});
    app.run(scheduler);
    scheduler.await_rest();
    trace::recording seen = scheduler.observer<trace::recorder>()->take();
    if (seen.complete()) return seen;
    if (events == most_events)
      throw apps::input_error(what + ": too many tasks to record them all; expected at most some " +
                              std::to_string(most_events / events_per_task / 1'000'000) + " million");
  }
}

}  // namespace jackdaw::cli

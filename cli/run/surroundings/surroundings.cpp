#include "cli/run/surroundings/surroundings.hpp"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <future>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sys/resource.h>

#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/measure/run_delay.hpp>

#include "apps/support/text/input_error.hpp"
#include "cli/schedulers.hpp"

namespace jackdaw::cli {

/// As long as it lives, this process is inside. What it starts stays there.
class surroundings::visit {
 public:
  explicit visit(const surroundings& where, bool limited = true) : where_(&where) {
    if (where.quota_) {
      if (limited) where.quota_->limit(where.wish_.quota);
      where.quota_->enter();
    }
    if (where.wish_.affinity != 0) fewer_.emplace(static_cast<int>(where.wish_.affinity));
    where.beside_.computes(true);
  }
  visit(const visit&) = delete;
  visit& operator=(const visit&) = delete;
  ~visit() {
    where_->beside_.computes(false);
    if (!where_->quota_) return;
    try {
      where_->quota_->limit(0);
      where_->quota_->leave();
    } catch (const std::exception&) {
    }  // the group stays; what is measured next is slower, and nothing else is wrong
  }

 private:
  const surroundings* where_;
  std::optional<apps::fewer_processors> fewer_;
};

surroundings::surroundings(restriction wish)
    : wish_(std::move(wish)),
      processors_(static_cast<double>(base::affinity_of().size())),
      quota_(wish_.quota > 0 ? apps::quota_group::make() : std::nullopt),
      beside_(wish_.cycler) {
  if (wish_.affinity > processors_)
    throw apps::input_error(fmt::format("--affinity {}: expected at most {}, the processors of this process",
                                        wish_.affinity, processors_));
  if (wish_.affinity != 0) processors_ = wish_.affinity;
  if (wish_.quota > 0) {
    processors_ = std::min(processors_, wish_.quota);
    if (!quota_)
      throw apps::input_error(fmt::format(
          "--quota {}: this process may not make a control group; expected the right to write in its own",
          wish_.quota));
  }
  const visit inside(*this, false);  // the cycler is timed without the limit
  beside_.start();
}

std::string surroundings::text() const {
  std::string words = fmt::format("{} processor{}", processors_, processors_ == 1 ? "" : "s");
  if (wish_.affinity != 0) words += " by affinity";
  if (wish_.quota > 0) words += " by quota";
  if (!wish_.cycler.empty()) words += ", beside cycler " + wish_.cycler;
  if (wish_.nice != 0) words += fmt::format(", nice {}", wish_.nice);
  return words;
}

surrounded_run surroundings::run_here(apps::app& app, const scheduler_choice& choice) {
  if (wish_.nice != 0 && setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + wish_.nice) != 0)
    throw std::system_error(errno, std::generic_category(), "setpriority");
  any_scheduler scheduler = open_scheduler(choice);
  surrounded_run one;
  const std::optional<double> before = measure::run_delay_seconds();
  beside_.begin();
  one.seconds = app.run(scheduler);
  beside_.end(scheduler.workers(), processors_);
  one.granted = beside_.last();
  if (const auto after = measure::run_delay_seconds(); before && after)
    one.preempted = std::max(*after - *before, 0.);
  scheduler.await_rest();
  one.tasks = scheduler.tasks();
  return one;
}

surrounded_run surroundings::run(apps::app& app, const scheduler_choice& choice) {
  const visit inside(*this);
  if (wish_.nice == 0) return run_here(app, choice);
  // A nice value cannot be lowered again; so it is that of a thread, and of those that it starts.
  return std::async(std::launch::async, [&] { return run_here(app, choice); }).get();
}

}  // namespace jackdaw::cli

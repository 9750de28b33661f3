#include "cli/text/progress.hpp"

#include <chrono>
#include <csignal>
#include <ostream>
#include <system_error>

#include <fmt/format.h>

#include <jackdaw/base/threads/thread_start.hpp>

#include "apps/support/text/quoted.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

constexpr std::size_t widest =
    78;  // of a terminal of 80; a longer line would wrap and could not be rewritten
constexpr const char* wipe = "\r\x1b[K";

}  // namespace

progress::progress(const environment& here) : err_(here.err) {
  if (!here.terminal) return;
  try {
    thread_ = base::start_thread([this, quiet = here.quiet_seconds] { show_until_stopped(quiet); });
  } catch (const std::system_error&) {}  // no thread left for it: then without
}

void progress::doing(std::string what, std::size_t step, std::size_t steps) {
  const std::lock_guard lock(mutex_);
  what_ = apps::quoted(what, 2 * widest);  // names of files may hold what a terminal obeys
  if (steps == 0 || step <= 1) first_step_.restart();
  if (step != step_) finished_at_ = first_step_.seconds();
  step_ = step;
  steps_ = steps;
}

void progress::print(const std::string& lines) {
  const std::lock_guard lock(mutex_);
  err_ << (thread_.joinable() ? wipe : "") << lines << std::flush;
}

void progress::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void progress::show_until_stopped(double quiet_seconds) {
  using seconds = std::chrono::duration<double>;
  std::unique_lock lock(mutex_);
  if (changed_.wait_for(lock, seconds(quiet_seconds), [this] { return stopping_; })) return;
  do {
    err_ << wipe << line() << std::flush;
  } while (!changed_.wait_for(lock, seconds(0.5), [this] { return stopping_; }));
  err_ << wipe << std::flush;
}

std::string progress::line() const {
  std::string times = " · " + clock_time(total_.seconds());
  if (step_ > 1) {
    const double each = finished_at_ / static_cast<double>(step_ - 1);
    times +=
        " · about " + clock_time(each * static_cast<double>(steps_) - first_step_.seconds() + 1) + " left";
  }
  std::string what = steps_ == 0 ? what_ : fmt::format("{} of {}: {}", step_, steps_, what_);
  const std::size_t room = widest - std::min(widest, times.size());
  if (what.size() > room) {
    std::size_t end = room;  // at the border of a character
    while (end > 0 && (static_cast<unsigned char>(what[end]) & 0xC0U) == 0x80U) --end;
    what.resize(end);
  }
  return what + times;
}

}  // namespace jackdaw::cli

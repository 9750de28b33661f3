#include "src/simulated/machine.hpp"

#include <algorithm>
#include <utility>

namespace jackdaw::simulated {

namespace {

// A bug of depth d needs d - 1 of them at the right places, and each that is drawn beyond makes that less likely.
constexpr std::uint32_t most_change_points = 8;
constexpr std::uint32_t sleeps_a_spurious_end = 16;
constexpr std::uint64_t longest_run = 97;  // a prime, lest a loop is always left at the same place

std::uint64_t explorations = 0;  // so far, in this process

}  // namespace

explorer::machine::machine(choices& ways, std::uint64_t most_steps, unsigned preemptions)
    : ways_(ways),
      memory_(ways),
      exploration_(++explorations),
      most_steps_(most_steps),
      preemptions_left_(preemptions) {}

std::exception_ptr explorer::machine::run(bodies threads) {
  if (threads.size() > most_threads) throw failed("more than 14 threads");
  threads_ = std::vector<simulated_thread>(threads.size());
  if (!ways_.is_systematic()) draw_priorities();
  memory_.begin(exploration_);
  for (std::size_t i = 0; i < threads.size(); ++i) {
    threads_[i].body = std::move(threads[i]);
    threads_[i].begin([] { current->live(current->threads_[current->turn_]); });
  }
  yields_ = true;  // none has begun
  choose();
  current = this;
  go_on(caller_);
  current = nullptr;
  return failure_;
}

void explorer::machine::live(simulated_thread& self) {
  try {
    self.body();
  } catch (...) { failure_ = std::current_exception(); }
  self.finished = true;
  choose();
  go_on(self);  // for good
}

void explorer::machine::pass_turn(const std::function<bool()>& condition) {
  auto& self = threads_[turn_];
  if (++steps_ > most_steps_) note_failure("no end after " + std::to_string(most_steps_) + " steps");
  self.blocked_until = condition;
  if (by_priority_ && is_change_point()) self.priority = --lowest_;
  choose();
  go_on(self);
}

void explorer::machine::pause() {
  yields_ = true;
  if (by_priority_) threads_[turn_].priority = --lowest_;
  pass_turn({});
}

void explorer::machine::fall_asleep(const void* place, sleep_end end) {
  auto& self = threads_[turn_];
  self.sleeps_at = place;
  const bool may_end = end == sleep_end::by_time || ways_.below(sleeps_a_spurious_end) == 0;
  pass_turn([&self, may_end] { return may_end || self.sleeps_at == nullptr; });
  self.sleeps_at = nullptr;
}

void explorer::machine::wake_at(const void* place, int count) {
  for (; count > 0; --count) {
    ready_.clear();
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      if (threads_[i].sleeps_at == place) ready_.push_back(i);
    }
    if (ready_.empty()) return;
    threads_[ready_[ways_.below(static_cast<std::uint32_t>(ready_.size()))]].sleeps_at = nullptr;
  }
}

void explorer::machine::give_up(const std::string& why) {
  note_failure(why);
  over_ = true;
  go_on(threads_[turn_]);
  std::terminate();  // nobody goes on with it
}

void explorer::machine::fence_all(bool is_own_only) {
  const thread_number self = thread();
  memory_.fence(self, std::memory_order_seq_cst);
  if (is_own_only) return;
  std::vector<thread_number> others;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    if (i + 1 != self) others.push_back(static_cast<thread_number>(i + 1));
  }
  while (!others.empty()) {
    const auto next = others.begin() + static_cast<std::ptrdiff_t>(
                                           ways_.below(static_cast<std::uint32_t>(others.size())));
    pass_turn({});
    memory_.fence(*next, std::memory_order_seq_cst);  // of one that has ended, too: it has left its processor
    others.erase(next);
  }
  pass_turn({});
  memory_.fence(self, std::memory_order_seq_cst);
}

/// Leaves `from` for the thread that has been chosen, or for the caller of run() when all is over.
void explorer::machine::go_on(context& from) {
  context& to = over_ ? caller_ : threads_[turn_];
  if (&to != &from) from.leave_for(to);
}

void explorer::machine::choose() {
  ready_.clear();
  bool unfinished = false;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    auto& thread = threads_[i];
    if (thread.finished) continue;
    unfinished = true;
    if (!thread.blocked_until || thread.blocked_until()) ready_.push_back(i);
  }
  if (ready_.empty() && unfinished) note_failure("every thread waits for another");
  over_ = ready_.empty() || failure_ != nullptr;
  if (over_) return;
  turn_ = next_of_ready();
  yields_ = false;
  threads_[turn_].blocked_until = nullptr;
}

std::size_t explorer::machine::next_of_ready() {
  const auto self = std::ranges::find(ready_, turn_);
  const bool can_stay = self != ready_.end();
  if (can_stay && yields_ && ready_.size() > 1 && steps_ != 0) ready_.erase(self);
  if (by_priority_)
    return *std::ranges::max_element(ready_, {}, [this](std::size_t i) { return threads_[i].priority; });
  if (ways_.is_systematic()) {
    const bool preempts = can_stay && !yields_;
    if (preempts && preemptions_left_ == 0) return turn_;
    if (preempts) std::iter_swap(ready_.begin(), std::ranges::find(ready_, turn_));  // to stay is the first way
    const std::size_t next = ready_[ways_.below(static_cast<std::uint32_t>(ready_.size()))];
    if (preempts && next != turn_) --preemptions_left_;
    return next;
  }
  return ready_[ways_.below(static_cast<std::uint32_t>(ready_.size()))];
}

// A few random steps, and whenever one thread has run for long: it may be waiting for another.
bool explorer::machine::is_change_point() {
  run_length_ = last_ == turn_ ? run_length_ + 1 : 1;
  last_ = turn_;
  return run_length_ % longest_run == 0 || std::ranges::find(change_points_, steps_) != change_points_.end();
}

void explorer::machine::draw_priorities() {
  by_priority_ = ways_.below(2) == 0;
  for (auto& thread : threads_) thread.priority = static_cast<std::int64_t>(ways_.below(1U << 30U));
  const std::uint32_t horizon = 16U << ways_.below(5);
  change_points_.resize(1 + ways_.below(most_change_points));
  for (auto& point : change_points_) point = 1 + ways_.below(horizon);
}

void explorer::machine::note_failure(const std::string& why) {
  if (!failure_) failure_ = std::make_exception_ptr(failed(why));
}

}  // namespace jackdaw::simulated

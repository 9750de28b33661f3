#include "src/simulated/machine.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "src/simulated/races/race_text.hpp"

namespace jackdaw::simulated {

namespace {

// A bug of depth d needs d - 1 of them at the right places, and each that is drawn beyond makes that less likely.
constexpr std::uint32_t most_change_points = 8;
constexpr std::uint32_t sleeps_a_spurious_end = 16;
constexpr std::uint64_t longest_run = 97;  // a prime, lest a loop is always left at the same place

std::uint64_t explorations = 0;  // so far, in this process

// Of the exploration that goes on. They keep what memory they have for the next.
memory_model memory_of_all;
races accesses;

}  // namespace

bool machine::race_calls_are_linked = false;

machine::machine(choices& ways, std::uint64_t most_steps, unsigned preemptions)
    : ways_(ways),
      memory_(memory_of_all),
      exploration_(++explorations),
      most_steps_(most_steps),
      preemptions_left_(preemptions) {}

std::exception_ptr machine::run(explorer::bodies threads) {
  if (threads.size() > explorer::most_threads) throw explorer::failed("more than 14 threads");
  threads_ = std::vector<simulated_thread>(threads.size());
  if (!ways_.is_systematic()) draw_priorities();
  memory_.begin(ways_, exploration_);
  accesses.begin(exploration_);
  for (std::size_t i = 0; i < threads.size(); ++i) {
    threads_[i].body = std::move(threads[i]);
    threads_[i].begin([] { current_machine->live(current_machine->threads_[current_machine->turn_]); });
  }
  yields_ = true;  // none has begun
  choose();
  current_machine = this;
  go_on(caller_);
  current_machine = nullptr;
  if (ways_.differs()) note_failure("the program does not do the same each time");
  return failure_;
}

void machine::live(simulated_thread& self) {
  try {
    self.body();
  } catch (...) { failure_ = std::current_exception(); }
  self.finished = true;
  choose();
  go_on(self);  // for good
}

void machine::pass_turn(const std::function<bool()>& condition) {
  auto& self = threads_[turn_];
  if (++steps_ > most_steps_) note_failure("no end after " + std::to_string(most_steps_) + " steps");
  self.blocked_until = condition;
  if (by_priority_ && is_change_point()) self.priority = --lowest_;
  choose();
  go_on(self);
}

void machine::pause() {
  // Drawn executions need no such help, and would no longer reach all that may happen during a pause.
  if (!ways_.is_systematic()) return;
  yields_ = true;
  threads_[turn_].waits_in_loop = true;
  pass_turn({});
}

/// Whether it was woken.
bool machine::fall_asleep(const void* place, explorer::sleep_end end) {
  auto& self = threads_[turn_];
  self.sleeps_at = place;
  bool may_end = end == explorer::sleep_end::by_time;
  if (!may_end && !ways_.is_systematic()) may_end = ways_.below(sleeps_a_spurious_end) == 0;
  if (!may_end && ways_.is_systematic() && spurious_left_) {
    may_end = ways_.below(2) != 0;
    spurious_left_ = !may_end;
  }
  if (end == explorer::sleep_end::by_time && ways_.is_systematic()) {
    yields_ = self.waits_in_loop = true;  // as pause(): else there would be executions without end
  } else {
    rests_ = true;
  }
  pass_turn([&self, may_end] { return may_end || self.sleeps_at == nullptr; });
  const bool is_woken = self.sleeps_at == nullptr;
  self.sleeps_at = nullptr;
  memory_.keep_order(thread());
  return is_woken;
}

void machine::wake_at(const void* place, int count) {
  for (; count > 0; --count) {
    ready_.clear();
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      if (threads_[i].sleeps_at == place) ready_.push_back(i);
    }
    if (ready_.empty()) return;
    auto& woken = threads_[ready_[ways_.below(static_cast<std::uint32_t>(ready_.size()))]];
    woken.sleeps_at = nullptr;
    woken.waits_in_loop = false;
  }
}

void machine::give_up(const std::string& why) {
  note_failure(why);
  over_ = true;
  go_on(threads_[turn_]);
  std::terminate();  // no thread goes on with it
}

void machine::fence_all(bool is_own_only) {
  const thread_number self = thread();
  memory_.fence(self, std::memory_order_seq_cst);
  if (is_own_only) return;
  std::vector<thread_number> others;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    if (i + 1 != self) others.push_back(static_cast<thread_number>(i + 1));
  }
  while (!others.empty()) {
    const auto next =
        others.begin() + static_cast<std::ptrdiff_t>(ways_.below(static_cast<std::uint32_t>(others.size())));
    pass_turn({});
    // One that has ended has left its processor; or is about to do so, and may have its last steps before it.
    if (threads_[*next - 1U].finished && ways_.below(2) == 0) memory_.keep_order(*next);
    memory_.fence_by_kernel(*next);
    others.erase(next);
  }
  pass_turn({});
  memory_.fence(self, std::memory_order_seq_cst);
}

void machine::note_access(const races::access& now) {
  if (unwatched != 0 || thread_locals::contain(now.address)) return;
  const auto* const other = accesses.note(now, thread(), memory_.happened(thread()));
  if (other == nullptr) return;
  ++unwatched;
  give_up(text_of_race(now, *other));
}

void machine::note_allocation(const void* memory, std::size_t size) noexcept {
  if (size == 0) return;
  accesses.forget(reinterpret_cast<std::uintptr_t>(memory), size);
  memory_.forget_counts(memory, size);
  const auto* const from = static_cast<const std::byte*>(memory);
  std::erase_if(places_, [=](const auto& each) {
    const auto* const at = static_cast<const std::byte*>(each.first);
    return !std::less<>()(at, from) && std::less<>()(at, from + size);
  });
}

location& machine::place_of(std::uint64_t* object) {
  location*& place = places_[object];
  const std::uint64_t now = *object;
  if (!race_calls_are_linked) {
    // Plain writes to it are not reported: then it is as if its history began here.
    if (place == nullptr || place->stores.back().value != now) place = &memory_.make(object, now, 0);
    place->stores.erase(place->stores.begin(), place->stores.end() - 1);
    return *place;
  }
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  const races::plain_write written = accesses.take_plain_write(address);
  if (place == nullptr || written.time != 0 || place->stores.back().value != now) {
    place = &memory_.make(object, now, written.thread);
    if (written.time != 0) memory_.made_at(*place, written.time);
  }
  accesses.watch(address);
  return *place;
}

/// Leaves `from` for the thread that has been chosen, or for the caller of run() when all is over.
void machine::go_on(context& from) {
  context& to = over_ ? caller_ : threads_[turn_];
  if (&to != &from) from.leave_for(to);
}

void machine::choose() {
  ready_.clear();
  bool unfinished = false;
  ++unwatched;  // conditions are tried for others
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    auto& thread = threads_[i];
    if (thread.finished) continue;
    unfinished = true;
    if (!thread.blocked_until || thread.blocked_until()) ready_.push_back(i);
  }
  --unwatched;
  if (ready_.empty() && unfinished) note_failure("every thread waits for another");
  over_ = ready_.empty() || failure_ != nullptr;
  if (over_) return;
  turn_ = next_of_ready();
  yields_ = rests_ = false;
  threads_[turn_].blocked_until = nullptr;
}

void machine::note_store() noexcept {
  for (auto& each : threads_) each.waits_in_loop = false;
}

std::size_t machine::next_of_ready() {
  const auto self = std::ranges::find(ready_, turn_);
  const bool can_stay = self != ready_.end();
  if (can_stay && yields_ && ready_.size() > 1 && steps_ != 0) ready_.erase(self);
  if (by_priority_)
    return *std::ranges::max_element(ready_, {}, [this](std::size_t i) { return threads_[i].priority; });
  if (ways_.is_systematic()) {
    // A thread that waits in a loop goes on when another one has stored something, or when all wait so: else two of
    // them might wait for the third for ever.
    const auto waits = [this](std::size_t i) { return threads_[i].waits_in_loop; };
    if (std::ranges::all_of(ready_, waits)) {
      note_store();
    } else {
      std::erase_if(ready_, waits);
    }
    const bool preempts = can_stay && !yields_ && !rests_;
    if (preempts && preemptions_left_ == 0) return turn_;
    if (preempts)
      std::iter_swap(ready_.begin(), std::ranges::find(ready_, turn_));  // to stay is the first way
    const std::size_t next = ready_[ways_.below(static_cast<std::uint32_t>(ready_.size()))];
    if (preempts && next != turn_) --preemptions_left_;
    return next;
  }
  return ready_[ways_.below(static_cast<std::uint32_t>(ready_.size()))];
}

// A few random steps, and whenever one thread has run for long: it may be waiting for another.
bool machine::is_change_point() {
  run_length_ = last_ == turn_ ? run_length_ + 1 : 1;
  last_ = turn_;
  return run_length_ % longest_run == 0 || std::ranges::find(change_points_, steps_) != change_points_.end();
}

void machine::draw_priorities() {
  by_priority_ = ways_.below(2) == 0;
  for (auto& thread : threads_) thread.priority = static_cast<std::int64_t>(ways_.below(1U << 30U));
  const std::uint32_t horizon = 16U << ways_.below(5);
  change_points_.resize(1 + ways_.below(most_change_points));
  for (auto& point : change_points_) point = 1 + ways_.below(horizon);
}

void machine::note_failure(const std::string& why) {
  if (!failure_) failure_ = std::make_exception_ptr(explorer::failed(why));
}

}  // namespace jackdaw::simulated

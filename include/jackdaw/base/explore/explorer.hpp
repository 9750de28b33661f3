// Runs a few threads one at a time, and lets a seeded generator decide which one takes the next step.
//
// After the deterministic schedules of Folly (DeterministicSchedule.h) and of Burckhardt et al., "A
// randomized scheduler with probabilistic guarantees of finding bugs" (ASPLOS 2010). The threads are contexts
// of the one that explores, so a turn costs a swap of stacks and no call of the kernel's scheduler; words that
// are thread_local are one for all of them. Only schedule tests include this.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <cxxabi.h>
#include <ucontext.h>

#include <jackdaw/base/random.hpp>

namespace jackdaw::base {

/// One exploration: run() begins the given bodies as threads and interleaves them at their step() calls.
///
/// A thread that waits for a condition calls block_until: it gets no turn until that holds. A thread that sleeps on a
/// word calls sleep: it gets no turn until another one wakes it, whatever the word holds by then. When every thread
/// that has not finished is blocked or asleep, the exploration has found a deadlock. After a failure the threads stay
/// where they are, for ever, and keep what they use: they may stand in functions that cannot throw.
class explorer {
 public:
  struct failed : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  /// Runs `bodies` to their end in the interleaving number `seed`. Throws `failed` on a deadlock, and after
  /// `most_steps` steps, when the program is taken to run for ever; rethrows what a body throws.
  static void run(std::uint64_t seed, std::vector<std::function<void()>> bodies,
                  std::uint64_t most_steps = 200'000) {
    auto instance = std::make_unique<explorer>(seed, most_steps);
    instance->start(std::move(bodies));
    if (instance->failure_) std::rethrow_exception(instance.release()->failure_);
  }

  explicit explorer(std::uint64_t seed, std::uint64_t most_steps) : random_(seed), most_steps_(most_steps) {}

  /// A point where another thread may go on. Called by explored atomics; a no-op outside an exploration.
  static void step() {
    if (current != nullptr) current->pass_turn({});
  }

  /// Takes this thread off the schedule until `condition` (looked at while no other thread runs) holds.
  static void block_until(const std::function<bool()>& condition) {
    if (current != nullptr) current->pass_turn(condition);
  }

  /// How a sleep may end besides by a wake: as futexes sleep, now and then without a reason; or, when its time is
  /// short, always.
  enum class sleep_end { by_wake, by_time };

  /// Takes this thread off the schedule until it is woken at `place`.
  static void sleep(const void* place, sleep_end end) {
    if (current != nullptr) current->fall_asleep(place, end);
  }

  /// Wakes as many of the threads that sleep at `place`, but at most `count`; which ones, is drawn.
  static void wake(const void* place, int count) {
    if (current != nullptr) current->wake_at(place, count);
  }

 private:
  /// Memory for the stack of a thread, used again and again: a new one costs as much as some hundred turns.
  class borrowed_stack {
   public:
    borrowed_stack() : memory_(take()) {}
    borrowed_stack(borrowed_stack&&) = default;
    borrowed_stack(const borrowed_stack&) = delete;
    borrowed_stack& operator=(const borrowed_stack&) = delete;
    ~borrowed_stack() {
      if (memory_ != nullptr) spare.push_back(std::move(memory_));
    }
    [[nodiscard]] std::byte* get() const noexcept { return memory_.get(); }

   private:
    using memory = std::unique_ptr<std::byte[]>;
    static memory take() {
      if (spare.empty()) return std::make_unique_for_overwrite<std::byte[]>(stack_size);
      memory last = std::move(spare.back());
      spare.pop_back();
      return last;
    }
    inline static thread_local std::vector<memory> spare;

    memory memory_;
  };

  /// A place to go on from: of a thread, or of the caller of run().
  struct context {
    ucontext_t registers{};
    std::array<std::byte, 16> exceptions{};  // those that are being handled: __cxa_eh_globals
  };

  struct thread_state : context {
    std::function<void()> body;
    borrowed_stack stack;
    bool finished = false;
    std::function<bool()> blocked_until;
    const void* sleeps_at = nullptr;
    std::int64_t priority = 0;  // the largest runs, where priorities count
  };

  void start(std::vector<std::function<void()>> bodies) {
    threads_.resize(bodies.size());
    draw_priorities();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      auto& thread = threads_[i];
      thread.body = std::move(bodies[i]);
      getcontext(&thread.registers);
      thread.registers.uc_stack.ss_sp = thread.stack.get();
      thread.registers.uc_stack.ss_size = stack_size;
      makecontext(&thread.registers, [] { current->live(current->threads_[current->turn_]); }, 0);
    }
    choose();
    current = this;
    go_on(caller_);
    current = nullptr;
  }

  void live(thread_state& self) {
    try {
      self.body();
    } catch (...) { failure_ = std::current_exception(); }
    self.finished = true;
    choose();
    go_on(self);  // for good
  }

  void pass_turn(const std::function<bool()>& condition) {
    auto& self = threads_[turn_];
    if (++steps_ > most_steps_) fail("no end after " + std::to_string(most_steps_) + " steps");
    self.blocked_until = condition;
    if (by_priority_ && is_change_point()) self.priority = --lowest_;
    choose();
    go_on(self);
  }

  void fall_asleep(const void* place, sleep_end end) {
    auto& self = threads_[turn_];
    self.sleeps_at = place;
    const bool may_end = end == sleep_end::by_time || random_.below(sleeps_a_spurious_end) == 0;
    pass_turn([&self, may_end] { return may_end || self.sleeps_at == nullptr; });
    self.sleeps_at = nullptr;
  }

  void wake_at(const void* place, int count) {
    for (; count > 0; --count) {
      ready_.clear();
      for (std::size_t i = 0; i < threads_.size(); ++i) {
        if (threads_[i].sleeps_at == place) ready_.push_back(i);
      }
      if (ready_.empty()) return;
      threads_[ready_[random_.below(static_cast<std::uint32_t>(ready_.size()))]].sleeps_at = nullptr;
    }
  }

  /// Leaves `from` for the thread that has been chosen, or for the caller of run() when all is over.
  void go_on(context& from) {
    context& to = over_ ? caller_ : threads_[turn_];
    if (&to == &from) return;
    auto* const handled = reinterpret_cast<std::byte*>(abi::__cxa_get_globals());
    std::copy_n(handled, from.exceptions.size(), from.exceptions.begin());
    std::ranges::copy(to.exceptions, handled);
    swapcontext(&from.registers, &to.registers);
  }

  void choose() {
    ready_.clear();
    bool unfinished = false;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      auto& thread = threads_[i];
      if (thread.finished) continue;
      unfinished = true;
      if (!thread.blocked_until || thread.blocked_until()) ready_.push_back(i);
    }
    if (ready_.empty() && unfinished) fail("every thread waits for another");
    over_ = ready_.empty() || failure_ != nullptr;
    if (over_) return;
    turn_ = by_priority_ ? *std::ranges::max_element(ready_, {},
                                                     [this](std::size_t i) { return threads_[i].priority; })
                         : ready_[random_.below(static_cast<std::uint32_t>(ready_.size()))];
    threads_[turn_].blocked_until = nullptr;
  }

  // A few random steps, and whenever one thread has run for long: it may be waiting for another.
  bool is_change_point() {
    run_length_ = last_ == turn_ ? run_length_ + 1 : 1;
    last_ = turn_;
    return run_length_ % longest_run == 0 ||
           std::ranges::find(change_points_, steps_) != change_points_.end();
  }

  void draw_priorities() {
    by_priority_ = random_.below(2) == 0;
    for (auto& thread : threads_) thread.priority = static_cast<std::int64_t>(random_.below(1U << 30U));
    const std::uint32_t horizon = 16U << random_.below(5);
    change_points_.resize(1 + random_.below(most_change_points));
    for (auto& point : change_points_) point = 1 + random_.below(horizon);
  }

  void fail(const std::string& why) {
    if (!failure_) failure_ = std::make_exception_ptr(failed(why));
  }

  inline static thread_local explorer* current = nullptr;  // the exploration that the calling thread is in
  static constexpr std::size_t stack_size = std::size_t{256} * 1024;
  // A bug of depth d needs d - 1 of them at the right places, and each that is drawn beyond makes that less likely.
  static constexpr std::uint32_t most_change_points = 8;
  static constexpr std::uint32_t sleeps_a_spurious_end = 16;
  static constexpr std::uint64_t longest_run =
      97;  // a prime, so that a loop is not always left at the same place

  context caller_;
  std::vector<thread_state> threads_;
  std::vector<std::size_t> ready_;
  random random_;
  std::uint64_t most_steps_;
  std::uint64_t steps_ = 0;
  std::size_t turn_ = 0;  // the thread that has it
  bool by_priority_ = false;
  std::vector<std::uint64_t> change_points_;
  std::int64_t lowest_ = 0;
  std::uint64_t run_length_ = 0;
  std::size_t last_ = 0;
  bool over_ = false;  // all have finished, or the exploration has failed
  std::exception_ptr failure_;
};

}  // namespace jackdaw::base

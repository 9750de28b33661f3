// Counting what a worker does off its fast path: steals, waiting for locks, sleeping, waking. And the way from what
// user code says in a task to the observer.
//
// Ordering: TY-Y1 hear -> count_steal, sleep, run_inside, say: the listener, as it was made.
#pragma once

#include <atomic>
#include <cstdint>

#include <jackdaw/base/clock.hpp>

namespace jackdaw::base {

/// What one worker has done since the tally was made. The places that count know neither the worker nor any reader. A
/// thread counts into the tally that is set for it, or not at all. They are where something slow happens anyway.
/// There a thread without a tally pays one look at a word of its own, and elsewhere nothing.
///
/// Written by one thread, read by any: the figures of a worker at work are a little old. std::atomic, not
/// base::atomic: counting is no step of a schedule that is explored.
struct tally {
  using counter = std::atomic<std::uint64_t>;

  counter steals_tried{0};  ///< looks into another worker's queue
  counter steals_done{0};   ///< those that found something
  counter tasks_stolen{0};  ///< what they found
  counter lock_waits{0};    ///< locks that were taken when asked for
  counter parks{0};         ///< times the worker fell asleep
  counter wakes{0};         ///< workers that it woke
  counter lock_time{0};     ///< nanoseconds until it had those locks; only while clocks are read
  counter sleep_time{0};    ///< nanoseconds asleep; only while clocks are read
  counter search_time{0};   ///< nanoseconds of looking for others' tasks; only while clocks are read

  /// From now on all threads read the clock where they wait for a lock, where they fall asleep and wake, and where they
  /// begin and end to look for others' tasks: some 40 ns each. Off at first. Any thread.
  static void read_clocks(bool on) noexcept { clocks.store(on, std::memory_order_relaxed); }

  /// What user code says of the task that runs (observe/task_log.hpp).
  enum class remark : unsigned char { event, span_begun, span_over, count };

  /// Is told of each steal and each sleep, for observers that need more than counts. Called by the thread that the
  /// tally belongs to; must not throw.
  class listener {
   public:
    virtual void stole(unsigned victim, std::uint64_t moved) noexcept = 0;  ///< moved 0: nothing was there
    virtual void parked() noexcept = 0;
    virtual void woken() noexcept = 0;
    /// A task has begun a run of a scheduler inside itself; and that run has ended. Until then its worker may report
    /// steals and sleeps for that run. May nest.
    virtual void run_inside_begun() noexcept {}
    virtual void run_inside_over() noexcept {}
    /// User code says something. `number`: what a count adds; of a span that is over, what was returned at its begin.
    /// Returns for the begin of a span that was noted a number that is not 0.
    virtual std::uint64_t said(remark /*how*/, const char* /*text*/, std::uint64_t /*number*/) noexcept {
      return 0;
    }

   protected:
    ~listener() = default;
  };

  /// From now on `by` is told of it. It must outlive the tally. Any thread.
  void hear(listener& by) noexcept {
    heard_by.store(&by, std::memory_order_release);
  }  // TY-Y1 -> count_steal, sleep, run_inside, say

  static void count(counter tally::* which, std::uint64_t many = 1) noexcept {
    if (current == nullptr) return;
    counter& own = current->*which;
    own.store(own.load(std::memory_order_relaxed) + many, std::memory_order_relaxed);  // one writer
  }

  /// A look into the queue of worker `victim`, which found `moved` tasks.
  static void count_steal(unsigned victim, std::uint64_t moved) noexcept {
    if (current != nullptr) [[unlikely]]
      current->add_steal(victim, moved);
  }

  /// Tells the listener what user code says on the calling thread; without one nothing happens, and it returns 0.
  static std::uint64_t say(remark how, const char* text, std::uint64_t number = 0) noexcept {
    return current == nullptr ? 0 : current->pass_on(how, text, number);
  }

  /// Lives while a task of the calling thread runs a scheduler inside itself; `in_task`: whether it is one.
  class run_inside {
   public:
    explicit run_inside(bool in_task) noexcept {
      if (!in_task || current == nullptr) return;
      listener_ = current->heard_by.load(std::memory_order_acquire);  // TY-Y1: pairs with hear
      if (listener_ != nullptr) listener_->run_inside_begun();
    }
    run_inside(const run_inside&) = delete;
    run_inside& operator=(const run_inside&) = delete;
    ~run_inside() {
      if (listener_ != nullptr) listener_->run_inside_over();
    }

   private:
    listener* listener_ = nullptr;
  };

  /// What a thread spends in something slow, if clocks are read.
  class span {
   public:
    void begin() noexcept {
      if (current != nullptr && clocks.load(std::memory_order_relaxed)) [[unlikely]]
        begun_ = nanoseconds_now();
    }
    void end(counter tally::* which) const noexcept {
      if (begun_ != 0) [[unlikely]]
        count(which, static_cast<std::uint64_t>(nanoseconds_now() - begun_));
    }

   private:
    std::int64_t begun_ = 0;
  };

  /// Lives while the calling thread takes a lock; counts, if it has to wait.
  class lock_wait {
   public:
    lock_wait() noexcept = default;
    lock_wait(const lock_wait&) = delete;
    lock_wait& operator=(const lock_wait&) = delete;
    ~lock_wait() { span_.end(&tally::lock_time); }

    void begin() noexcept {
      count(&tally::lock_waits);
      span_.begin();
    }

   private:
    span span_;
  };

  /// Lives while the calling thread looks for a task of others, until it has one or has looked everywhere. What it
  /// waits for locks meanwhile counts as that, too.
  class search {
   public:
    search() noexcept { span_.begin(); }
    search(const search&) = delete;
    search& operator=(const search&) = delete;
    ~search() { span_.end(&tally::search_time); }

   private:
    span span_;
  };

  /// Lives while the calling thread sleeps.
  class sleep {
   public:
    sleep() noexcept {
      if (current == nullptr) return;
      span_.begin();
      listener_ = current->heard_by.load(std::memory_order_acquire);  // TY-Y1: pairs with hear
      count(&tally::parks);
      if (listener_ != nullptr) listener_->parked();
    }
    sleep(const sleep&) = delete;
    sleep& operator=(const sleep&) = delete;
    ~sleep() {
      span_.end(&tally::sleep_time);
      if (listener_ != nullptr) listener_->woken();
    }

   private:
    span span_;
    listener* listener_ = nullptr;
  };

 private:
  friend class tally_scope;
  inline static constinit std::atomic<bool> clocks{false};
  inline static thread_local constinit tally* current = nullptr;

  [[gnu::noinline]] void add_steal(unsigned victim, std::uint64_t moved) noexcept {
    listener* const heard = heard_by.load(std::memory_order_acquire);  // TY-Y1: pairs with hear
    if (heard != nullptr) heard->stole(victim, moved);
    count(&tally::steals_tried);
    if (moved == 0) return;
    count(&tally::steals_done);
    count(&tally::tasks_stolen, moved);
  }

  [[gnu::noinline]] std::uint64_t pass_on(remark how, const char* text, std::uint64_t number) noexcept {
    listener* const heard = heard_by.load(std::memory_order_acquire);  // TY-Y1: pairs with hear
    return heard == nullptr ? 0 : heard->said(how, text, number);
  }

  std::atomic<listener*> heard_by{nullptr};
};

/// Sets the tally of the calling thread for as long as it lives.
class tally_scope {
 public:
  explicit tally_scope(tally& now) noexcept : outer_(tally::current) { tally::current = &now; }
  tally_scope(const tally_scope&) = delete;
  tally_scope& operator=(const tally_scope&) = delete;
  ~tally_scope() { tally::current = outer_; }

 private:
  tally* outer_;
};

}  // namespace jackdaw::base

// What one worker records: its events, the kinds of tasks that it has met, and its sleep.
//
// Callers: the worker, but for the functions that say otherwise. Invariants RC-I1-I3: recorder.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/observe/names/data_names.hpp>
#include <jackdaw/observe/names/kinds.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/trace/record/log_texts.hpp>
#include <jackdaw/trace/record/recording.hpp>
#include <jackdaw/trace/record/written_names.hpp>

namespace jackdaw::trace {

/// What happens when a buffer is full.
enum class when_full : unsigned char {
  stop,  ///< later events are lost: the begin of the run is kept
  ring   ///< the oldest events are lost: the end of the run is kept
};

/// How much is kept. An event has 16 bytes; a task makes three of them, a join four.
struct capacity {
  std::size_t events_per_worker = std::size_t{1} << 20U;
  when_full then = when_full::stop;
};

/// One worker's part of a recorder. Times are those of the recorder's clock since its birth.
class track {
 public:
  track() = default;
  track(const track&) = delete;
  track& operator=(const track&) = delete;
  ~track() { drop_names(); }

  /// Makes room, so that the kernel's work for fresh memory does not look like a task's; for prepared_events at most.
  /// By the thread that calls keep(), between two runs.
  void prepare(const capacity& much) noexcept {
    drop_names();
    constexpr std::size_t page = 4096 / sizeof(event);
    if (!make_room(much.events_per_worker)) return;
    for (std::size_t i = 0; i < std::min(room_, prepared_events); i += page) events_[i] = event();
  }

  /// Begins anew. By the worker, before its first event.
  void begin(const capacity& much) noexcept {
    drop_names();
    static_cast<void>(make_room(much.events_per_worker));
    then_ = much.then;
    count_ = 0;
    written_.forget();
    texts_.forget();
  }

  void add(std::uint64_t now, what happened, std::uint32_t subject, std::uint32_t other) noexcept {
    const std::uint64_t at = count_++;
    if (events_ == nullptr) return;
    if (at < room_) {
      events_[at] = event(now, happened, subject, other);
    } else if (then_ == when_full::ring) {
      event& oldest = events_[at % room_];
      if (oldest.happened() == what::named) drop_name(oldest);
      oldest = event(now, happened, subject, other);
    }
  }

  /// The handle has this name. The text is kept as long as this event.
  void add_name(std::uint64_t now, std::uint32_t handle, std::uint32_t name) noexcept {
    if (!observe::data_names::keep(name)) return;  // it has another name by now
    const bool stays = events_ != nullptr && (count_ < room_ || then_ == when_full::ring);
    if (stays) {
      ++names_;
    } else {
      observe::data_names::drop(name);
    }
    add(now, what::named, handle, name);
  }

  /// What the last event says besides its subject is `other` instead, if that event is such a one, and still there.
  void amend(what happened, std::uint32_t other) noexcept {
    if (events_ == nullptr || count_ == 0 || (count_ > room_ && then_ == when_full::stop)) return;
    event& last = events_[(count_ - 1) % room_];
    if (last.happened() == happened) last.other = other;
  }

  /// The time of the last event, if that is still there; else 0.
  [[nodiscard]] std::uint64_t last_time() const noexcept {
    if (events_ == nullptr || count_ == 0 || (count_ > room_ && then_ == when_full::stop)) return 0;
    return events_[(count_ - 1) % room_].time;
  }

  /// The number of the kind of `t` on this track.
  [[nodiscard]] std::uint32_t kind_of(const task& t) noexcept { return kinds_.number_of(t); }

  /// The number of this text of a log entry on this track.
  [[nodiscard]] std::uint32_t number_of(const char* text) noexcept { return texts_.number_of(text); }

  /// Whether it has to be written down that the handle has this name; an access of this version begins. In a ring,
  /// that is due again while it is still there.
  [[nodiscard]] bool is_news(std::uint32_t handle, std::uint32_t name, std::uint64_t version) noexcept {
    return written_.is_news(handle, name, version, count_, then_ == when_full::ring ? room_ / 2 : UINT64_MAX);
  }

  // ---- sleep; `busy` is whether the worker is busy in a phase ----

  void parked(std::uint64_t now, bool busy) noexcept {
    if (busy) return add(now, what::parked, 0, 0);
    asleep_since_.store(now + 1, base::relaxed);  // RC-I2
  }

  void woken(std::uint64_t now, bool busy) noexcept {
    if (busy) return add(now, what::woken, 0, 0);
    const std::uint64_t since = asleep_since_.load(base::relaxed);
    asleep_since_.store(0, base::relaxed);
    if (since == 0) return;
    if (sleeps_count_ == sleeps_.size()) --sleeps_count_;  // the last ones are seen, not all
    sleeps_[sleeps_count_++] = {since - 1, now};
  }

  /// Writes down how the worker has slept since it was busy last.
  void add_sleeps() noexcept {
    for (std::size_t i = 0; i < sleeps_count_; ++i) {
      add(sleeps_[i].from, what::parked, 0, 0);
      add(sleeps_[i].to, what::woken, 0, 0);
    }
    sleeps_count_ = 0;
  }

  // ---- by the thread that reads, between two runs ----

  /// Calls `visit` with each event that is left, in order.
  void for_each(auto visit) const {
    if (events_ == nullptr) return;
    const std::uint64_t first = count_ > room_ && then_ == when_full::ring ? count_ - room_ : 0;
    const std::uint64_t last = then_ == when_full::ring ? count_ : std::min<std::uint64_t>(count_, room_);
    for (std::uint64_t i = first; i < last; ++i) visit(events_[i % room_]);
  }

  [[nodiscard]] std::uint64_t lost() const noexcept {
    return events_ == nullptr ? count_ : count_ > room_ ? count_ - room_ : 0;
  }

  /// The names have been read, or will not be: their texts are kept no longer.
  void drop_names() noexcept {
    if (names_ == 0) return;
    for_each([this](const event& each) {
      if (each.happened() == what::named) drop_name(each);
    });
  }

  /// Since when the worker has been asleep, plus 1; 0: it is awake.
  [[nodiscard]] std::uint64_t asleep_since() const noexcept { return asleep_since_.load(base::relaxed); }

  /// The kind that kind_of() has numbered so.
  [[nodiscard]] task_kind kind(std::uint32_t number) const noexcept { return kinds_.kind(number); }

  /// The text that number_of() has numbered so.
  [[nodiscard]] const char* log_text(std::uint32_t number) const noexcept { return texts_.text(number); }

 private:
  static constexpr std::size_t prepared_events = std::size_t{1} << 22U;  // 64 MiB

  /// Whether there is room now that has not been touched yet.
  bool make_room(std::size_t events) noexcept {
    if (room_ == events) return false;
    drop_names();
    events_.reset();
    events_.reset(new (std::nothrow) event[events]);
    room_ = events;
    return events_ != nullptr;
  }

  [[gnu::noinline, gnu::cold]] void drop_name(const event& of) noexcept {
    if (names_ == 0) return;  // dropped before
    --names_;
    observe::data_names::drop(of.other);
  }

  struct interval {
    std::uint64_t from;
    std::uint64_t to;
  };

  std::unique_ptr<event[]> events_;
  std::size_t room_ = 0;
  when_full then_ = when_full::stop;
  std::uint64_t count_ = 0;
  observe::kinds kinds_;
  written_names written_;
  log_texts texts_;
  std::uint64_t names_ = 0;  // events that keep a text
  std::array<interval, 64> sleeps_{};
  std::size_t sleeps_count_ = 0;
  base::atomic<std::uint64_t> asleep_since_{0};
};

}  // namespace jackdaw::trace

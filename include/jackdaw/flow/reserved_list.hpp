// The reservations of a flow that are not used yet: why a flow may be stuck.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/flow/versions.hpp>
#include <jackdaw/flow/waiter.hpp>

namespace jackdaw::dataflow {

class reserved_list;

/// One of them.
class reserved {
 public:
  reserved() = default;
  reserved(const reserved&) = delete;
  reserved& operator=(const reserved&) = delete;

  /// Lets those pass who wait for it; by the list, which has taken it out before.
  virtual void give_up() noexcept = 0;
  [[nodiscard]] virtual const requirement* needs(std::uint16_t& count) const noexcept = 0;

 protected:
  ~reserved() = default;
};

/// Rarely used, so it has a lock. Threads: any.
class reserved_list {
 public:
  void put(reserved& one) {
    const std::lock_guard hold(mutex_);
    all_.push_back(&one);
    unused.fetch_add(1, base::relaxed);
  }

  /// Whether any flow has a reservation that is not used: only then can one be stuck. Tasks may also wait for
  /// those of flows on other schedulers, which nobody sees here.
  [[nodiscard]] static bool any() noexcept { return unused.load(base::relaxed) != 0; }

  /// Whether it was there.
  bool take(reserved& one) noexcept {
    const std::lock_guard hold(mutex_);
    const bool found = std::erase(all_, &one) != 0;
    if (found) unused.fetch_sub(1, base::relaxed);
    return found;
  }

  void give_up_all() noexcept {
    for (;;) {
      reserved* last = nullptr;
      {
        const std::lock_guard hold(mutex_);
        if (all_.empty()) return;
        last = all_.back();
        all_.pop_back();
        unused.fetch_sub(1, base::relaxed);
      }
      last->give_up();
    }
  }

  /// Which tasks wait for reserved accesses, directly or through others; for a message.
  [[nodiscard]] std::string what_waits() {
    const std::lock_guard hold(mutex_);
    std::vector<versions*> handles;
    for (const reserved* one : all_) {
      std::uint16_t count = 0;
      const requirement* const needs = one->needs(count);
      add_handles(handles, needs, count);
    }
    std::string text = std::to_string(all_.size()) + " reservations of this flow are unused";
    std::size_t found = 0;
    for (std::size_t i = 0; i < handles.size(); ++i) {  // grows meanwhile
      versions& of = *handles[i];
      of.for_each_waiting([&](const waiter& w) {
        add_handles(handles, w.requirements(), w.count);
        if (++found <= most_named) text += line(w, of);
      });
    }
    if (found > most_named) text += "; and " + std::to_string(found - most_named) + " more";
    return text;
  }

 private:
  static constexpr std::size_t most_named = 10;

  static void add_handles(std::vector<versions*>& handles, const requirement* needs, std::uint16_t count) {
    for (std::uint16_t i = 0; i < count; ++i) {
      versions* const of = &needs[i].of();
      if (std::find(handles.begin(), handles.end(), of) == handles.end()) handles.push_back(of);
    }
  }

  static std::string line(const waiter& w, const versions& of) {
    char where[32];
    std::snprintf(where, sizeof where, "%p", static_cast<const void*>(&of));
    return "; task '" + w.kind->name(w) + "' waits for version " + std::to_string(w.wanted()) +
           " of the handle at " + where + ", which is at " + std::to_string(of.version());
  }

  inline static base::atomic<unsigned> unused{0};  // of all flows

  std::mutex mutex_;
  std::vector<reserved*> all_;
};

}  // namespace jackdaw::dataflow

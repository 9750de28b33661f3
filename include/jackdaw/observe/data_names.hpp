// What the data of a program are called, in messages, traces and pictures.
//
// A handle has room for a number, not for a text, and may be gone when somebody asks. So texts have numbers, once for the
// process.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace jackdaw::observe {

/// Numbers texts: any thread, at any time, also before main() and after it. What was numbered is kept until the process
/// ends. Cost: a lock and a look into a table; for a new text its memory.
class data_names {
 public:
  static constexpr std::uint32_t none = 0;

  /// The same for the same text; `none` for an empty one. Throws std::bad_alloc.
  [[nodiscard]] static std::uint32_t number_of(std::string_view text) {
    if (text.empty()) return none;
    data_names& all = of_process();
    const std::lock_guard turn(all.lock_);
    if (const auto known = all.numbers_.find(text); known != all.numbers_.end()) return known->second;
    const std::string& kept = all.texts_.emplace_back(text);
    try {
      return all.numbers_.emplace(kept, static_cast<std::uint32_t>(all.texts_.size())).first->second;
    } catch (...) {
      all.texts_.pop_back();
      throw;
    }
  }

  /// The text that number_of() has numbered so; empty for `none`.
  [[nodiscard]] static std::string_view text_of(std::uint32_t number) noexcept {
    if (number == none) return {};
    data_names& all = of_process();
    const std::lock_guard turn(all.lock_);
    return all.texts_[number - 1];
  }

  /// Around fork(), so that no child finds the lock taken by a thread that it does not have. Nobody who has it takes
  /// another one.
  static void lock_all() noexcept { of_process().lock_.lock(); }
  static void unlock_all() noexcept { of_process().lock_.unlock(); }

 private:
  data_names() = default;

  /// Never destroyed: handles of static storage are named before others, and destroyed after them.
  static data_names& of_process() {
    static auto* const all = new data_names;
    return *all;
  }

  std::mutex lock_;                // for all below
  std::deque<std::string> texts_;  // number n is at n - 1; they do not move
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
};

}  // namespace jackdaw::observe

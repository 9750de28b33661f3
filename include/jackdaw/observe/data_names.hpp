// What the data of a program are called, in messages, traces and pictures.
//
// A handle has room for a number, not for a text, and may be gone when somebody asks. So texts have numbers, once for the
// process. Who calls what: a handle numbers its text, and drops the number when it is called otherwise, or ends; who notes
// the number down keeps it until the note is read or gone.
// Invariants
//   N1  a text is there as long as there are uses of its number: number_of() and keep() make one, drop() ends one.
//   N2  a number that nobody uses is not given to another text before all others have had their turn. So who has read a
//       number that is dropped meanwhile finds no text, not a wrong one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace jackdaw::observe {

/// Numbers texts: any thread, at any time, also before main() and after it. Cost: a lock and a look into a table; for a
/// new text its memory, which is given back when the last use of its number ends.
class data_names {
 public:
  static constexpr std::uint32_t none = 0;

  /// The same for the same text, as long as that is in use; `none` for an empty one. It is in use once more. Throws
  /// std::bad_alloc.
  [[nodiscard]] static std::uint32_t number_of(std::string_view text) {
    if (text.empty()) return none;
    data_names& all = of_process();
    const std::lock_guard turn(all.lock_);
    if (const auto known = all.numbers_.find(text); known != all.numbers_.end()) {
      ++all.texts_.find(known->second)->second.uses;
      return known->second;
    }
    while (all.next_ == none || all.texts_.contains(all.next_)) ++all.next_;  // N2
    const auto made = all.texts_.try_emplace(all.next_, text).first;
    try {
      all.numbers_.emplace(made->second.text, made->first);
    } catch (...) {
      all.texts_.erase(made);
      throw;
    }
    return all.next_++;
  }

  /// It is in use once more; false: nobody used it any more.
  [[nodiscard]] static bool keep(std::uint32_t number) noexcept {
    data_names& all = of_process();
    const std::lock_guard turn(all.lock_);
    const auto known = all.texts_.find(number);
    if (known == all.texts_.end()) return false;
    ++known->second.uses;
    return true;
  }

  /// A use ends.
  static void drop(std::uint32_t number) noexcept {
    if (number == none) return;
    data_names& all = of_process();
    const std::lock_guard turn(all.lock_);
    const auto known = all.texts_.find(number);
    if (--known->second.uses != 0) return;
    all.numbers_.erase(known->second.text);
    all.texts_.erase(known);
  }

  /// The text of a number, as long as that is in use; empty for `none`, and where nobody uses it.
  [[nodiscard]] static std::string_view text_of(std::uint32_t number) noexcept {
    if (number == none) return {};
    data_names& all = of_process();
    const std::lock_guard turn(all.lock_);
    const auto known = all.texts_.find(number);
    return known == all.texts_.end() ? std::string_view() : known->second.text;
  }

  /// The same for whom the number might be dropped meanwhile. Throws std::bad_alloc.
  [[nodiscard]] static std::string copy_of(std::uint32_t number) {
    if (number == none) return {};
    data_names& all = of_process();
    const std::lock_guard turn(all.lock_);
    const auto known = all.texts_.find(number);
    return known == all.texts_.end() ? std::string() : known->second.text;
  }

  /// How many texts there are; for tests.
  [[nodiscard]] static std::size_t count() noexcept {
    data_names& all = of_process();
    const std::lock_guard turn(all.lock_);
    return all.texts_.size();
  }

  /// Around fork(), so that no child finds the lock taken by a thread that it does not have. Nobody who has it takes
  /// another one.
  static void lock_all() noexcept { of_process().lock_.lock(); }
  static void unlock_all() noexcept { of_process().lock_.unlock(); }

 private:
  struct entry {
    explicit entry(std::string_view called) : text(called) {}
    std::string text;
    std::uint64_t uses = 1;
  };

  data_names() = default;

  /// Never destroyed: handles of static storage are named before others, and destroyed after them.
  static data_names& of_process() {
    static auto* const all = new data_names;
    return *all;
  }

  std::mutex lock_;  // for all below
  std::unordered_map<std::uint32_t, entry> texts_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;  // of these texts, which do not move
  std::uint32_t next_ = 1;                                       // the number that is tried next
};

}  // namespace jackdaw::observe

// Which texts of log entries one worker has met.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace jackdaw::trace {

/// Numbers texts by their addresses. For one worker, and for the thread that reads its track. Memory: 12 KiB, from the
/// first text on. Texts that do not fit, and all where there is no memory for that, have the number `most`.
class log_texts {
 public:
  static constexpr std::uint32_t most = 768;

  /// No text has been met.
  void forget() noexcept {
    if (count_ == 0) return;
    for (std::uint32_t& each : *places_) each = 0;
    count_ = 0;
  }

  [[nodiscard]] std::uint32_t number_of(const char* text) noexcept {
    if (texts_ == nullptr) [[unlikely]] {
      places_.reset(new (std::nothrow) places());
      texts_.reset(new (std::nothrow) const char*[most]);
      if (places_ == nullptr || texts_ == nullptr) {
        texts_.reset();
        return most;
      }
    }
    for (std::size_t at = first_place(text);; at = (at + 1) % size) {
      std::uint32_t& place = (*places_)[at];
      if (place != 0 && texts_[place - 1] == text) return place - 1;
      if (place != 0) continue;
      if (count_ == most) return most;
      texts_[count_] = text;
      place = ++count_;
      return count_ - 1;
    }
  }

  /// The text that number_of() has numbered so.
  [[nodiscard]] const char* text(std::uint32_t number) const noexcept {
    return number < count_ ? texts_[number] : "(other texts)";
  }

 private:
  static constexpr std::size_t size = 1024;  // more than `most`: so each search ends
  using places = std::array<std::uint32_t, size>;

  [[nodiscard]] static std::size_t first_place(const char* text) noexcept {
    return (reinterpret_cast<std::uintptr_t>(text) * 0x9e3779b97f4a7c15U) >> 54U;
  }

  std::unique_ptr<places> places_;  // numbers plus 1; 0: nothing
  std::unique_ptr<const char*[]> texts_;
  std::uint32_t count_ = 0;
};

}  // namespace jackdaw::trace

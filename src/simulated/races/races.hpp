// Races on plain data: which threads have used each byte, and when.
//
// Tests are compiled with the compiler's instrumentation for ThreadSanitizer and linked with calls of ours instead of
// its library (instrumented/race_calls.cpp). So each plain access of the library and of the test comes here. As in
// ThreadSanitizer (Serebryany and Iskhodzhanov, WBIA 2009) each word of eight bytes remembers a few accesses: by which
// thread, when by that thread's clock, and to which bytes. An access races with an earlier one if one of them writes,
// one of them is plain, and the earlier one does not happen before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/simulated/memory/vector_clock.hpp"

namespace jackdaw::simulated {

class races {
 public:
  struct access {
    std::uintptr_t address = 0;
    std::size_t size = 0;  // 1 to 8, within one word
    bool is_write = false;
    bool is_atomic = false;
    const void* place = nullptr;  // an address of the program; or, of an atomic_ref, the name of a file
    std::uint_least32_t line = 0;
  };
  struct remembered {
    std::uint32_t time = 0;  // 0: none
    std::uint16_t line = 0;
    thread_number thread = 0;
    std::uint8_t bytes = 0;
    const void* place = nullptr;
    bool is_write = false;
    bool is_atomic = false;
  };

  /// Forgets everything.
  void begin(std::uint64_t exploration) noexcept { exploration_ = exploration; }

  /// Notes an access by a thread with this clock. Returns an earlier one that it races with, or null.
  const remembered* note(const access& now, thread_number thread, const vector_clock& happened);

  /// Forgets what was at these addresses: the memory is new.
  void forget(std::uintptr_t address, std::size_t size) noexcept;

  /// That an atomic_ref uses this word from now on.
  void watch(std::uintptr_t address) { word_at(address >> 3U).is_watched = true; }

  /// The last plain write to a watched word since the last call; null: there was none.
  struct plain_write {
    thread_number thread = 0;
    std::uint32_t time = 0;
  };
  plain_write take_plain_write(std::uintptr_t address) noexcept;

 private:
  struct key {
    std::uintptr_t number = 0;  // the word's address / 8
    std::uint64_t exploration = 0;
  };
  struct word {
    bool is_watched = false;
    std::uint8_t next = 0;  // which remembered access is overwritten when all are needed
    plain_write written;
    std::array<remembered, 4> accesses{};
  };

  word& word_at(std::uintptr_t number);
  [[nodiscard]] word* find(std::uintptr_t number) noexcept;
  void grow();
  [[nodiscard]] std::size_t slot_of(std::uintptr_t number) const noexcept;

  std::uint64_t exploration_ = 0;
  std::size_t used_ = 0;
  std::uint64_t used_in_ = 0;                                        // the exploration that used_ counts
  std::vector<key> keys_ = std::vector<key>(std::size_t{1} << 12U);  // open addressing
  std::vector<word> words_ = std::vector<word>(keys_.size());
};

}  // namespace jackdaw::simulated

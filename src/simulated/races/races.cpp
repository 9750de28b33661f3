#include "src/simulated/races/races.hpp"

#include <algorithm>
#include <utility>

#include <jackdaw/base/random.hpp>

namespace jackdaw::simulated {

std::size_t races::slot_of(std::uintptr_t number) const noexcept {
  return static_cast<std::size_t>(base::mix(number)) & (keys_.size() - 1);
}

races::word* races::find(std::uintptr_t number) noexcept {
  for (std::size_t at = slot_of(number); keys_[at].exploration == exploration_;
       at = (at + 1) & (keys_.size() - 1)) {
    if (keys_[at].number == number) return &words_[at];
  }
  return nullptr;
}

races::word& races::word_at(std::uintptr_t number) {
  if (used_in_ != exploration_) {
    used_in_ = exploration_;
    used_ = 0;
  }
  if (word* const found = find(number)) return *found;
  if (2 * ++used_ >= keys_.size()) grow();
  std::size_t at = slot_of(number);
  while (keys_[at].exploration == exploration_) at = (at + 1) & (keys_.size() - 1);
  keys_[at] = {number, exploration_};
  words_[at] = {};
  return words_[at];
}

void races::grow() {
  const auto old_keys = std::exchange(keys_, std::vector<key>(2 * keys_.size()));
  const auto old_words = std::exchange(words_, std::vector<word>(keys_.size()));
  for (std::size_t i = 0; i < old_keys.size(); ++i) {
    if (old_keys[i].exploration != exploration_) continue;
    std::size_t at = slot_of(old_keys[i].number);
    while (keys_[at].exploration == exploration_) at = (at + 1) & (keys_.size() - 1);
    keys_[at] = old_keys[i];
    words_[at] = old_words[i];
  }
}

const races::remembered* races::note(const access& now, thread_number thread, const vector_clock& happened) {
  word& here = word_at(now.address >> 3U);
  const auto bytes = static_cast<std::uint8_t>(((1U << now.size) - 1U) << (now.address & 7U));
  if (here.is_watched && now.is_write && !now.is_atomic) here.written = {thread, happened[thread]};
  remembered* free = nullptr;
  for (remembered& each : here.accesses) {
    if (each.time == 0) {
      if (free == nullptr) free = &each;
      continue;
    }
    if ((each.bytes & bytes) == 0) continue;
    if (each.thread == thread) {
      if ((each.bytes & ~bytes) == 0 && each.is_write == now.is_write && each.is_atomic == now.is_atomic)
        free = &each;
      continue;
    }
    if ((each.is_write || now.is_write) && !(each.is_atomic && now.is_atomic) &&
        each.time > happened[each.thread])
      return &each;
  }
  if (free == nullptr) {
    free = &here.accesses[here.next];
    here.next = static_cast<std::uint8_t>((here.next + 1U) % here.accesses.size());
  }
  *free = {happened[thread], static_cast<std::uint16_t>(now.line), thread, bytes, now.place, now.is_write,
           now.is_atomic};
  return nullptr;
}

void races::forget(std::uintptr_t address, std::size_t size) noexcept {
  for (std::uintptr_t number = address >> 3U; number <= (address + size - 1) >> 3U; ++number) {
    if (word* const found = find(number)) {
      found->accesses = {};
      found->is_watched = false;
      found->written = {};
    }
  }
}

races::plain_write races::take_plain_write(std::uintptr_t address) noexcept {
  word* const found = find(address >> 3U);
  return found == nullptr ? plain_write{} : std::exchange(found->written, {});
}

}  // namespace jackdaw::simulated

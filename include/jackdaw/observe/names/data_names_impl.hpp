// The functions of observe/names/data_names.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/observe/names/data_names.hpp>

namespace jackdaw::observe {

struct data_names::table {
  struct entry {
    explicit entry(std::string_view called) : text(called) {}
    std::string text;
    std::uint64_t uses = 1;
  };

  base::mutex lock;  // for all below
  std::unordered_map<std::uint32_t, entry> texts;
  std::unordered_map<std::string_view, std::uint32_t> numbers;  // of these texts, which do not move
  std::uint32_t next = 1;                                       // the number that is tried next
};

JACKDAW_INLINE std::uint32_t data_names::number_of(std::string_view text) {
  if (text.empty()) return none;
  table& all = of_process();
  const std::lock_guard turn(all.lock);
  if (const auto known = all.numbers.find(text); known != all.numbers.end()) {
    ++all.texts.find(known->second)->second.uses;
    return known->second;
  }
  while (all.next == none || all.texts.contains(all.next)) ++all.next;  // DN-N2
  const auto made = all.texts.try_emplace(all.next, text).first;
  try {
    all.numbers.emplace(made->second.text, made->first);
  } catch (...) {
    all.texts.erase(made);
    throw;
  }
  return all.next++;
}

JACKDAW_INLINE bool data_names::keep(std::uint32_t number) noexcept {
  table& all = of_process();
  const std::lock_guard turn(all.lock);
  const auto known = all.texts.find(number);
  if (known == all.texts.end()) return false;
  ++known->second.uses;
  return true;
}

JACKDAW_INLINE void data_names::drop(std::uint32_t number) noexcept {
  if (number == none) return;
  table& all = of_process();
  const std::lock_guard turn(all.lock);
  const auto known = all.texts.find(number);
  if (--known->second.uses != 0) return;
  all.numbers.erase(known->second.text);
  all.texts.erase(known);
}

JACKDAW_INLINE std::string_view data_names::text_of(std::uint32_t number) noexcept {
  if (number == none) return {};
  table& all = of_process();
  const std::lock_guard turn(all.lock);
  const auto known = all.texts.find(number);
  return known == all.texts.end() ? std::string_view() : known->second.text;
}

JACKDAW_INLINE std::string data_names::copy_of(std::uint32_t number) {
  if (number == none) return {};
  table& all = of_process();
  const std::lock_guard turn(all.lock);
  const auto known = all.texts.find(number);
  return known == all.texts.end() ? std::string() : known->second.text;
}

JACKDAW_INLINE std::size_t data_names::count() noexcept {
  table& all = of_process();
  const std::lock_guard turn(all.lock);
  return all.texts.size();
}

JACKDAW_INLINE void data_names::lock_all() noexcept { of_process().lock.lock(); }

JACKDAW_INLINE void data_names::unlock_all() noexcept { of_process().lock.unlock(); }

JACKDAW_INLINE data_names::table& data_names::of_process() {
  static auto* const all = new table;
  return *all;
}

}  // namespace jackdaw::observe

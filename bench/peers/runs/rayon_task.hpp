// A closure of C++ as a task of Rayon.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

extern "C" {
/// `Task` of bench/peers/rayon/src/bursts.rs.
struct rayon_task {
  void (*call)(const std::uintptr_t (*closure)[4]);
  std::uintptr_t closure[4];
};
}

namespace jackdaw::bench {

template <class F>
[[nodiscard]] rayon_task as_rayon_task(const F& f) {
  static_assert(std::is_trivially_copyable_v<F> && sizeof(F) <= sizeof(rayon_task::closure));
  rayon_task task{[](const std::uintptr_t(*closure)[4]) { (*reinterpret_cast<const F*>(closure))(); }, {}};
  std::memcpy(task.closure, &f, sizeof(F));
  return task;
}

}  // namespace jackdaw::bench

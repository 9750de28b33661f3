#include "src/simulated/instrumented/race_access.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

#include <sys/single_threaded.h>

#include "src/simulated/machine.hpp"

namespace jackdaw::simulated {

void note_accesses(const void* address, std::size_t size, bool is_write, const void* caller) {
  auto* const running = current_machine;
  if (running == nullptr) return;
  auto at = reinterpret_cast<std::uintptr_t>(address);
  while (size != 0) {
    const std::size_t here = std::min<std::size_t>(size, 8 - (at & 7U));
    running->note_access({at, here, is_write, false, caller, 0});
    at += here;
    size -= here;
  }
}

void* allocate(std::size_t size, std::size_t alignment) {
  void* const memory = alignment <= alignof(std::max_align_t)
                           ? std::malloc(std::max<std::size_t>(size, 1))
                           : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  note_allocation(memory, size);
  return memory;
}

void note_allocation(const void* memory, std::size_t size) {
  if (auto* const running = current_machine) running->note_allocation(memory, size);
}

void note_load(const void* object, int order) {
  auto* const running = current_machine;
  if (running == nullptr || running->unwatched != 0 || order == __ATOMIC_RELAXED) return;
  running->memory().see_count(running->thread(), object);
}

void note_addition(const void* object, bool is_negative, int order) {
  auto* const running = current_machine;
  if (running == nullptr || running->unwatched != 0 || !is_negative || order < __ATOMIC_ACQ_REL) return;
  running->memory().count_down(running->thread(), object);
}

void link_race_calls() {
  machine::race_calls_are_linked = true;
  __libc_single_threaded = 0;  // else counts of shared pointers are plain
}

}  // namespace jackdaw::simulated

// The calls that the compiler's instrumentation for ThreadSanitizer makes, for schedule tests: each plain access goes
// to the exploration, if one is under way. Atomics that are not explored are what they are, but that counts of shared
// pointers order what such counts order. Only tests that are so compiled link this.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>

#include <dlfcn.h>

#include "src/simulated/instrumented/race_access.hpp"
#include "src/simulated/machine.hpp"

using jackdaw::simulated::note_accesses;
using jackdaw::simulated::note_addition;
using jackdaw::simulated::note_load;

#define JACKDAW_CALLER __builtin_return_address(0)
#define JACKDAW_ACCESS(name, size, is_write) \
  void __tsan_##name(void* address) { note_accesses(address, size, is_write, JACKDAW_CALLER); }
#define JACKDAW_ACCESSES(size)                      \
  JACKDAW_ACCESS(read##size, size, false)           \
  JACKDAW_ACCESS(write##size, size, true)           \
  JACKDAW_ACCESS(unaligned_read##size, size, false) \
  JACKDAW_ACCESS(unaligned_write##size, size, true) \
  JACKDAW_ACCESS(volatile_read##size, size, false)  \
  JACKDAW_ACCESS(volatile_write##size, size, true)

#define JACKDAW_ATOMIC(bits, type)                                                                     \
  type __tsan_atomic##bits##_load(const type* a, int order) {                                          \
    note_load(a, order);                                                                               \
    return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                                       \
  }                                                                                                    \
  void __tsan_atomic##bits##_store(type* a, type v, int) { __atomic_store_n(a, v, __ATOMIC_SEQ_CST); } \
  type __tsan_atomic##bits##_exchange(type* a, type v, int) {                                          \
    return __atomic_exchange_n(a, v, __ATOMIC_SEQ_CST);                                                \
  }                                                                                                    \
  type __tsan_atomic##bits##_fetch_add(type* a, type v, int order) {                                   \
    note_addition(a, static_cast<std::make_signed_t<type>>(v) < 0, order);                             \
    return __atomic_fetch_add(a, v, __ATOMIC_SEQ_CST);                                                 \
  }                                                                                                    \
  type __tsan_atomic##bits##_fetch_sub(type* a, type v, int) {                                         \
    return __atomic_fetch_sub(a, v, __ATOMIC_SEQ_CST);                                                 \
  }                                                                                                    \
  type __tsan_atomic##bits##_fetch_and(type* a, type v, int) {                                         \
    return __atomic_fetch_and(a, v, __ATOMIC_SEQ_CST);                                                 \
  }                                                                                                    \
  type __tsan_atomic##bits##_fetch_or(type* a, type v, int) {                                          \
    return __atomic_fetch_or(a, v, __ATOMIC_SEQ_CST);                                                  \
  }                                                                                                    \
  type __tsan_atomic##bits##_fetch_xor(type* a, type v, int) {                                         \
    return __atomic_fetch_xor(a, v, __ATOMIC_SEQ_CST);                                                 \
  }                                                                                                    \
  int __tsan_atomic##bits##_compare_exchange_strong(type* a, type* e, type v, int, int) {              \
    return __atomic_compare_exchange_n(a, e, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);            \
  }                                                                                                    \
  int __tsan_atomic##bits##_compare_exchange_weak(type* a, type* e, type v, int, int) {                \
    return __atomic_compare_exchange_n(a, e, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);            \
  }                                                                                                    \
  type __tsan_atomic##bits##_compare_exchange_val(type* a, type e, type v, int, int) {                 \
    __atomic_compare_exchange_n(a, &e, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                  \
    return e;                                                                                          \
  }

extern "C" {

void __tsan_init() { jackdaw::simulated::link_race_calls(); }
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void** object, void*) { note_accesses(object, sizeof *object, true, JACKDAW_CALLER); }
void __tsan_vptr_read(void** object) { note_accesses(object, sizeof *object, false, JACKDAW_CALLER); }
void __tsan_read_range(void* from, std::size_t size) { note_accesses(from, size, false, JACKDAW_CALLER); }
void __tsan_write_range(void* from, std::size_t size) { note_accesses(from, size, true, JACKDAW_CALLER); }
void* __tsan_memcpy(void* to, const void* from, std::size_t size) {
  note_accesses(from, size, false, JACKDAW_CALLER);
  note_accesses(to, size, true, JACKDAW_CALLER);
  return std::memcpy(to, from, size);
}
void* __tsan_memmove(void* to, const void* from, std::size_t size) {
  note_accesses(from, size, false, JACKDAW_CALLER);
  note_accesses(to, size, true, JACKDAW_CALLER);
  return std::memmove(to, from, size);
}
void* __tsan_memset(void* to, int value, std::size_t size) {
  note_accesses(to, size, true, JACKDAW_CALLER);
  return std::memset(to, value, size);
}

JACKDAW_ACCESSES(1)
JACKDAW_ACCESSES(2)
JACKDAW_ACCESSES(4)
JACKDAW_ACCESSES(8)
JACKDAW_ACCESSES(16)

JACKDAW_ATOMIC(8, std::uint8_t)
JACKDAW_ATOMIC(16, std::uint16_t)
JACKDAW_ATOMIC(32, std::uint32_t)
JACKDAW_ATOMIC(64, std::uint64_t)
void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) {}

}  // extern "C"

// Memory that is new has no history: the allocator orders the thread that had it before the one that has it now.

void* operator new(std::size_t size) { return jackdaw::simulated::allocate(size, 0); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return jackdaw::simulated::allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

// Memory of exceptions comes from the C++ run time, which is not compiled here.
extern "C" void* __cxa_allocate_exception(std::size_t size) noexcept {
  using function = void* (*)(std::size_t) noexcept;
  static const auto next = reinterpret_cast<function>(dlsym(RTLD_NEXT, "__cxa_allocate_exception"));
  void* const memory = next(size);
  jackdaw::simulated::note_allocation(memory, size);
  return memory;
}

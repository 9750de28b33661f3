// Atomic access to a plain variable, as a step of the explorer.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <source_location>
#include <type_traits>

#include <jackdaw/simulated/explorer.hpp>

namespace jackdaw::simulated {

/// How the explorer knows a variable of eight bytes that is used through an atomic_ref now and plainly then. Its
/// history begins anew with each plain write, which the explorer notices in tests that are instrumented
/// (src/simulated/races.hpp). In others a load sees the newest value only.
class explored_place {
 public:
  static std::uint64_t load(std::uint64_t* object, std::memory_order how, const std::source_location& at);
  static void store(std::uint64_t* object, std::uint64_t value, std::memory_order how,
                    const std::source_location& at);
};

/// Same interface as std::atomic_ref, as far as schedule tests use it.
template <class T>
class explored_atomic_ref {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) == sizeof(std::uint64_t));
  using order = std::memory_order;
  using site = std::source_location;

 public:
  explicit explored_atomic_ref(T& object) noexcept : object_(object) {}

  [[nodiscard]] T load(order how = order::seq_cst, const site& at = site::current()) const {
    T value;
    const std::uint64_t bits = explored_place::load(place(), how, at);
    std::memcpy(&value, &bits, sizeof(T));
    return value;
  }
  void store(T value, order how = order::seq_cst, const site& at = site::current()) const {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    explored_place::store(place(), bits, how, at);
  }

 private:
  [[nodiscard]] std::uint64_t* place() const noexcept { return reinterpret_cast<std::uint64_t*>(&object_); }

  T& object_;
};

}  // namespace jackdaw::simulated

// A stack of its own, and the swap to another one.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

#include "src/simulated/threads/thread_locals.hpp"

namespace jackdaw::simulated {

/// A place to go on from: of a simulated thread, or of the thread that explores.
class context {
 public:
  using entry = void (*)();

  context() = default;
  context(context&&) = default;
  context(const context&) = delete;
  context& operator=(const context&) = delete;
  ~context();

  /// Makes this one begin with `first`, on a stack of its own, when it is gone on with. `first` never returns.
  void begin(entry first);

  /// Leaves this one, which is running, for `to`; returns when another one leaves for this one.
  void leave_for(context& to);

 private:
  static constexpr std::size_t stack_size = std::size_t{256} * 1024;
  using memory = std::unique_ptr<std::byte[]>;

#if defined(__x86_64__)
  void* stack_pointer_ = nullptr;
#else
  std::unique_ptr<ucontext_t> registers_ = std::make_unique<ucontext_t>();
#endif
  std::array<std::byte, 16> exceptions_{};  // those that are being handled: __cxa_eh_globals
  thread_locals locals_;
  memory stack_;  // used again and again: a new one costs as much as some hundred turns
};

}  // namespace jackdaw::simulated

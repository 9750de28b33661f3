// A closure as a task: how it is created in a worker's memory, run, and given back.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

#include <jackdaw/task/call.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw {

/// A worker as far as tasks need one: it has memory, and takes reports of failures. Not for users.
template <class W>
concept task_host =
    requires(W host, void* block, std::size_t bytes, std::exception_ptr what, std::string_view name) {
      { host.allocate(bytes) } -> std::same_as<void*>;
      { host.deallocate(block, bytes) } -> std::same_as<void>;
      { host.failed(what, name) } -> std::same_as<void>;
    };

namespace detail {

/// What memory managers promise (memory/manager.hpp); closures that want more get it here, by a larger block.
inline constexpr std::size_t block_alignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

/// A block for one T, with `room` bytes behind it. An over-aligned T lies somewhere inside a larger block. The start of
/// that is kept behind these.
template <class T>
struct block_for {
  static constexpr bool over_aligned = alignof(T) > block_alignment;
  static constexpr std::size_t bytes = over_aligned ? sizeof(T) + alignof(T) + sizeof(void*) : sizeof(T);

  static void* allocate(auto& host, std::size_t room = 0) {
    void* const block = host.allocate(bytes + room);
    if constexpr (over_aligned) {
      void* place = block;
      std::size_t space = bytes - sizeof(void*);
      std::align(alignof(T), sizeof(T), place, space);  // `room` fits, too
      std::memcpy(static_cast<std::byte*>(place) + sizeof(T) + room, &block, sizeof(void*));
      return place;
    } else {
      return block;
    }
  }

  static void deallocate(auto& host, void* place, std::size_t room = 0) noexcept {
    if constexpr (over_aligned) {
      void* block = nullptr;
      std::memcpy(&block, static_cast<std::byte*>(place) + sizeof(T) + room, sizeof(void*));
      host.deallocate(block, bytes + room);
    } else {
      host.deallocate(place, bytes + room);
    }
  }
};

}  // namespace detail

/// A task whose work is a call of `Function` with the worker, or with nothing where it takes nothing. Not for users:
/// they put functions.
template <class Function, class Worker, task_header Header>
class closure_task final : public Header {
 public:
  /// Creates the task in the memory of `host`. Throws what the closure's constructor and the allocation
  /// throw.
  template <class F>
  [[nodiscard]] static closure_task& create(Worker& host, F&& function) {
    void* const place = detail::block_for<closure_task>::allocate(host);
    if constexpr (std::is_nothrow_constructible_v<Function, F&&>) {
      return *new (place) closure_task(std::forward<F>(function));
    } else {
      try {
        return *new (place) closure_task(std::forward<F>(function));
      } catch (...) {
        detail::block_for<closure_task>::deallocate(host, place);
        throw;
      }
    }
  }

  [[nodiscard]] Function& function() noexcept { return function_; }

 private:
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, closure_task>)
  explicit closure_task(F&& function) noexcept(std::is_nothrow_constructible_v<Function, F&&>)
      : function_(std::forward<F>(function)) {
    this->execute = &enter;
  }
  ~closure_task() = default;

  struct guard {  // the closure lives until its last statement, and is freed also when that throws
    closure_task& self;
    Worker& host;
    ~guard() {
      self.~closure_task();
      detail::block_for<closure_task>::deallocate(host, &self);
    }
  };

  static void enter(task& self, void* worker_address, task_verb verb) {
    if (verb != task_verb::run) [[unlikely]]
      return drop_or_describe(self, worker_address, verb);
    auto& host = *static_cast<Worker*>(worker_address);
    const guard owner{static_cast<closure_task&>(self), host};
    try {
      static_cast<void>(call(owner.self.function_, host));
    } catch (...) { host.failed(std::current_exception(), task_name<Function>()); }
  }

  [[gnu::noinline, gnu::cold]] static void drop_or_describe(task& self, void* worker_address,
                                                            task_verb verb) {
    if (verb == task_verb::drop) {
      const guard owner{static_cast<closure_task&>(self), *static_cast<Worker*>(worker_address)};
    } else {
      *static_cast<task_kind*>(worker_address) = kind_of_task<Function>();
    }
  }

  Function function_;
};

}  // namespace jackdaw

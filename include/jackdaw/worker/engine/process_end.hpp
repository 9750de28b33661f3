// The end of the process while work is under way.
//
// std::exit() destroys static objects on the thread that calls it, and waits for no other one. It may be called in a
// task: to wait for the end of that task would be in vain. Or it may be called beside tasks that last long, or wait
// for the caller. So a scheduler that is destroyed then, or another object that threads use, waits for no thread and
// stays as it is. Threads go on with what they have, in memory that is there until the process is gone. Where nothing
// is under way it ends as at any other time. Invariant PE-X1: what was abandoned is neither changed nor freed. Its
// owner asks before it destroys anything.
#pragma once

#include <cstddef>
#include <new>
#include <utility>

namespace jackdaw::working {

/// A member of an object that can be abandoned: it is stored in its owner, and is not destroyed with it then. The
/// owner's memory must stay. Static objects keep theirs; a class whose objects are made by `new` has an operator
/// delete that keeps it.
template <class T>
class unless_abandoned {
 public:
  template <class... Arguments>
  explicit unless_abandoned(Arguments&&... arguments) : value_(std::forward<Arguments>(arguments)...) {}
  unless_abandoned(const unless_abandoned&) = delete;
  unless_abandoned& operator=(const unless_abandoned&) = delete;
  ~unless_abandoned() {
    if (!abandoned_) value_.~T();
  }

  /// PE-X1. Called by the destructor of the owner, before that goes on.
  void abandon() noexcept { abandoned_ = true; }

  [[nodiscard]] T& operator*() noexcept { return value_; }
  [[nodiscard]] const T& operator*() const noexcept { return value_; }
  [[nodiscard]] T* operator->() noexcept { return &value_; }
  [[nodiscard]] const T* operator->() const noexcept { return &value_; }

 private:
  union {
    T value_;
  };
  bool abandoned_ = false;
};

/// What `new` and `delete` do for an object of type T, for classes with operators of their own.
template <class T>
[[nodiscard]] void* new_memory(std::size_t bytes) {
  if constexpr (alignof(T) > __STDCPP_DEFAULT_NEW_ALIGNMENT__) {
    return ::operator new(bytes, std::align_val_t{alignof(T)});
  } else {
    return ::operator new(bytes);
  }
}
template <class T>
[[nodiscard]] void* new_memory_or_null(std::size_t bytes) noexcept {
  if constexpr (alignof(T) > __STDCPP_DEFAULT_NEW_ALIGNMENT__) {
    return ::operator new(bytes, std::align_val_t{alignof(T)}, std::nothrow);
  } else {
    return ::operator new(bytes, std::nothrow);
  }
}
template <class T>
void delete_memory(void* block) noexcept {
  if constexpr (alignof(T) > __STDCPP_DEFAULT_NEW_ALIGNMENT__) {
    ::operator delete(block, std::align_val_t{alignof(T)});
  } else {
    ::operator delete(block);
  }
}

/// Deletes what can end, and leaves the rest where it is.
struct delete_ended {
  template <class T>
  void operator()(T* owned) const noexcept {
    if (owned->ends()) delete owned;  // PE-X1
  }
};

}  // namespace jackdaw::working

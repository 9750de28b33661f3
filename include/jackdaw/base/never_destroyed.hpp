// An object that stays until the process is gone.
//
// Handlers of atexit() and destructors of static objects may use the library, in any order. So what the library keeps
// in static variables is not destroyed at exit. To tools that look for leaks it is reachable.
#pragma once

#include <utility>

namespace jackdaw::base {

/// A static variable of type T that is made as others are, and never destroyed.
///     static never_destroyed<std::vector<std::string>> names(read_names());
template <class T>
class never_destroyed {
 public:
  constexpr never_destroyed() : object_() {}
  explicit never_destroyed(T object) : object_(std::move(object)) {}
  never_destroyed(const never_destroyed&) = delete;
  never_destroyed& operator=(const never_destroyed&) = delete;
  constexpr ~never_destroyed() {}  // NOLINT(modernize-use-equals-default): it would be deleted

  [[nodiscard]] constexpr T& operator*() noexcept { return object_; }
  [[nodiscard]] constexpr T* operator->() noexcept { return &object_; }

 private:
  union {
    T object_;
  };
};

}  // namespace jackdaw::base

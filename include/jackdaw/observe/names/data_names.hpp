// What the data of a program are called, in messages, traces and pictures.
//
// A handle has room for a number, not for a text, and may be gone when its name is needed. So texts have numbers,
// once for the process. Callers: a handle numbers its text, and drops the number when its name changes, or
// when it ends. An observer that notes the number down keeps it until the note is read or gone.
// Invariants
//   DN-N1  a text is there as long as there are uses of its number: number_of() and keep() make one, drop() ends one.
//   DN-N2  a number that is not in use is not given to another text before all others have had their turn. So a
//          reader of a number that is dropped meanwhile finds no text, not a wrong one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <jackdaw/base/compiled.hpp>

namespace jackdaw::observe {

/// Numbers texts: any thread, at any time, also before main() and after it. Cost: a lock and a look into a table; for a
/// new text its memory. That is given back when the last use of its number ends.
class data_names {
 public:
  data_names() = delete;
  static constexpr std::uint32_t none = 0;

  /// The same for the same text, as long as that is in use; `none` for an empty one. It is in use once more. Throws
  /// std::bad_alloc.
  [[nodiscard]] static std::uint32_t number_of(std::string_view text);

  /// It is in use once more; false: it was not in use any more.
  [[nodiscard]] static bool keep(std::uint32_t number) noexcept;

  /// A use ends.
  static void drop(std::uint32_t number) noexcept;

  /// The text of a number, as long as that is in use; empty for `none`, and for numbers that are not in use.
  [[nodiscard]] static std::string_view text_of(std::uint32_t number) noexcept;

  /// The same for a caller whose number might be dropped meanwhile. Throws std::bad_alloc.
  [[nodiscard]] static std::string copy_of(std::uint32_t number);

  /// How many texts there are; for tests.
  [[nodiscard]] static std::size_t count() noexcept;

  /// Around fork(), so that no child finds the lock taken by a thread that it does not have. A thread that has this
  /// lock takes no other.
  static void lock_all() noexcept;
  static void unlock_all() noexcept;

 private:
  struct table;

  /// Never destroyed: handles of static storage are named before others, and destroyed after them.
  static table& of_process();
};

}  // namespace jackdaw::observe

#ifndef JACKDAW_COMPILED
#include <jackdaw/observe/names/data_names_impl.hpp>
#endif

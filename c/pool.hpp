// What a jackdaw_pool is, and how the functions of the C interface report errors.
#pragma once

#include <array>
#include <atomic>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <jackdaw/base/said_by.hpp>
#include <jackdaw/jackdaw.h>
#include <jackdaw/worker/crew/any_crew.hpp>

struct jackdaw_pool {
  std::unique_ptr<jackdaw::any_crew> crew;  ///< null: the pool was destroyed
  std::mutex announcing;                    ///< held by a thread that announces members, or deals to them
  std::atomic<unsigned> announced{0};       ///< how many were announced last
  unsigned turn = 0;                        ///< of dealing
  std::atomic<double> patience{10};         ///< seconds for which members may be missing
  std::size_t block_bytes = 1;              ///< of tpool_new
  int level = 0;                            ///< of OpenMP's nested regions where tpool_init was called
};

namespace jackdaw::c {

/// What was wrong with the calling thread's last call that failed, as it may be shown (base::visible); a longer line is
/// cut in its middle. Needs no memory
/// to say that there is none, as a string would: not even for its destructor at the end of the thread, without which the
/// C++ runtime ends the program.
struct last_failure {
  jackdaw_status status = JACKDAW_OK;
  std::array<char, 1024> line{};
};
[[nodiscard]] last_failure& failure_here() noexcept;

/// Notes what was wrong; returns `status`. `line` may quote what the caller has passed, whatever it holds.
jackdaw_status failed(jackdaw_status status, std::string_view line) noexcept;

/// The same of an exception, which does not know what was called.
jackdaw_status failed(jackdaw_status status, std::string_view function, std::string_view what) noexcept;

jackdaw_status null(std::string_view function, std::string_view what);

/// As short as three digits allow, with a point whatever the locale of the program is.
[[nodiscard]] inline std::string said(double number) {
  std::array<char, 32> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, 3).ptr;
  return {text.data(), end};
}

/// A number as the caller has written it: what he passes for an unsigned may have been negative.
template <std::unsigned_integral Unsigned>
[[nodiscard]] std::string said(Unsigned number) {
  using signed_type = std::make_signed_t<Unsigned>;
  return number <= static_cast<Unsigned>(std::numeric_limits<signed_type>::max())
             ? std::to_string(number)
             : std::to_string(static_cast<signed_type>(number));
}

/// OK when the pool is one; else what is wrong.
jackdaw_status alive(std::string_view function, const jackdaw_pool* pool);

/// OK when `me` is a member of the pool: it has come then.
jackdaw_status member(std::string_view function, const jackdaw_pool* pool, unsigned me);

/// No exception leaves the library. `function`: what the caller has called.
template <class Body>
jackdaw_status guarded(std::string_view function, Body&& body) noexcept {
  try {
    return std::forward<Body>(body)();
  } catch (const unknown_name& error) {
    return failed(JACKDAW_UNKNOWN_NAME, function, base::said_by(error));
  } catch (const std::invalid_argument& error) {
    return failed(JACKDAW_BAD_ARGUMENT, function, base::said_by(error));
  } catch (const std::bad_alloc&) {
    return failed(JACKDAW_NO_MEMORY, function, "no memory");
  } catch (const std::exception& error) {
    return failed(JACKDAW_FAILED, function, base::said_by(error));
  } catch (...) { return failed(JACKDAW_FAILED, function, "unknown exception"); }
}

}  // namespace jackdaw::c

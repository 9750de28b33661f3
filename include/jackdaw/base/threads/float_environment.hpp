// How the calling thread computes with floating-point numbers: rounding, what becomes of denormal numbers, which
// exceptions trap. A thread inherits this from its creator, and changes it for itself alone (fesetround, _mm_setcsr).
// A thread that computes for another must take over that one's environment, or the bits differ.
//
// Not part of it: the exceptions that have been raised. x86-64: the control bits of MXCSR; the x87 unit, which computes
// long double, rounds in the same way. AArch64: FPCR. Elsewhere the direction of rounding.
#pragma once

#include <cfenv>
#include <cstdint>

namespace jackdaw::base {

class float_environment {
 public:
  constexpr float_environment() noexcept = default;

  /// Cost: some cycles.
  [[nodiscard]] static float_environment here() noexcept {
#if defined(__x86_64__)
    return float_environment(__builtin_ia32_stmxcsr() & ~raised);
#elif defined(__aarch64__)
    std::uint64_t now;
    asm volatile("mrs %0, fpcr" : "=r"(now));
    return float_environment(static_cast<std::uint32_t>(now));
#else
    return float_environment(static_cast<std::uint32_t>(std::fegetround()));
#endif
  }

  /// The calling thread computes so from now on.
  void use() const noexcept {
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr((__builtin_ia32_stmxcsr() & raised) | word_);
    std::uint16_t x87 = 0;
    asm volatile("fnstcw %0" : "=m"(x87));
    const auto rounding = static_cast<std::uint16_t>((word_ & mxcsr_rounding) >> 3U);
    if ((x87 & x87_rounding) == rounding) return;
    x87 = static_cast<std::uint16_t>((x87 & ~x87_rounding) | rounding);
    asm volatile("fldcw %0" : : "m"(x87));
#elif defined(__aarch64__)
    asm volatile("msr fpcr, %0" : : "r"(std::uint64_t{word_}));
#else
    std::fesetround(static_cast<int>(word_));
#endif
  }

  /// As a number, and back.
  [[nodiscard]] constexpr std::uint32_t word() const noexcept { return word_; }
  explicit constexpr float_environment(std::uint32_t word) noexcept : word_(word) {}

  bool operator==(const float_environment&) const = default;

 private:
#if defined(__x86_64__)
  static constexpr std::uint32_t raised = 0x3f;
  static constexpr std::uint32_t mxcsr_rounding = 0x6000;
  static constexpr std::uint32_t x87_rounding = 0x0c00;
#endif

  std::uint32_t word_ = 0;
};

/// The same in two bytes, for objects of which there are many.
class packed_float_environment {
 public:
  [[nodiscard]] static packed_float_environment here() noexcept {
    return packed_float_environment(float_environment::here().word());
  }

  operator float_environment() const noexcept {  // NOLINT(google-explicit-constructor): the same, larger
#if defined(__x86_64__)
    return float_environment(std::uint32_t{bits_} << 6U);
#elif defined(__aarch64__)
    return float_environment((bits_ & traps) | (std::uint32_t{bits_} & 0xffU) << 19U);
#else
    return float_environment(static_cast<std::uint32_t>(directions[bits_]));
#endif
  }

 private:
#if defined(__x86_64__)
  // MXCSR has its control bits, ten of them, above those of raised exceptions.
  explicit packed_float_environment(std::uint32_t word) noexcept
      : bits_(static_cast<std::uint16_t>(word >> 6U)) {}
#elif defined(__aarch64__)
  // FPCR: rounding and denormal numbers in bits 19 to 26, which exceptions trap in bits 8 to 15.
  static constexpr std::uint32_t traps = 0xff00;
  explicit packed_float_environment(std::uint32_t word) noexcept
      : bits_(static_cast<std::uint16_t>((word & traps) | (word >> 19U & 0xffU))) {}
#else
  static constexpr int directions[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  explicit packed_float_environment(std::uint32_t word) noexcept {
    while (bits_ < 3 && static_cast<std::uint32_t>(directions[bits_]) != word) ++bits_;
  }
#endif

  std::uint16_t bits_ = 0;
};

/// As long as it lives, the calling thread computes as another one does. Afterwards it computes as before, even if it
/// has changed its environment meanwhile. Cost: some cycles where nothing changes.
class float_environment_scope {
 public:
  explicit float_environment_scope(float_environment meanwhile) noexcept
      : float_environment_scope(float_environment::here(), meanwhile) {}
  /// `before`: that of the calling thread now.
  float_environment_scope(float_environment before, float_environment meanwhile) noexcept : before_(before) {
    if (before_ != meanwhile) [[unlikely]]
      meanwhile.use();
  }
  float_environment_scope(const float_environment_scope&) = delete;
  float_environment_scope& operator=(const float_environment_scope&) = delete;
  ~float_environment_scope() {
    if (before_ != float_environment::here()) [[unlikely]]
      before_.use();
  }

 private:
  float_environment before_;
};

}  // namespace jackdaw::base

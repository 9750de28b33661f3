// Cases of faults, each in a child process: what crashes, hangs or computes wrongly there is a failure with a name.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace jackdaw::tests {

/// Ends the calling child process as failed, and says why. For any thread of a case.
[[noreturn]] void fail_case(const std::string& why);

/// Fails the case unless `holds`.
inline void expect(bool holds, const char* what) {
  if (!holds) fail_case(what);
}

/// A number that the case hands to the driver, such as how many allocations it has seen.
void tell_driver(std::uint64_t number);

/// Runs cases and counts them.
class fault_cases {
 public:
  struct options {
    std::uint64_t seed = 0;
    std::uint64_t rounds = 1;
    std::string only;  ///< run cases whose name begins so
    bool verbose = false;
  };

  static constexpr std::uint64_t no_number = UINT64_MAX;

  explicit fault_cases(options chosen);

  /// Runs `body` in a child, which has failed when it does not return within the time limit. `beside(child)` is called
  /// in the parent meanwhile; it must not wait for the child. Returns the number that the body has told, and
  /// `no_number` where the case was not chosen or has failed.
  std::uint64_t run(std::string_view kind, const std::string& name, const std::function<void()>& body,
                    const std::function<void(pid_t)>& beside = nullptr);

  [[nodiscard]] const options& chosen() const noexcept { return options_; }

  /// Random numbers that the seed determines, and what was given to begin() last.
  [[nodiscard]] std::uint64_t random();

  /// The cases of one kind begin, in one round. So they get the same numbers where cases of other kinds are left out.
  void begin(std::uint64_t round, std::uint64_t kind) noexcept;

  /// Calls `run_nth(n)`, which runs a case with its n-th fault and returns what run() does, for n = first, first + step,
  /// … until the case has told that it needs less than n. Gives up after a few failures.
  void until_not_needed(std::uint64_t first, std::uint64_t step,
                        const std::function<std::uint64_t(std::uint64_t)>& run_nth);

  /// The last line: how many cases of each kind. Returns the exit status.
  [[nodiscard]] int report() const;

 private:
  struct count {
    std::uint64_t run = 0;
    std::uint64_t failed = 0;
  };

  options options_;
  std::uint64_t state_;
  std::map<std::string, count, std::less<>> counts_;
};

}  // namespace jackdaw::tests

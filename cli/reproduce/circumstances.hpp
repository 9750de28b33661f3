// Where and with what a paper's result was measured, and what else was going on there.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include <jackdaw/base/clock.hpp>

#include "apps/app.hpp"
#include "apps/support/system/machine_facts.hpp"

namespace jackdaw::cli {

struct circumstances {
  std::string cpu;
  unsigned processors = 0;        ///< in the affinity mask of this process
  std::optional<double> quota{};  ///< where it may use less of them
  std::string kernel;
  std::string
      commit;  ///< that was built, with a + where something was changed; "unknown" outside of a repository
  std::string date;        ///< UTC, when it began
  double load_before = 0;  ///< averages of a minute: threads that ran or wanted to, own ones included
  double load_after = 0;
  std::optional<double>
      others{};  ///< processors that other processes used meanwhile; nothing: too short to tell
  std::optional<double> stolen{};  ///< processors that the machine below this virtual one gave to others
};

/// From its begin to circumstances(): what is measured lies between. Cost: some files in /proc, at both ends.
class circumstances_watch {
 public:
  circumstances_watch();
  [[nodiscard]] circumstances now() const;

  /// Shorter times hold too few ticks of the kernel's account.
  static constexpr double least_seconds = 1;

 private:
  circumstances begin_;
  std::optional<apps::processor_ticks> ticks_;
  std::uint64_t own_nanoseconds_;
  base::stopwatch watch_;
};

/// The load and what others used, in one line without an end.
[[nodiscard]] std::string load_text(const circumstances& of);

/// Two lines: machine and commit; load.
void print(std::ostream& out, const circumstances& of);

[[nodiscard]] apps::json to_json(const circumstances& of);

}  // namespace jackdaw::cli

// Runtimes among others, with less of the machine, and with more workers than processors: which take part,
// where, and what was left to them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <jackdaw/base/clock.hpp>

#include "apps/cycler/cycler.hpp"
#include "apps/support/system/situation.hpp"
#include "bench/peers/peer.hpp"
#include "bench/support/program.hpp"

namespace jackdaw::bench {

/// What keeps a runtime from having all processors.
enum class limit : unsigned char {
  none,
  neighbour,      ///< another process computes, bound to one of them
  cycler,         ///< BP98's cycler beside, apps/cycler
  one_processor,  ///< its own threads are bound to one
  quota,
  nice  ///< its own threads are of nice 10, beside the cycler
};

struct situation {
  std::string name;
  limit what;
  double processors;  ///< P_M: for all that are there
  std::vector<unsigned> workers;
};

/// The programs that also want the processors. Threads: one. Made before any program is started: its processes
/// are copies of this one, and would keep the pipes open that those read from.
class company {
 public:
  company();

  /// A process that belongs to that limit begins to compute.
  void come(limit what);
  void go() noexcept;

  /// How many processors it has had since it came. Throws std::runtime_error where it should have computed and
  /// did not.
  [[nodiscard]] double taken() const;

 private:
  [[nodiscard]] double cpu_seconds() const;

  apps::neighbour neighbour_;
  apps::cycler cycler_;
  limit what_ = limit::none;
  double before_ = 0;
  base::stopwatch watch_;
};

/// A runtime in a situation.
struct trial {
  const situation* where;
  unsigned workers;
  peer runtime;
  std::vector<double> seconds{};
  std::vector<double> processors{};  ///< P_A of each run: what the others left, at most one for each worker
  bool failed = false;
  std::string left_out{};  ///< why it was not run

  [[nodiscard]] double time() const;     ///< median
  [[nodiscard]] double granted() const;  ///< median
};

/// All trials. What is not there, or may not be made here, is left out, with a line.
class crowd {
 public:
  crowd(program& bench, std::vector<situation> situations, const std::vector<std::string>& runtimes);

  [[nodiscard]] const std::vector<situation>& situations() const noexcept { return situations_; }
  [[nodiscard]] std::vector<trial>& trials() noexcept { return trials_; }

  /// A runtime whose run takes longer than `slow` seconds when it is not `measured` is left out with more workers
  /// there.
  void run(trial& one, bool measured, double slow);

  /// The same runtime's least time with no other program, of all numbers of workers; nothing where there is
  /// none.
  [[nodiscard]] const trial* best_alone(const trial& one) const;

 private:
  [[nodiscard]] std::optional<peer> start(const std::string& runtime, limit what);
  [[nodiscard]] std::optional<peer> started(const std::string& runtime, limit what);

  program& bench_;
  std::vector<situation> situations_;
  company company_;
  std::optional<apps::quota_group> quota_;  // outlives the programs in it
  std::map<std::pair<std::string, limit>, std::optional<peer>> programs_;
  std::vector<trial> trials_;
};

}  // namespace jackdaw::bench

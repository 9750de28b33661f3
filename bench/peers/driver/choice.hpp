// Which runtimes, and how many workers: the options of programs that compare runtimes.
#pragma once

#include <string>
#include <vector>

#include "bench/peers/peer.hpp"
#include "bench/support/program.hpp"

namespace jackdaw::bench {

class choice {
 public:
  /// Adds its options to those of `bench` and reads the command line. Without --workers one, two and all.
  choice(program& bench, int argc, char** argv);

  [[nodiscard]] const std::vector<unsigned>& workers() const noexcept { return workers_; }

  /// Serial function first, then Jackdaw, then the rivals by name; those that were asked for. Complains when
  /// there is none. `processes` are the runtimes that have a program of their own; jackdaw-clang only where it was
  /// built.
  [[nodiscard]] std::vector<peer> runtimes(const std::string& problem,
                                           const std::vector<std::string>& processes = {
                                               "jackdaw-clang", "libgomp", "libomp"}) const;

  /// The same, of these.
  [[nodiscard]] std::vector<peer> among(std::vector<peer> all) const;

 private:
  program& bench_;
  std::vector<unsigned> workers_;
  std::vector<std::string> only_;
};

}  // namespace jackdaw::bench

// One problem, solved by several runtimes: what each file <problem>/<runtime>.cpp provides.
#pragma once

#include <cstdlib>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace jackdaw::bench {

/// One timed and checked run. `units` is how often the thing happened that is counted in nanoseconds (a join,
/// a task, a node): runtimes of very different speed may solve problems of different sizes.
struct measurement {
  double seconds;
  double units;
};

enum class role { serial, ours, rival };

/// A runtime. run(instance, workers) makes its threads, times the instance-th instance of the problem, makes
/// an end of its threads (no idle thread of one disturbs the next), and throws wrong_result when the result
/// is wrong.
struct peer {
  std::string name;
  role kind;
  std::string version;
  std::function<measurement(unsigned instance, unsigned workers)> run;
};

/// What is solved: the instances by name, and what is counted.
struct problem {
  std::string name;
  std::string unit;
  std::vector<std::string> instances;
};

/// Of this executable; defined in <problem>/serial.cpp.
[[nodiscard]] problem the_problem();

/// The runtimes that were linked into this executable.
[[nodiscard]] inline std::vector<peer>& peers() {
  static std::vector<peer> all;
  return all;
}

/// A static object of this type enters a runtime.
struct registered {
  explicit registered(peer entry) { peers().push_back(std::move(entry)); }
};

/// The size of a problem: `usual`, or `tiny` where JACKDAW_BENCH_TINY is set: then only whether everything works
/// is asked. A variable of the environment, so that the programs of other runtimes know it, too.
template <class T>
[[nodiscard]] T sized(T usual, std::type_identity_t<T> tiny) {
  return std::getenv("JACKDAW_BENCH_TINY") == nullptr ? usual : tiny;  // NOLINT(concurrency-mt-unsafe)
}

/// The same, and `large` where JACKDAW_BENCH_LARGE is set: for dozens of processors, where the usual one is over before
/// all of them have come to work.
template <class T>
[[nodiscard]] T sized(T usual, std::type_identity_t<T> tiny, std::type_identity_t<T> large) {
  return sized(
      std::getenv("JACKDAW_BENCH_LARGE") == nullptr ? usual : large,  // NOLINT(concurrency-mt-unsafe)
      tiny);
}

struct wrong_result : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws wrong_result unless both are the same.
template <class T>
void expect(const T& found, const T& expected) {
  if (found == expected) return;
  std::ostringstream text;
  text << "the result is " << found << ", expected " << expected;
  throw wrong_result(text.str());
}

}  // namespace jackdaw::bench

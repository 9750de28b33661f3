// T15's micro-benchmarks: how short may a task be whose order follows from the data that it uses, and what does it cost
// to use more data?
//
// Source: T15 sections 5.2, 5.3 and 7.1 to 7.3. Tasks wait for a number of steps (bench/peers/work.hpp) and compute a
// word each, so that a task too many, too few or too early gives another result. Submission is timed, too. Deviations:
// - 5.2: the memory of tasks is not put aside beforehand, but for each runtime as its users have it;
// - 5.3: the paper does not say how handles are accessed: here each is written by a task, then read by all others. 1 600
//   tasks, not 64 000, as libgomp's time for a task grows with the number of tasks that read the same; they begin while
//   others are submitted, as runtimes that throttle submission cannot hold them back. From 100 words on, the words are
//   named when the program runs, and one task has written them all; empty tasks only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "apps/support/work/cholesky_tasks.hpp"
#include "bench/peers/peer.hpp"
#include "bench/peers/work.hpp"

namespace jackdaw::bench::micro {

enum class shape {
  independent,  ///< tasks without accesses
  readers,      ///< a task for each word, which writes it; then tasks that read all words
  ranges,       ///< a task that writes all words; then tasks that read all of them
  cholesky      ///< a word a tile; tasks read none, one or two words and write one
};

/// What is changed to see how it affects efficiency; none: what an empty task costs.
enum class axis { length, number, none };

/// One pattern of tasks.
struct experiment {
  std::string name;
  shape order;
  std::size_t size;    ///< tasks without those that write what others read; for Cholesky tiles in a row
  unsigned reads = 0;  ///< words that each task of `readers` and `ranges` reads
  axis along = axis::length;
  bool for_each_worker = false;  ///< `size` is for one worker

  [[nodiscard]] std::size_t words() const { return order == shape::cholesky ? size * size : reads; }
  [[nodiscard]] std::size_t tasks(unsigned workers) const {
    if (order == shape::cholesky) return apps::cholesky_tasks(size).count();
    return writers() + size * (for_each_worker ? workers : 1);
  }
  /// Tasks that write what others read.
  [[nodiscard]] std::size_t writers() const { return order == shape::ranges ? 1 : reads; }
};

inline const std::vector<experiment> experiments{
    {"5.2 independent tasks", shape::independent, sized<std::size_t>(6400, 200)},
    {"5.3 tasks that read 1 word", shape::readers, sized<std::size_t>(1600, 100), 1},
    {"5.3 tasks that read 4 words", shape::readers, sized<std::size_t>(1600, 100), 4},
    {"5.3 tasks that read 16 words", shape::readers, sized<std::size_t>(1600, 100), 16},
    {"5.3 ranges: tasks that read 100 words", shape::ranges, sized<std::size_t>(1600, 10), 100, axis::none},
    {"5.3 ranges: tasks that read 1 000 words", shape::ranges, sized<std::size_t>(160, 10), 1000, axis::none},
    {"5.3 ranges: tasks that read 10 000 words", shape::ranges, sized<std::size_t>(160, 2), 10'000,
     axis::none},
    {"7.1 independent tasks, 600 a worker", shape::independent, sized<std::size_t>(600, 60), 0, axis::length,
     true},
    {"7.2 tiled Cholesky, 20 x 20", shape::cholesky, sized<std::size_t>(20, 4)},
    {"7.2 tiled Cholesky, 40 x 40", shape::cholesky, sized<std::size_t>(40, 6)},
    {"7.3 1 000 tasks", shape::independent, sized<std::size_t>(1000, 10), 0, axis::number},
    {"7.3 4 000 tasks", shape::independent, sized<std::size_t>(4000, 40), 0, axis::number},
    {"7.3 16 000 tasks", shape::independent, sized<std::size_t>(16'000, 160), 0, axis::number},
    {"7.3 64 000 tasks", shape::independent, sized<std::size_t>(64'000, 640), 0, axis::number}};

/// An experiment with tasks of some length, and the number that stands for both: that of the experiment where the
/// length is 0.
struct instance {
  static constexpr unsigned stride = 64;  // experiments, at most

  const experiment& what;
  unsigned steps;

  explicit instance(unsigned number) : what(experiments.at(number % stride)), steps(number / stride) {}
  [[nodiscard]] static unsigned number(unsigned experiment, unsigned steps) {
    return steps * stride + experiment;
  }

  /// In one timed run: many of short tasks, so that a run is not over at once.
  [[nodiscard]] unsigned rounds(unsigned workers) const {
    const std::size_t most_steps =
        sized<std::size_t>(what.reads != 0 ? 4'000'000 / (1 + what.reads / 100) : 32'000'000, 200'000);
    const std::size_t in_one = what.tasks(workers) * std::max(steps, 512U);
    return static_cast<unsigned>(std::max<std::size_t>(1, most_steps / in_one));
  }
  /// One more goes before, if there are several (bench/peers/runs/rounds.hpp).
  [[nodiscard]] unsigned all_rounds(unsigned workers) const {
    const unsigned timed = rounds(workers);
    return timed > 1 ? timed + 1 : timed;
  }
};

/// What a task computes of words that it reads, before it works.
[[nodiscard]] std::uint64_t mixed(std::uint64_t number, const auto&... read) {
  ((number = number * 5 + read), ...);
  return number;
}
[[nodiscard]] inline std::uint64_t mixed_all(std::uint64_t number, const std::uint64_t* words,
                                             std::size_t many) {
  for (std::size_t i = 0; i < many; ++i) number = mixed(number, words[i]);
  return number;
}

/// The number of words that a task reads, as a type.
template <std::size_t n>
using count = std::integral_constant<std::size_t, n>;

/// Calls, in the order in which a serial program would:
///     tasks.alone(i)              sum += work(i)
///     tasks.reader(i, count<n>)   sum += work(i mixed with words 0 to n - 1)
///     tasks.write_all()           each word w = work(3 * word w)
///     tasks.reader_of_all(i)      sum += work(i mixed with all words)
///     tasks.write(w, r…)          word w = work(3 * word w, mixed with words r)
void for_each_task(const experiment& what, unsigned workers, auto&& tasks) {
  const std::size_t many = what.tasks(workers) - what.writers();
  const auto readers = [&](auto words) {
    for (std::size_t w = 0; w < words; ++w) tasks.write(w);
    for (std::size_t i = 0; i < many; ++i) tasks.reader(i, words);
  };
  switch (what.order) {
    case shape::independent:
      for (std::size_t i = 0; i < many; ++i) tasks.alone(i);
      break;
    case shape::readers:
      if (what.reads == 1) readers(count<1>());
      if (what.reads == 4) readers(count<4>());
      if (what.reads == 16) readers(count<16>());
      break;
    case shape::ranges:
      tasks.write_all();
      for (std::size_t i = 0; i < many; ++i) tasks.reader_of_all(i);
      break;
    case shape::cholesky:
      apps::cholesky_tasks(what.size).for_each_write(tasks);
  }
}

/// The tasks without a runtime, with `compute` as their work.
template <class Work>
struct in_order {
  const Work& compute;
  std::vector<std::uint64_t>& words;
  std::uint64_t& sum;

  void alone(std::uint64_t number) { sum += compute(number); }
  template <std::size_t n>
  void reader(std::uint64_t number, count<n>) {
    sum += compute(mixed_all(number, words.data(), n));
  }
  void write(std::size_t w, auto... read) { words[w] = compute(mixed(words[w] * 3, words[read]...)); }
  void write_all() {
    for (std::size_t w = 0; w < words.size(); ++w) write(w);
  }
  void reader_of_all(std::uint64_t number) { sum += compute(mixed_all(number, words.data(), words.size())); }
};

/// What the words are before the first round.
[[nodiscard]] inline std::vector<std::uint64_t> first_words(const experiment& what) {
  return std::vector<std::uint64_t>(what.words(), 1);
}

[[nodiscard]] inline std::uint64_t digest(const std::vector<std::uint64_t>& words, std::uint64_t sum) {
  for (const std::uint64_t word : words) sum = sum * 31 + word;
  return sum;
}

/// The measurement of a run, if it is right.
[[nodiscard]] inline measurement checked(const instance& run, unsigned workers,
                                         const std::vector<std::uint64_t>& words, std::uint64_t sum,
                                         double seconds) {
  std::vector<std::uint64_t> expected = first_words(run.what);
  std::uint64_t expected_sum = 0;
  const worked compute(run.steps);
  for (unsigned round = 0; round < run.all_rounds(workers); ++round)
    for_each_task(run.what, workers, in_order<worked>{compute, expected, expected_sum});
  expect(digest(words, sum), digest(expected, expected_sum));
  return {seconds, static_cast<double>(run.rounds(workers) * run.what.tasks(workers))};
}

}  // namespace jackdaw::bench::micro

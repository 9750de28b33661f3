// Which tasks a pattern has, which words they use, and what they compute of them. Source: T15 sections 5.2, 5.3, 7.1-7.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "apps/support/work/cholesky_tasks.hpp"
#include "apps/support/work/multiplications.hpp"

namespace jackdaw::apps::pattern {

struct shape {
  std::size_t tasks = 6400;  ///< of the independent ones, and of those that read
  std::size_t reads = 0;     ///< words that each of them reads; one task more writes these before
  std::size_t tiles = 0;     ///< not 0: the tasks of a tiled Cholesky factorization instead, a word a tile

  [[nodiscard]] bool is_cholesky() const noexcept { return tiles != 0; }
  [[nodiscard]] std::size_t words() const noexcept { return is_cholesky() ? tiles * tiles : reads; }
  [[nodiscard]] std::size_t all_tasks() const noexcept {
    return is_cholesky() ? cholesky_tasks(tiles).count() : tasks + (reads != 0 ? 1 : 0);
  }
};

/// What a task computes of words that it reads, before it works.
[[nodiscard]] std::uint64_t mixed(std::uint64_t number, const auto&... read) noexcept {
  ((number = number * 5 + read), ...);
  return number;
}

/// Calls, in the order in which a serial program would, with `work` as what a task takes long for:
///     tasks.write_all()           each word w = 3 * word w
///     tasks.reader(i)             sum += work(i mixed with all words)
///     tasks.write(w, r…)          word w = work(3 * word w mixed with words r)
void for_each_task(const shape& of, auto&& tasks) {
  if (of.is_cholesky()) return cholesky_tasks(of.tiles).for_each_write(tasks);
  if (of.reads != 0) tasks.write_all();
  for (std::size_t i = 0; i < of.tasks; ++i) tasks.reader(i);
}

/// What all tasks together have found.
struct outcome {
  std::vector<std::uint64_t> words;
  std::uint64_t sum = 0;
  bool operator==(const outcome&) const = default;
};

/// Without tasks, with `Work` as their work: work() itself, or worked, which knows its result.
template <class Work>
struct serial_tasks {
  const Work& compute;
  outcome found;

  void write_all() {
    for (std::uint64_t& word : found.words) word *= 3;
  }
  void reader(std::uint64_t number) {
    for (const std::uint64_t word : found.words) number = mixed(number, word);
    found.sum += compute(number);
  }
  void write(std::size_t w, auto... read) {
    found.words[w] = compute(mixed(found.words[w] * 3, found.words[read]...));
  }
};

template <class Work>
[[nodiscard]] outcome in_order(const shape& of, const Work& compute) {
  serial_tasks<Work> all{compute, {std::vector<std::uint64_t>(of.words(), 1), 0}};
  for_each_task(of, all);
  return std::move(all.found);
}

}  // namespace jackdaw::apps::pattern

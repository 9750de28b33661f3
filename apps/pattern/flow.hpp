// A pattern on the flow face: tasks that name their words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/trace/open_tasks.hpp>

#include "apps/pattern/shape.hpp"
#include "apps/support/work/per_worker.hpp"

namespace jackdaw::apps::pattern {

/// The tasks of one run, on any scheduler.
template <class Scheduler>
class flow_tasks {
 public:
  /// `most_tasks`: so many at a time, that wait or run. `holds`: none begins before wait().
  flow_tasks(Scheduler& on, const shape& of, std::uint64_t steps, std::uint64_t most_tasks, bool holds)
      : steps_(steps), sums_(on.workers()), tasks_(on, most_tasks) {
    for (std::size_t i = 0; i < of.words(); ++i) all_.push_back(&words_.emplace_back(1U));
    if (holds) tasks_.hold();
  }

  void write_all() {
    tasks_.submit(jackdaw::write(all_), [](references<std::uint64_t> words) {
      for (std::uint64_t& word : words) word *= 3;
    });
  }
  void reader(std::uint64_t number) {
    if (all_.empty()) {
      tasks_.submit(named("alone"), [this, number] { add_to_sum(number); });
    } else {
      tasks_.submit(named("reader"), jackdaw::read(all_),
                    [this, number](references<const std::uint64_t> words) {
                      std::uint64_t found = number;
                      for (const std::uint64_t& word : words) found = mixed(found, word);
                      add_to_sum(found);
                    });
    }
  }
  void write(std::size_t w, auto... read) {
    tasks_.submit(named("tile"), jackdaw::write(words_[w]), jackdaw::read(words_[read])...,
                  [this](std::uint64_t& word, const auto&... other) {
                    word = work(mixed(word * 3, other...), steps_);
                  });
  }
  void wait() { tasks_.wait(); }

  /// After wait().
  [[nodiscard]] outcome found() const {
    outcome all;
    for (const auto& word : words_) all.words.push_back(word.value());
    all.sum = sums_.total();
    return all;
  }

 private:
  void add_to_sum(std::uint64_t number) { sums_.of(tasks_.on().worker_here()->id()) += work(number, steps_); }

  std::uint64_t steps_;
  per_worker<std::uint64_t> sums_;
  std::deque<handle<std::uint64_t>> words_;
  std::vector<handle<std::uint64_t>*> all_;
  basic_flow<Scheduler> tasks_;
};

}  // namespace jackdaw::apps::pattern

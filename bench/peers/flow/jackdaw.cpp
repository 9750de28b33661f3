#include <deque>
#include <utility>
#include <vector>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/trace/open_tasks.hpp>

#include "bench/peers/flow/config.hpp"
#include "bench/peers/runs/jackdaw_run.hpp"

namespace jackdaw::bench {
namespace {

class flow_tasks {
 public:
  flow_tasks(scheduler& jackdaws, const micro::instance& run)
      : jackdaws_(jackdaws), steps_(run.steps), sums_(jackdaws.workers()) {
    for (const std::uint64_t word : micro::first_words(run.what)) all_.push_back(&words_.emplace_back(word));
  }

  void alone(std::uint64_t number) {
    tasks_.submit([this, number] { add_to_sum(number); });
  }
  template <std::size_t n>
  void reader(std::uint64_t number, micro::count<n>) {
    read_each(number, std::make_index_sequence<n>());
  }
  void write(std::size_t w, auto... read) {
    tasks_.submit(jackdaw::write(words_[w]), jackdaw::read(words_[read])...,
                  [steps = steps_](std::uint64_t& word, const auto&... other) {
                    word = work(micro::mixed(word * 3, other...), steps);
                  });
  }
  void write_all() {
    tasks_.submit(jackdaw::write(all_), [steps = steps_](references<std::uint64_t> words) {
      for (std::uint64_t& word : words) word = work(word * 3, steps);
    });
  }
  void reader_of_all(std::uint64_t number) {
    tasks_.submit(jackdaw::read(all_), [this, number](references<const std::uint64_t> words) {
      std::uint64_t mixed = number;
      for (const std::uint64_t& word : words) mixed = micro::mixed(mixed, word);
      add_to_sum(mixed);
    });
  }
  void wait() { tasks_.wait(); }

  [[nodiscard]] std::vector<std::uint64_t> words() const {
    std::vector<std::uint64_t> all;
    all.reserve(words_.size());
    for (const auto& word : words_) all.push_back(word.value());
    return all;
  }
  [[nodiscard]] std::uint64_t sum() const { return total(sums_); }

 private:
  template <std::size_t... i>
  void read_each(std::uint64_t number, std::index_sequence<i...>) {
    tasks_.submit(jackdaw::read(words_[i])...,
                  [this, number](const auto&... read) { add_to_sum(micro::mixed(number, read...)); });
  }
  void add_to_sum(std::uint64_t number) { *sums_[jackdaws_.worker_here()->id()] += work(number, steps_); }

  scheduler& jackdaws_;
  unsigned steps_;
  sums sums_;
  std::deque<handle<std::uint64_t>> words_;
  std::vector<handle<std::uint64_t>*> all_;
  flow tasks_{jackdaws_};
};

measurement run(unsigned number, unsigned workers) {
  const micro::instance run(number);
  scheduler jackdaws(workers);
  rouse(jackdaws);
  flow_tasks tasks(jackdaws, run);
  const double seconds = seconds_of(run.rounds(workers), [&] {
    micro::for_each_task(run.what, workers, tasks);
    tasks.wait();
  });
  return micro::checked(run, workers, tasks.words(), tasks.sum(), seconds);
}

const registered entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench

#include <array>

#include "bench/peers/flow/config.hpp"
#include "bench/peers/runs/tbb_graph.hpp"
#include "bench/peers/runs/tbb_run.hpp"

namespace jackdaw::bench {
namespace {

struct data {
  std::vector<std::uint64_t> words;
  sums by_worker;
  unsigned steps;

  void add_to_sum(std::uint64_t number) {
    *by_worker[static_cast<std::size_t>(tbb::this_task_arena::current_thread_index())] += work(number, steps);
  }
};

class graph_tasks {
 public:
  explicit graph_tasks(data& of) : of_(of), graph_(of.words.size()) {}

  void alone(std::uint64_t number) {
    graph_.read({}, [&of = of_, number] { of.add_to_sum(number); });
  }
  template <std::size_t n>
  void reader(std::uint64_t number, micro::count<n>) {
    static constexpr auto all = first<n>();
    graph_.read(all, [&of = of_, number] { of.add_to_sum(micro::mixed_all(number, of.words.data(), n)); });
  }
  void write(std::size_t w, auto... read) {
    graph_.write(w, {w, read...}, [&of = of_, w, read...] {
      of.words[w] = work(micro::mixed(of.words[w] * 3, of.words[read]...), of.steps);
    });
  }
  // Edges are made by hand: one is enough, however many words there are.
  void write_all() {
    graph_.write(0, {0}, [&of = of_] {
      for (std::uint64_t& word : of.words) word = work(word * 3, of.steps);
    });
  }
  void reader_of_all(std::uint64_t number) {
    graph_.read(std::array<std::size_t, 1>{0}, [&of = of_, number] {
      of.add_to_sum(micro::mixed_all(number, of.words.data(), of.words.size()));
    });
  }
  void run() { graph_.run(); }

 private:
  template <std::size_t n>
  static constexpr std::array<std::size_t, n> first() {
    std::array<std::size_t, n> all{};
    for (std::size_t i = 0; i < n; ++i) all[i] = i;
    return all;
  }

  data& of_;
  tbb_graph graph_;
};

measurement run(unsigned number, unsigned workers) {
  const micro::instance run(number);
  data all{micro::first_words(run.what), sums(workers), run.steps};
  const double seconds = seconds_in_tbb(
      workers,
      [&] {
        graph_tasks graph(all);
        micro::for_each_task(run.what, workers, graph);
        graph.run();
      },
      run.rounds(workers));
  return micro::checked(run, workers, all.words, total(all.by_worker), seconds);
}

const registered entry{as_tbb(run)};

}  // namespace
}  // namespace jackdaw::bench

#include "bench/peers/flow/config.hpp"
#include "bench/peers/runs/openmp_run.hpp"

namespace jackdaw::bench {
namespace {

struct depending_tasks {
  std::uint64_t* words;
  std::size_t many;
  sums* by_worker;
  unsigned steps;

  void add_to_sum(std::uint64_t number) const {
    *(*by_worker)[static_cast<std::size_t>(omp_get_thread_num())] += work(number, steps);
  }

  void alone(std::uint64_t number) {
    const depending_tasks me = *this;
#pragma omp task firstprivate(me, number)
    me.add_to_sum(number);
  }
  template <std::size_t n>
  void reader(std::uint64_t number, micro::count<n>) {
    const depending_tasks me = *this;
    const std::uint64_t* const all = words;
#pragma omp task depend(iterator(std::size_t i = 0 : n), in : all[i]) firstprivate(me, all, number)
    me.add_to_sum(micro::mixed_all(number, all, n));
  }
  void write_all() {
    const unsigned length = steps;
    const std::size_t n = many;
    std::uint64_t* const all = words;
#pragma omp task depend(iterator(std::size_t i = 0 : n), inout : all[i]) firstprivate(length, all, n)
    for (std::size_t i = 0; i < n; ++i) all[i] = work(all[i] * 3, length);
  }
  void reader_of_all(std::uint64_t number) {
    const depending_tasks me = *this;
    const std::size_t n = many;
    const std::uint64_t* const all = words;
#pragma omp task depend(iterator(std::size_t i = 0 : n), in : all[i]) firstprivate(me, all, number)
    me.add_to_sum(micro::mixed_all(number, all, me.many));
  }
  void write(std::size_t w) {
    const unsigned length = steps;
    std::uint64_t* const x = words + w;
#pragma omp task depend(inout : x[0]) firstprivate(length, x)
    *x = work(*x * 3, length);
  }
  void write(std::size_t w, std::size_t r) {
    const unsigned length = steps;
    const std::uint64_t* const a = words + r;
    std::uint64_t* const x = words + w;
#pragma omp task depend(in : a[0]) depend(inout : x[0]) firstprivate(length, a, x)
    *x = work(micro::mixed(*x * 3, *a), length);
  }
  void write(std::size_t w, std::size_t r, std::size_t s) {
    const unsigned length = steps;
    const std::uint64_t* const a = words + r;
    const std::uint64_t* const b = words + s;
    std::uint64_t* const x = words + w;
#pragma omp task depend(in : a[0], b[0]) depend(inout : x[0]) firstprivate(length, a, b, x)
    *x = work(micro::mixed(*x * 3, *a, *b), length);
  }
};

measurement run(unsigned number, unsigned workers) {
  const micro::instance run(number);
  std::vector<std::uint64_t> words = micro::first_words(run.what);
  sums by_worker(workers);
  const double seconds = seconds_in_openmp(
      workers,
      [&] {
        micro::for_each_task(run.what, workers,
                             depending_tasks{words.data(), words.size(), &by_worker, run.steps});
#pragma omp taskwait
      },
      run.rounds(workers));
  return micro::checked(run, workers, words, total(by_worker), seconds);
}

const registered entry{as_openmp(run)};

}  // namespace
}  // namespace jackdaw::bench

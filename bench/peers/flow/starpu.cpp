#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "bench/peers/flow/config.hpp"
#include "bench/peers/runs/rounds.hpp"
#include "bench/peers/runs/starpu_run.hpp"

namespace jackdaw::bench {
namespace {

/// What tasks know besides the words that they name.
struct data {
  std::vector<std::uint64_t> words;
  sums by_worker;
  unsigned steps;
};

/// What a task that adds to the sum gets; one that writes a word gets the data.
struct argument {
  data* of;
  std::uint64_t number;
};

std::uint64_t& word(void* buffer) {
  return *reinterpret_cast<std::uint64_t*>(
      STARPU_VARIABLE_GET_PTR(buffer));  // NOLINT(performance-no-int-to-ptr)
}

template <std::size_t n>
void add_to_sum(void** buffers, void* argument_of) {
  const auto& [of, number] = *static_cast<argument*>(argument_of);
  std::uint64_t all = number;
  for (std::size_t i = 0; i < n; ++i) all = micro::mixed(all, word(buffers[i]));
  *of->by_worker[static_cast<std::size_t>(starpu_worker_get_id())] += work(all, of->steps);
}

/// The word that is written comes first.
template <std::size_t n>
void write_word(void** buffers, void* of) {
  std::uint64_t& written = word(buffers[0]);
  std::uint64_t all = written * 3;
  for (std::size_t i = 1; i < n; ++i) all = micro::mixed(all, word(buffers[i]));
  written = work(all, static_cast<data*>(of)->steps);
}

/// The kind of tasks that use n words, the first of them as `first` says.
template <std::size_t n>
class kind {
 public:
  kind(starpu_cpu_func_t function, starpu_data_access_mode first) {
    modes_.fill(STARPU_R);
    if (n != 0) modes_[0] = first;
    starpu_codelet_init(&codelet_);
    codelet_.where = STARPU_CPU;
    codelet_.cpu_funcs[0] = function;
    codelet_.nbuffers = static_cast<int>(n);
    if (n > STARPU_NMAXBUFS) {
      codelet_.dyn_modes = modes_.data();
    } else {
      std::copy_n(modes_.begin(), n, codelet_.modes);
    }
  }

  /// `handle_of(i)` is the i-th word.
  void submit(void* argument_of, auto&& handle_of) {
    starpu_task* const task = starpu_task_create();
    task->cl = &codelet_;
    task->cl_arg = argument_of;
    starpu_data_handle_t* handles = task->handles;
    if (n > STARPU_NMAXBUFS) {  // StarPU frees them with the task
      task->dyn_handles = static_cast<starpu_data_handle_t*>(std::malloc(n * sizeof(starpu_data_handle_t)));
      handles = task->dyn_handles;
    }
    for (std::size_t i = 0; i < n; ++i) handles[i] = handle_of(i);
    if (starpu_task_submit(task) != 0) throw std::runtime_error("StarPU does not take a task");
  }

 private:
  std::array<starpu_data_access_mode, n + 1> modes_;
  starpu_codelet codelet_;
};

void add_all_to_sum(void** buffers, void* argument_of) {
  const auto& [of, number] = *static_cast<argument*>(argument_of);
  std::uint64_t all = number;
  for (std::size_t i = 0; i < of->words.size(); ++i) all = micro::mixed(all, word(buffers[i]));
  *of->by_worker[static_cast<std::size_t>(starpu_worker_get_id())] += work(all, of->steps);
}

void write_all_words(void** buffers, void* argument_of) {
  const data& of = *static_cast<data*>(argument_of);
  for (std::size_t i = 0; i < of.words.size(); ++i) word(buffers[i]) = work(word(buffers[i]) * 3, of.steps);
}

/// The kind of tasks that use a number of words that is known when the program runs.
class kind_by_range {
 public:
  kind_by_range(starpu_cpu_func_t function, starpu_data_access_mode how) : how_(how) {
    starpu_codelet_init(&codelet_);
    codelet_.where = STARPU_CPU;
    codelet_.cpu_funcs[0] = function;
    codelet_.nbuffers = STARPU_VARIABLE_NBUFFERS;
  }

  void submit(void* argument_of, const std::vector<starpu_data_handle_t>& handles) {
    starpu_task* const task = starpu_task_create();
    task->cl = &codelet_;
    task->cl_arg = argument_of;
    task->nbuffers = static_cast<int>(handles.size());
    // StarPU frees both with the task.
    task->dyn_handles = allocated<starpu_data_handle_t>(handles.size());
    task->dyn_modes = allocated<starpu_data_access_mode>(handles.size());
    std::ranges::copy(handles, task->dyn_handles);
    std::fill_n(task->dyn_modes, handles.size(), how_);
    if (starpu_task_submit(task) != 0) throw std::runtime_error("StarPU does not take a task");
  }

 private:
  template <class T>
  static T* allocated(std::size_t count) {
    return static_cast<T*>(std::malloc(count * sizeof(T)));
  }

  starpu_data_access_mode how_;
  starpu_codelet codelet_;
};

class starpu_tasks {
 public:
  starpu_tasks(const micro::experiment& what, unsigned workers, unsigned steps)
      : data_{micro::first_words(what), sums(workers), steps}, handles_(what.words()) {
    for (std::size_t w = 0; w < handles_.size(); ++w)
      starpu_variable_data_register(&handles_[w], STARPU_MAIN_RAM,
                                    reinterpret_cast<std::uintptr_t>(&data_.words[w]), sizeof(std::uint64_t));
    for (std::uint64_t number = 0; number < what.tasks(workers); ++number)
      arguments_.push_back({&data_, number});
  }
  starpu_tasks(const starpu_tasks&) = delete;
  starpu_tasks& operator=(const starpu_tasks&) = delete;
  ~starpu_tasks() {
    for (const starpu_data_handle_t each : handles_) starpu_data_unregister(each);
  }

  void alone(std::uint64_t number) { reader(number, micro::count<0>()); }
  template <std::size_t n>
  void reader(std::uint64_t number, micro::count<n>) {
    static kind<n> readers(add_to_sum<n>, STARPU_R);
    readers.submit(&arguments_[number], [this](std::size_t i) { return handles_[i]; });
  }
  template <class... Read>
  void write(std::size_t w, Read... read) {
    constexpr std::size_t n = 1 + sizeof...(read);
    static kind<n> writers(write_word<n>, STARPU_RW);
    const std::array<std::size_t, n> used{w, read...};
    writers.submit(&data_, [&](std::size_t i) { return handles_[used[i]]; });
  }

  void write_all() {
    static kind_by_range writers(write_all_words, STARPU_RW);
    writers.submit(&data_, handles_);
  }
  void reader_of_all(std::uint64_t number) {
    static kind_by_range readers(add_all_to_sum, STARPU_R);
    readers.submit(&arguments_[number], handles_);
  }

  [[nodiscard]] const data& found() const { return data_; }

 private:
  data data_;
  std::vector<starpu_data_handle_t> handles_;
  std::vector<argument> arguments_;
};

measurement run(unsigned number, unsigned workers) {
  const micro::instance run(number);
  const starpu_threads threads(workers);
  starpu_tasks tasks(run.what, workers, run.steps);
  const double seconds = seconds_of(run.rounds(workers), [&] {
    micro::for_each_task(run.what, workers, tasks);
    starpu_task_wait_for_all();
  });
  return micro::checked(run, workers, tasks.found().words, total(tasks.found().by_worker), seconds);
}

const registered entry{as_starpu(run)};

}  // namespace
}  // namespace jackdaw::bench

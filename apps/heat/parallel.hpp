// The steps on all workers: by tasks, by tasks that say which rows they use, by a parallel loop, by threads that own
// their rows.
#pragma once

#include <algorithm>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string_view>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/trace/open_tasks.hpp>
#include <jackdaw/parallel/parallel_for.hpp>
#include <jackdaw/worker/by_name/any_scheduler.hpp>

#include "apps/heat/plate.hpp"
#include "apps/support/work/parts.hpp"
#include "apps/support/work/threads.hpp"

namespace jackdaw::apps::heat {

/// The task of the pool face for some rows of one step.
struct some_rows {
  static constexpr std::string_view name = "rows";
  plate* of;
  std::size_t first, last;
  arrival done;

  void operator()(any_worker& worker) {
    of->step_rows(first, last);
    done.arrive(worker);
  }
};

/// The task that begins a step: the rows are cut into tasks, and the last of these puts the beginning of the
/// next step, so that no worker waits. A worker takes first what it has put last, and thieves take what is oldest: so
/// it puts the rows last that it has by its number, whichever begins the step, and each finds most of its rows in its
/// cache.
struct time_step {
  static constexpr std::string_view name = "step";
  plate* of;
  std::size_t grain;  ///< rows in a task, at least 1
  std::size_t left;   ///< steps, this one included
  bool is_first;

  void operator()(any_worker& worker) const {
    if (!is_first) of->turn_over();
    if (left == 0) return;
    const std::size_t end = of->rows() + 1;
    const std::size_t parts = apps::parts(of->rows(), grain);
    auto all = worker.after(static_cast<unsigned>(parts), time_step{of, grain, left - 1, false});
    const std::size_t own_end = parts * (worker.id() + 1) / worker.workers();
    for (std::size_t i = 0; i < parts; ++i) {
      const std::size_t first = 1 + (own_end + i) % parts * grain;
      worker.put(some_rows{of, first, std::min(end, first + grain), all.next()});
    }
  }
};

/// The flow face: a task for some rows of one step, which waits for these rows and their neighbours, and for no others.
/// So steps overlap. Its rows had best stay with the worker that has had them in the step before.
inline void run_flow(any_scheduler& on, plate& p, std::size_t grain, std::size_t steps) {
  constexpr std::uint64_t most_tasks = 10'000;  // under way, lest many steps take much memory
  const std::size_t parts = apps::parts(p.rows(), grain);
  std::deque<handle<void>> rows[2]{std::deque<handle<void>>(parts),   // of a step's temperatures
                                   std::deque<handle<void>>(parts)};  // and of the next one's
  basic_flow tasks(on, most_tasks);
  for (std::size_t step = 0; step < steps; ++step) {
    const bool is_odd = step % 2 != 0;
    auto& now = rows[is_odd ? 1 : 0];
    auto& next = rows[is_odd ? 0 : 1];
    for (std::size_t i = 0; i < parts; ++i) {
      const std::size_t first = 1 + i * grain;
      const std::size_t last = std::min(p.rows() + 1, first + grain);
      tasks.submit(named("rows"), affinity(rows[0][i]), read(now[i == 0 ? 0 : i - 1]), read(now[i]),
                   read(now[std::min(i + 1, parts - 1)]), write(next[i]),
                   [&p, first, last, is_odd] { p.step_rows(first, last, is_odd); });
    }
  }
  tasks.wait();
  if (steps % 2 != 0) p.turn_over();
}

/// The fork_join face: a loop over the rows in each step.
template <class Worker>
void run_joined(Worker& w, plate& p, std::size_t steps) {
  for (std::size_t step = 0; step < steps; ++step) {
    parallel_for_blocked(w, std::size_t{1}, p.rows() + 1,
                         [&p](std::size_t first, std::size_t last) { p.step_rows(first, last); });
    p.turn_over();
  }
}

/// Statically partitioned: each thread has as many rows as any other, and waits for all in each step.
inline void run_threads(unsigned workers, plate& p, std::size_t steps) {
  std::barrier all(workers, [&p]() noexcept { p.turn_over(); });
  run_in_threads(workers, [&](const share& mine) {
    const auto [first, last] = mine.of(p.rows());
    for (std::size_t step = 0; step < steps; ++step) {
      p.step_rows(1 + first, 1 + last);
      all.arrive_and_wait();
    }
  });
}

}  // namespace jackdaw::apps::heat

// Runs of all kinds, for tests of what writes them.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/memory/papers/korch_rauber_managers.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/trace/read/read_history.hpp>
#include <jackdaw/trace/record/recorder.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

#include "tests/trace/programs.hpp"

namespace jackdaw::tests {

using recorded = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, trace::recorder>;

struct quoted_name {
  static constexpr std::string_view name = "a \"name\" <&> \\ with\ttab";
  void operator()() const {}
};

/// Histories of runs of all kinds.
inline std::vector<trace::history> some_runs() {
  std::vector<trace::history> all;
  recorded scheduler(3);
  const auto keep = [&] { all.push_back(trace::read_history(scheduler.observer().take())); };
  scheduler.run_each(synthetic_task::initial(9));
  keep();
  scheduler.run([](recorded::worker_type& w) { knary_joined(w, knary{4, 3, 1}); });
  keep();
  scheduler.run([](recorded::worker_type& w) { knary_grouped(w, knary{4, 3, 0}); });
  keep();
  scheduler.run(knary_root{knary{3, 3, 1}});
  keep();
  scheduler.run(quoted_name{});
  keep();
  {
    basic_flow tasks(scheduler);
    handle<int> x(0);
    handle<int> y(0);
    for (int i = 0; i < 20; ++i) {
      tasks.submit(write(x), [](int& value) { ++value; });
      tasks.submit(read(x), write(y), [](const int& from, int& to) { to += from; });
      tasks.submit(read(x), add(y), [](const int&, int& to) { ++to; });
    }
    tasks.wait();
    scheduler.await_rest();
  }
  keep();
  scheduler.observer().keep({200, trace::when_full::ring});
  scheduler.run([](recorded::worker_type& w) { knary_joined(w, knary{5, 3, 0}); });
  keep();
  all.emplace_back();  // nothing at all
  return all;
}

/// What write(stream, run) writes.
std::string text_of(auto write, const trace::history& run) {
  std::ostringstream out;
  write(out, run);
  return out.str();
}

/// `count` tasks of a worker, one after the other, and one theft.
inline trace::history a_row_of(std::uint32_t count) {
  trace::history run;
  run.workers = 2;
  run.end = 10 * std::uint64_t{count};
  run.kinds = {{"two\nlines", "#fe0000"}};
  for (std::uint32_t i = 0; i < count; ++i) {
    trace::history::task task;
    task.number = i + 1;
    task.kind = task.worker = task.creator = 0;
    task.created = task.started = 10 * std::uint64_t{i};
    task.finished = task.started + 10;
    run.tasks.push_back(task);
  }
  run.thefts = {{1, 0, 3, 5}};
  return run;
}

}  // namespace jackdaw::tests

// Work and span against closed forms: exactly, on every schedule, since the work is counted and not timed.
#include <stdexcept>

#include <doctest/doctest.h>

#include <jackdaw/fork_join/isolate.hpp>
#include <jackdaw/measure/work_span.hpp>
#include <jackdaw/memory/papers/korch_rauber_managers.hpp>
#include <jackdaw/parallel/parallel_for.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

#include "tests/support/sizes.hpp"
#include "tests/trace/programs.hpp"

namespace work_span_test {

using namespace jackdaw;
using namespace jackdaw::tests;

namespace {

using observer = measure::basic_work_span<counted_work>;

template <class Pool>
using measured = basic_scheduler<Pool, working::spin_yield_park, memory::cgbkof, observer>;
using forking = measured<pool::split_pool>;
using forking_worker = forking::worker_type;

constexpr unsigned some_workers[] = {1, 2, 4};

/// What `program` comes to; a few times, since schedules differ.
template <class Scheduler, class Program>
void check(const Program& program, std::uint64_t work, std::uint64_t span) {
  for (const unsigned workers : some_workers) {
    Scheduler scheduler(workers);
    for (int i = 0; i < scaled(20); ++i) {
      scheduler.observer().reset();
      program(scheduler);
      const auto found = scheduler.observer().result();
      CAPTURE(workers);
      CHECK(found.work == work);
      CHECK(found.span == span);
    }
  }
}

template <class Pool>
void check_synthetic() {
  constexpr int k = 12;
  check<measured<Pool>>([](auto& scheduler) { scheduler.run_each(synthetic_task::initial(k)); },
                        synthetic_task::sum(k, &synthetic_task::work), synthetic_task::span(k - 1));
}

}  // namespace

TEST_CASE("the synthetic algorithm, in several families of pools") {
  check_synthetic<pool::split_pool>();
  check_synthetic<pool::dq2>();
  check_synthetic<pool::sq1>();
}

TEST_CASE("knary by joins, by task groups and by continuations") {
  for (const knary& tree : {knary{5, 3, 0}, knary{5, 3, 1}, knary{4, 4, 2}, knary{3, 2, 2}, knary{6, 1, 0}}) {
    CAPTURE(tree.height);
    CAPTURE(tree.degree);
    CAPTURE(tree.serial);
    check<forking>([&](auto& scheduler) { scheduler.run([&](forking_worker& w) { knary_joined(w, tree); }); },
                   tree.work(), tree.span());
    check<forking>(
        [&](auto& scheduler) { scheduler.run([&](forking_worker& w) { knary_grouped(w, tree); }); },
        tree.work(), tree.span());
    check<forking>([&](auto& scheduler) { scheduler.run(knary_root{tree}); }, tree.work(), tree.span());
    check<measured<pool::dq8>>([&](auto& scheduler) { scheduler.run(knary_root{tree}); }, tree.work(),
                               tree.span());
  }
}

TEST_CASE("the second branch may be the longer one, and both may fork again") {
  check<forking>(
      [](auto& scheduler) {
        scheduler.run([](forking_worker& w) {
          counted_work::spend(5);
          join(
              w, [] { counted_work::spend(10); },
              [](forking_worker& v) {
                counted_work::spend(20);
                join(v, [] { counted_work::spend(7); }, [] { counted_work::spend(3); });
                counted_work::spend(1);
              });
          counted_work::spend(2);
        });
      },
      5 + 10 + 20 + 7 + 3 + 1 + 2, 5 + 20 + 7 + 1 + 2);
}

TEST_CASE("a branch that throws is counted as far as it came, and the next run is right") {
  forking scheduler(2);
  const auto program = [](forking_worker& w, bool first, bool second) {
    const auto fail = [](bool when) {
      counted_work::spend(10);
      if (when) throw std::runtime_error("on request");
      counted_work::spend(1);
    };
    join(w, [&] { fail(first); }, [&] { fail(second); });
  };
  for (int i = 0; i < scaled(50); ++i) {
    for (const int thrown : {1, 2, 3}) {
      CHECK_THROWS_AS(
          scheduler.run([&](forking_worker& w) { program(w, (thrown & 1) != 0, (thrown & 2) != 0); }),
          std::runtime_error);
    }
    scheduler.observer().reset();
    scheduler.run([&](forking_worker& w) { program(w, false, false); });
    CHECK(scheduler.observer().result().work == 22);
    CHECK(scheduler.observer().result().span == 11);
  }
}

TEST_CASE("the burdened span counts a begin for each task on the path") {
  constexpr int k = 10;
  constexpr std::uint64_t burden = 1000;
  measured<pool::split_pool> scheduler(2);
  scheduler.observer().set_burden(burden);
  scheduler.run_each(synthetic_task::initial(k));
  const auto found = scheduler.observer().result();
  CHECK(found.span == synthetic_task::span(k - 1));
  CHECK(found.burdened_span == synthetic_task::span(k - 1, burden));
  CHECK(found.tasks == synthetic_task::sum(k, &synthetic_task::tasks));
  CHECK(found.parallelism() > found.burdened_parallelism());
  CHECK(found.lower_bound(4) <= found.upper_bound(4));
}

TEST_CASE("in the burdened span a waiting task goes on late, too: after joins and groups") {
  constexpr std::uint64_t burden = 1000;
  for (const unsigned workers : some_workers) {
    forking scheduler(workers);
    scheduler.observer().set_burden(burden);
    const auto burdened = [&](auto program) {
      scheduler.observer().reset();
      scheduler.run(program);
      return scheduler.observer().result().burdened_span;
    };
    CHECK(burdened([](forking_worker& w) {
            counted_work::spend(5);
            join(w, [] { counted_work::spend(10); }, [] { counted_work::spend(20); });
            counted_work::spend(2);
          }) == 3 * burden + 5 + 20 + 2);
    CHECK(burdened([](forking_worker& w) {
            join(w, [] { counted_work::spend(3000); }, [] { counted_work::spend(20); });
          }) == burden + 3000);
    CHECK(burdened([](forking_worker& w) {
            basic_task_group<forking_worker> nothing(w);
            nothing.wait();
            basic_task_group<forking_worker> group(w);
            group.spawn(w, [] { counted_work::spend(20); });
            counted_work::spend(7);
            group.wait();
          }) == 3 * burden + 20);
  }
}

TEST_CASE("loops and isolated parts: the work is all there, the span between the longest call and the work") {
  forking scheduler(4);
  for (int i = 0; i < scaled(20); ++i) {
    scheduler.observer().reset();
    scheduler.run([](forking_worker& w) {
      isolate(w, [](forking_worker& v) { parallel_for(v, 0, 10'000, [](int) { counted_work::spend(3); }); });
    });
    const auto found = scheduler.observer().result();
    CHECK(found.work == 30'000);
    CHECK(found.span >= 3);
    CHECK(found.span <= found.work);
  }
}

TEST_CASE("the task that puts a waiting one need not be one that it waited for") {
  observer seen(2);
  task waiting;
  task stranger;
  observer::note of_waiting;
  observer::note of_stranger;
  seen.task_created(1, stranger, of_stranger);
  seen.task_held(0, waiting, of_waiting);
  const auto outside = seen.task_started(1, stranger, of_stranger);
  counted_work::spend(50);
  seen.task_created(1, waiting, of_waiting);
  seen.task_finished(1, outside);
  const auto also_outside = seen.task_started(1, waiting, of_waiting);
  counted_work::spend(7);
  seen.task_finished(1, also_outside);
  CHECK(seen.result().work == 57);
  CHECK(seen.result().span == 50);
}

TEST_CASE("the task that puts one again after a deferred access need not be one that it waited for") {
  observer seen(2);
  task waiting;
  task stranger;
  observer::note of_waiting;
  observer::note of_stranger;
  seen.task_created(0, waiting, of_waiting);
  seen.task_created(1, stranger, of_stranger);
  const auto before = seen.task_started(0, waiting, of_waiting);
  counted_work::spend(10);
  seen.data_deferred(0, of_waiting);
  seen.task_finished(0, before);
  const auto outside = seen.task_started(1, stranger, of_stranger);
  counted_work::spend(50);
  seen.data_reached(of_waiting);
  seen.task_created(1, waiting, of_waiting);
  seen.task_finished(1, outside);
  const auto again = seen.task_started(1, waiting, of_waiting);
  counted_work::spend(45);
  seen.task_finished(1, again);
  CHECK(seen.result().work == 105);
  CHECK(seen.result().span == 55);
}

}  // namespace work_span_test

// Tasks that wait for flows: those that would wait for themselves, round several flows, are told so, and no others.
#include <atomic>
#include <deque>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <sys/types.h>
#include <unistd.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/flow/errors.hpp"
#include "tests/support/machine/asleep.hpp"
#include "tests/support/sizes.hpp"

namespace nested_waits_test {

using namespace jackdaw;
using jackdaw::tests::contains;

namespace {

/// Waits inside a task; whether that was refused, as a cycle, or because the flow has a task on the same stack.
bool is_refused(flow& of) {
  try {
    of.wait();
  } catch (const stuck& e) {
    CHECK(contains(e.what(), "a flow is stuck: tasks of several flows wait"));
    return true;
  } catch (const std::logic_error&) { return true; }
  return false;
}

/// Flows, of each of which a task waits for the next. They begin when all are there.
class cycle_of_waits {
 public:
  explicit cycle_of_waits(const std::vector<scheduler*>& of) {
    for (scheduler* const each : of) flows_.emplace_back(*each);
    auto all_are_there = flows_[0].reserve(write(gate_));
    for (std::size_t i = 0; i < of.size(); ++i) {
      flows_[i].submit(read(gate_), [this, i] {
        if (is_refused(flows_[(i + 1) % flows_.size()])) ++refused;
      });
    }
    all_are_there.submit([] {});
  }

  /// By a thread for each.
  void wait() {
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < flows_.size(); ++i) others.emplace_back([this, i] { flows_[i].wait(); });
    flows_[0].wait();
    for (auto& each : others) each.join();
  }

  std::atomic<int> refused{0};

 private:
  handle<void> gate_;
  std::deque<flow> flows_;
};

}  // namespace

TEST_CASE("stuck: tasks of flows that wait for the flows of each other; one is refused, and all end") {
  for (const unsigned workers : {1U, 2U, 4U, 8U}) {
    CAPTURE(workers);
    for (int i = 0; i < tests::scaled(50); ++i) {
      scheduler one(workers);
      scheduler two(workers);
      scheduler three(workers);
      std::vector<std::vector<scheduler*>> cycles{{&one, &one}, {&one, &one, &one}};
      // ThreadSanitizer takes threads that wait to be worker 0 of the next scheduler for locks in a wrong order.
      if (!tests::sanitized) {
        cycles.push_back({&one, &two});
        cycles.push_back({&one, &two, &three});
      }
      for (const auto& on : cycles) {
        cycle_of_waits all(on);
        all.wait();
        CHECK(all.refused == 1);
      }
    }
  }
}

TEST_CASE("the end of a flow inside a task calls off a wait in its cycle, as it cannot throw itself") {
  for (const unsigned workers : {1U, 2U, 4U, 8U}) {
    CAPTURE(workers);
    for (int i = 0; i < tests::scaled(60); ++i) {
      scheduler sched(workers);
      flow outer(sched);
      std::atomic<int> refused{0};
      std::atomic<pid_t> waits{0};
      outer.submit([&] {
        flow inner(sched);
        inner.submit([&] {
          waits = gettid();
          if (is_refused(outer)) ++refused;
        });
        for (int k = 0; i % 2 == 0 && waits == 0 && k < 200; ++k)  // then the other one waits first, mostly
          std::this_thread::yield();
        if (i % 4 == 0 && waits != 0) {  // and sleeps
          while (!tests::asleep(waits)) std::this_thread::yield();
        }
        if (i % 3 == 0) static_cast<void>(is_refused(inner));
      });
      outer.wait();
      CHECK(refused <= 1);
      if (i % 3 != 0) CHECK(refused == 1);
    }
  }
}

TEST_CASE("flows that tasks wait for in a row are no cycle, whichever thread submits to them meanwhile") {
  for (const unsigned workers : {1U, 2U, 4U, 8U}) {
    CAPTURE(workers);
    for (int i = 0; i < tests::scaled(30); ++i) {
      scheduler sched(workers);
      flow first(sched);
      flow second(sched);
      flow third(sched);
      std::atomic<int> runs{0};
      std::atomic<int> refused{0};
      const auto wait_for = [&](flow& next) {
        if (is_refused(next)) ++refused;
        ++runs;
      };
      const auto submit = [&] {
        for (int k = 0; k < 10; ++k) {
          third.submit([&] { ++runs; });
          second.submit([&] { ++runs; });
          first.submit([&] { wait_for(second); });
          first.submit([&] {
            flow inner(sched);
            inner.submit([&] { wait_for(third); });
            wait_for(inner);
          });
        }
      };
      std::thread outside(submit);
      submit();
      first.wait();
      outside.join();
      first.wait();
      second.wait();
      third.wait();
      CHECK(refused == 0);
      CHECK(runs == 100);
    }
  }
}

}  // namespace nested_waits_test
